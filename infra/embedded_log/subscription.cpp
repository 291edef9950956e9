#include "infra/embedded_log/subscription.hpp"

#include <algorithm>

#include "infra/telemetry/log.hpp"

namespace infra::embedded_log {

namespace {

const telemetry::Logger kSubscriptionLog("infra/embedded_log");

constexpr std::chrono::milliseconds kCheckpointPauseMin{20};
constexpr std::chrono::milliseconds kCheckpointPauseMax{1000};

/// Everything that matters notifies; this only bounds a wait.
constexpr std::chrono::hours kWaitMax{1};

}  // namespace

EmbeddedSubscription::EmbeddedSubscription(std::shared_ptr<GroupState> group, eventlog::CheckpointReader& checkpoints,
                                           runtime::BlockingPool& pool, SubscriptionLimits limits,
                                           std::function<void()> on_end)
    : group_(std::move(group)),
      checkpoints_(checkpoints),
      pool_(pool),
      limits_(limits),
      on_end_(std::move(on_end)),
      member_(group_->members.join(group_->journal->ranges().size())) {
    group_->journal->changed().notify_all();
}

EmbeddedSubscription::~EmbeddedSubscription() { close(); }

void EmbeddedSubscription::close() {
    if (closed_.exchange(true)) return;
    group_->members.leave(member_);
    group_->journal->changed().notify_all();
    on_end_();
}

base::Error EmbeddedSubscription::over() {
    return base::Error(base::ErrorCode::kDeadlineExceeded, "the subscription is closed: " + group_->topic.name);
}

base::Task<base::Result<eventlog::Delivery>> EmbeddedSubscription::next() {
    for (;;) {
        const std::uint64_t seen = group_->journal->changed().generation();
        if (closed_) co_return over();
        if (const auto step = group_->members.next_step(member_)) {
            if (step->assigned) co_return co_await assign(step->partition);
            cursors_.erase(step->partition);
            co_return eventlog::Delivery(eventlog::PartitionRevoked{step->partition});
        }
        auto records = co_await read_some();
        if (closed_) co_return over();
        if (!records) {
            close();
            co_return records.error();
        }
        if (!records->empty()) {
            const eventlog::PartitionId partition = records->front().position.partition;
            eventlog::RecordBatch batch{partition, std::move(*records)};
            co_return eventlog::Delivery(std::move(batch));
        }
        co_await group_->journal->changed().wait(seen, kWaitMax);
    }
}

base::Task<base::Result<eventlog::Delivery>> EmbeddedSubscription::assign(eventlog::PartitionId partition) {
    const auto start = co_await checkpoint(partition);
    if (closed_) co_return over();
    if (!start) {
        close();
        co_return start.error();
    }
    const auto ranges = group_->journal->ranges();
    const eventlog::PartitionRange& range = ranges[static_cast<std::size_t>(partition.value())];
    if (*start > range.end) {
        close();
        // Going on would skip the records that will get the offsets below the checkpoint.
        co_return base::Error(base::ErrorCode::kInternal,
                              "the checkpoint is behind the end of the log, which lost records or was replaced: " +
                                  group_->topic.name + " " + std::to_string(partition.value()) + " at " +
                                  std::to_string(start->value()) + " of " + std::to_string(range.end.value()));
    }
    if (*start < range.first) {
        kSubscriptionLog.warn("records were removed by retention before they were followed",
                  {{"topic", group_->topic.name},
                   {"group", group_->id.value()},
                   {"partition", partition.value()},
                   {"checkpoint", start->value()},
                   {"first", range.first.value()}});
    }
    cursors_.insert_or_assign(partition, Cursor(group_->journal, partition, start->value()));
    co_return eventlog::Delivery(eventlog::PartitionAssigned{partition});
}

base::Task<base::Result<eventlog::Offset>> EmbeddedSubscription::checkpoint(eventlog::PartitionId partition) {
    const auto until = std::chrono::steady_clock::now() + limits_.unavailable_after;
    auto pause = kCheckpointPauseMin;
    for (;;) {
        auto ask = [this, partition] { return checkpoints_.next_offset(group_->id, group_->topic, partition); };
        auto offset = co_await pool_.run(std::move(ask));
        if (offset || closed_ || offset.error().code() != base::ErrorCode::kUnavailable) co_return offset;
        const auto left = until - std::chrono::steady_clock::now();
        if (left <= left.zero()) co_return offset;
        // Waits on the journal's signal, so that close() is heard; other news only shorten the pause.
        const std::uint64_t seen = group_->journal->changed().generation();
        co_await group_->journal->changed().wait(seen, std::min<std::chrono::steady_clock::duration>(left, pause));
        pause = std::min(pause * 2, kCheckpointPauseMax);
    }
}

base::Task<base::Result<std::vector<eventlog::StoredRecord>>> EmbeddedSubscription::read_some() {
    // Round robin: the partition behind the one read last goes first.
    auto candidate = cursors_.upper_bound(last_read_);
    for (std::size_t i = 0; i < cursors_.size(); ++i, ++candidate) {
        if (candidate == cursors_.end()) candidate = cursors_.begin();
        if (!candidate->second.has_more()) continue;
        last_read_ = candidate->first;
        Cursor& cursor = candidate->second;
        auto read = [&cursor, bytes = limits_.batch_bytes_max] { return cursor.read(bytes); };
        co_return co_await pool_.run(std::move(read));
    }
    co_return std::vector<eventlog::StoredRecord>();
}

}  // namespace infra::embedded_log
