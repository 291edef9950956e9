#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>

#include "domain/eventlog/event_log.hpp"
#include "infra/embedded_log/cursor.hpp"
#include "infra/embedded_log/partition_group.hpp"
#include "infra/runtime/blocking_pool.hpp"
#include "infra/runtime/signal.hpp"

namespace infra::embedded_log {

/// What all subscriptions of one group to one topic have in common.
struct GroupState {
    GroupState(eventlog::GroupId group_id, eventlog::Topic followed, std::shared_ptr<Journal> read)
        : id(std::move(group_id)), topic(std::move(followed)), journal(std::move(read)) {}
    eventlog::GroupId id;
    eventlog::Topic topic;
    std::shared_ptr<Journal> journal;
    PartitionGroup members;
};

struct SubscriptionLimits {
    std::size_t batch_bytes_max = 0;
    /// How long an unreachable checkpoint reader is asked again.
    std::chrono::milliseconds unavailable_after{0};
};

/// A member of a group. Reads on the pool, waits on the journal's signal, keeps nothing read ahead.
class EmbeddedSubscription final : public eventlog::Subscription {
public:
    /// `pool` and `checkpoints` must outlive it; `on_end` is called once, when it is over.
    EmbeddedSubscription(std::shared_ptr<GroupState> group, eventlog::CheckpointReader& checkpoints,
                         runtime::BlockingPool& pool, SubscriptionLimits limits, std::function<void()> on_end);
    ~EmbeddedSubscription() override;

    base::Task<base::Result<eventlog::Delivery>> next() override;
    void close() override;

private:
    base::Task<base::Result<eventlog::Delivery>> assign(eventlog::PartitionId partition);
    base::Task<base::Result<eventlog::Offset>> checkpoint(eventlog::PartitionId partition);
    base::Task<base::Result<std::vector<eventlog::StoredRecord>>> read_some();
    base::Error over();

    std::shared_ptr<GroupState> group_;
    eventlog::CheckpointReader& checkpoints_;
    runtime::BlockingPool& pool_;
    const SubscriptionLimits limits_;
    const std::function<void()> on_end_;
    const PartitionGroup::Member member_;
    std::map<eventlog::PartitionId, Cursor> cursors_;  // of the assigned partitions
    eventlog::PartitionId last_read_{-1};
    std::atomic<bool> closed_{false};
};

}  // namespace infra::embedded_log
