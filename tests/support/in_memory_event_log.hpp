#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "domain/eventlog/event_log.hpp"
#include "infra/runtime/signal.hpp"

namespace tests {

/// The event log as vectors. One member for each group; nothing is durable. Appends can be made to fail.
class InMemoryEventLog final : public domain::eventlog::EventLog {
public:
    using Error = domain::base::Error;
    template <class Value>
    using Answer = domain::base::Task<domain::base::Result<Value>>;

    Answer<std::vector<domain::eventlog::Position>> append(const domain::eventlog::Topic& topic,
                                                           domain::eventlog::PartitionKey key,
                                                           std::vector<domain::eventlog::Record> records) override {
        std::vector<domain::eventlog::Position> positions;
        {
            const std::scoped_lock lock(mutex_);
            if (failure_) co_return *failure_;
            auto& partitions = partitions_of(topic);
            const auto place = std::hash<std::string>{}(key.value()) % partitions.size();
            for (auto& record : records) {
                domain::eventlog::StoredRecord stored;
                stored.position = {domain::eventlog::PartitionId(static_cast<std::int32_t>(place)),
                                   domain::eventlog::Offset(static_cast<std::int64_t>(partitions[place].size()))};
                stored.key = key.value();
                stored.headers = std::move(record.headers);
                stored.value = std::move(record.value);
                positions.push_back(stored.position);
                partitions[place].push_back(std::move(stored));
            }
        }
        appended_.notify_all();
        co_return positions;
    }

    Answer<void> ensure_topic(const domain::eventlog::Topic& topic) override {
        const std::scoped_lock lock(mutex_);
        partitions_of(topic);
        co_return domain::base::Result<void>();
    }

    domain::base::Result<std::unique_ptr<domain::eventlog::Subscription>> follow(
        const domain::eventlog::GroupId& group, const domain::eventlog::Topic& topic,
        domain::eventlog::CheckpointReader& checkpoints) override {
        auto subscription = std::make_unique<Member>(*this, topic);
        for (std::int32_t i = 0; i < topic.partitions; ++i) {
            const auto next = checkpoints.next_offset(group, topic, domain::eventlog::PartitionId(i));
            if (!next) return next.error();
            subscription->next_.push_back(next->value());
        }
        return std::unique_ptr<domain::eventlog::Subscription>(std::move(subscription));
    }

    Answer<std::vector<domain::eventlog::StoredRecord>> read(const domain::eventlog::Topic& topic,
                                                             domain::eventlog::PartitionId partition,
                                                             domain::eventlog::Offset from,
                                                             std::size_t bytes_max) override {
        const std::scoped_lock lock(mutex_);
        co_return read_locked(topic, partition.value(), from.value(), bytes_max);
    }

    Answer<std::vector<domain::eventlog::PartitionRange>> ranges(const domain::eventlog::Topic& topic) override {
        const std::scoped_lock lock(mutex_);
        std::vector<domain::eventlog::PartitionRange> found;
        std::int32_t place = 0;
        for (const auto& records : partitions_of(topic)) {
            found.push_back({domain::eventlog::PartitionId(place++), domain::eventlog::Offset(0),
                             domain::eventlog::Offset(static_cast<std::int64_t>(records.size()))});
        }
        co_return found;
    }

    Answer<void> ping() override { co_return domain::base::Result<void>(); }

    /// Makes every append fail so, until it is called with nothing.
    void fail_appends(std::optional<Error> failure) {
        const std::scoped_lock lock(mutex_);
        failure_ = std::move(failure);
    }

private:
    using Partition = std::vector<domain::eventlog::StoredRecord>;

    class Member final : public domain::eventlog::Subscription {
    public:
        Member(InMemoryEventLog& log, domain::eventlog::Topic topic) : log_(log), topic_(std::move(topic)) {}

        domain::base::Task<domain::base::Result<domain::eventlog::Delivery>> next() override {
            for (;;) {
                const auto seen = log_.appended_.generation();
                if (closed_) co_return Error(domain::base::ErrorCode::kDeadlineExceeded, "closed");
                if (assigned_ < topic_.partitions) {
                    domain::eventlog::Delivery delivery(
                        domain::eventlog::PartitionAssigned{domain::eventlog::PartitionId(assigned_++)});
                    co_return delivery;
                }
                for (std::int32_t i = 0; i < topic_.partitions; ++i) {
                    domain::eventlog::RecordBatch batch;
                    batch.partition = domain::eventlog::PartitionId(i);
                    {
                        const std::scoped_lock lock(log_.mutex_);
                        batch.records = log_.read_locked(topic_, i, next_[static_cast<std::size_t>(i)], 4'000'000);
                    }
                    if (batch.records.empty()) continue;
                    next_[static_cast<std::size_t>(i)] = batch.records.back().position.offset.value() + 1;
                    domain::eventlog::Delivery delivery(std::move(batch));
                    co_return delivery;
                }
                co_await log_.appended_.wait(seen, std::chrono::hours(1));
            }
        }
        void close() override {
            closed_ = true;
            log_.appended_.notify_all();
        }

        std::vector<std::int64_t> next_;

    private:
        InMemoryEventLog& log_;
        domain::eventlog::Topic topic_;
        std::int32_t assigned_ = 0;
        std::atomic<bool> closed_{false};
    };

    std::vector<Partition>& partitions_of(const domain::eventlog::Topic& topic) {
        auto& partitions = topics_[topic.name];
        if (partitions.empty()) partitions.resize(static_cast<std::size_t>(topic.partitions));
        return partitions;
    }

    std::vector<domain::eventlog::StoredRecord> read_locked(const domain::eventlog::Topic& topic, std::int32_t partition,
                                                            std::int64_t from, std::size_t bytes_max) {
        std::vector<domain::eventlog::StoredRecord> found;
        std::size_t bytes = 0;
        const auto& records = partitions_of(topic)[static_cast<std::size_t>(partition)];
        for (auto i = static_cast<std::size_t>(from); i < records.size() && bytes < bytes_max; ++i) {
            bytes += records[i].value.size() + 1;
            found.push_back(records[i]);
        }
        return found;
    }

    std::mutex mutex_;
    std::map<std::string, std::vector<Partition>> topics_;
    std::optional<Error> failure_;
    infra::runtime::ChangeSignal appended_;
};

}  // namespace tests
