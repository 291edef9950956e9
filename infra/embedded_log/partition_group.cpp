#include "infra/embedded_log/partition_group.hpp"

#include <algorithm>

namespace infra::embedded_log {

PartitionGroup::Member PartitionGroup::join(std::size_t partitions) {
    const std::scoped_lock lock(mutex_);
    if (partitions > slots_.size()) slots_.resize(partitions);
    members_.push_back(next_member_++);
    share();
    return members_.back();
}

void PartitionGroup::leave(Member member) {
    const std::scoped_lock lock(mutex_);
    std::erase(members_, member);
    for (Slot& slot : slots_) {
        if (slot.owner == member) slot.owner.reset();
        if (slot.target == member) slot.target.reset();
    }
    share();
}

bool PartitionGroup::empty() const {
    const std::scoped_lock lock(mutex_);
    return members_.empty();
}

void PartitionGroup::share() {
    if (members_.empty()) return;
    std::map<Member, std::size_t> load;
    for (const Member member : members_) load[member] = 0;
    for (const Slot& slot : slots_) {
        if (slot.target) ++load[*slot.target];
    }
    const auto less = [](const auto& left, const auto& right) { return left.second < right.second; };
    for (Slot& slot : slots_) {
        if (slot.target) continue;
        const auto idlest = std::min_element(load.begin(), load.end(), less);
        slot.target = idlest->first;
        ++idlest->second;
    }
    for (;;) {
        const auto idlest = std::min_element(load.begin(), load.end(), less);
        const auto busiest = std::max_element(load.begin(), load.end(), less);
        if (busiest->second - idlest->second <= 1) return;
        const auto moved = std::find_if(slots_.rbegin(), slots_.rend(), [&](const Slot& slot) {
            return slot.target == busiest->first;
        });
        moved->target = idlest->first;
        --busiest->second;
        ++idlest->second;
    }
}

std::optional<PartitionGroup::Step> PartitionGroup::next_step(Member member) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        Slot& slot = slots_[i];
        const eventlog::PartitionId partition(static_cast<std::int32_t>(i));
        if (slot.owner == member && slot.target != member) {
            slot.owner.reset();
            return Step{partition, false};
        }
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        Slot& slot = slots_[i];
        const eventlog::PartitionId partition(static_cast<std::int32_t>(i));
        if (!slot.owner && slot.target == member) {
            slot.owner = member;
            return Step{partition, true};
        }
    }
    return std::nullopt;
}

}  // namespace infra::embedded_log
