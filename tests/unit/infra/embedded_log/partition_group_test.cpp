#include "infra/embedded_log/partition_group.hpp"

#include <set>

#include <catch2/catch.hpp>

namespace {

using infra::embedded_log::PartitionGroup;

/// What the members own, by what next_step() told them.
class Members {
public:
    PartitionGroup::Member join(PartitionGroup& group, std::size_t partitions) {
        const auto member = group.join(partitions);
        owned[member];
        return member;
    }
    void leave(PartitionGroup& group, PartitionGroup::Member member) {
        group.leave(member);
        owned.erase(member);
    }
    /// Lets the member do what it has to; gives the number of revocations.
    int settle(PartitionGroup& group, PartitionGroup::Member member) {
        int revoked = 0;
        while (const auto step = group.next_step(member)) {
            for (const auto& [other, partitions] : owned) {
                if (step->assigned) CHECK_FALSE(partitions.contains(step->partition));
            }
            if (step->assigned) owned[member].insert(step->partition);
            else revoked += static_cast<int>(owned[member].erase(step->partition));
        }
        return revoked;
    }
    std::map<PartitionGroup::Member, std::set<domain::eventlog::PartitionId>> owned;
};

}  // namespace

TEST_CASE("one member gets all partitions") {
    PartitionGroup group;
    Members members;
    CHECK(group.empty());
    const auto only = members.join(group, 4);
    CHECK(members.settle(group, only) == 0);
    CHECK(members.owned[only].size() == 4);
    CHECK_FALSE(group.empty());
}

TEST_CASE("a partition goes to its new owner only after the old one took the news") {
    PartitionGroup group;
    Members members;
    const auto first = members.join(group, 4);
    members.settle(group, first);
    const auto second = members.join(group, 4);
    CHECK(members.settle(group, second) == 0);
    CHECK(members.owned[second].empty());
    CHECK(members.settle(group, first) == 2);
    members.settle(group, second);
    CHECK(members.owned[first].size() == 2);
    CHECK(members.owned[second].size() == 2);
}

TEST_CASE("members share evenly, and as few partitions as possible move") {
    PartitionGroup group;
    Members members;
    std::vector<PartitionGroup::Member> all;
    for (int i = 0; i < 5; ++i) {
        all.push_back(members.join(group, 12));
        int revoked = 0;
        for (const auto member : all) revoked += members.settle(group, member);
        for (const auto member : all) members.settle(group, member);
        std::size_t total = 0;
        for (const auto member : all) {
            const std::size_t count = members.owned[member].size();
            CHECK(count >= 12 / all.size());
            CHECK(count <= (12 + all.size() - 1) / all.size());
            total += count;
        }
        CHECK(total == 12);
        CHECK(revoked <= static_cast<int>(12 / all.size()));
    }
    members.leave(group, all[1]);
    for (const auto member : {all[0], all[2], all[3], all[4]}) {
        CHECK(members.settle(group, member) == 0);
        CHECK(members.owned[member].size() == 3);
    }
}

TEST_CASE("members beyond the number of partitions wait for one to leave") {
    PartitionGroup group;
    Members members;
    const auto first = members.join(group, 1);
    members.settle(group, first);
    const auto second = members.join(group, 1);
    members.settle(group, first);
    members.settle(group, second);
    CHECK(members.owned[first].size() + members.owned[second].size() == 1);
    members.leave(group, first);
    members.settle(group, second);
    CHECK(members.owned[second].size() == 1);
    members.leave(group, second);
    CHECK(group.empty());
    group.leave(second);
}

TEST_CASE("partitions that were added later are shared too") {
    PartitionGroup group;
    Members members;
    const auto first = members.join(group, 1);
    members.settle(group, first);
    const auto second = members.join(group, 4);
    for (int i = 0; i < 2; ++i) {
        members.settle(group, first);
        members.settle(group, second);
    }
    CHECK(members.owned[first].size() == 2);
    CHECK(members.owned[second].size() == 2);
}
