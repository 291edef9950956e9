#include "tests/contract/eventlog/log_under_test.hpp"

#include <atomic>
#include <thread>

#include <catch2/catch.hpp>
#include <unistd.h>

namespace tests::contract {

base::Result<eventlog::Offset> MemoryCheckpoints::next_offset(const eventlog::GroupId& group,
                                                              const eventlog::Topic& topic,
                                                              eventlog::PartitionId partition) {
    const std::scoped_lock lock(mutex_);
    if (failures_ > 0) {
        --failures_;
        return base::Error(base::ErrorCode::kUnavailable, "the store is out of reach");
    }
    const auto found = offsets_.find({group.value() + "/" + topic.name, partition});
    return eventlog::Offset(found == offsets_.end() ? 0 : found->second);
}

void MemoryCheckpoints::set(const eventlog::GroupId& group, const eventlog::Topic& topic,
                            eventlog::PartitionId partition, std::int64_t offset) {
    const std::scoped_lock lock(mutex_);
    offsets_[{group.value() + "/" + topic.name, partition}] = offset;
}

void MemoryCheckpoints::fail(std::size_t calls) {
    const std::scoped_lock lock(mutex_);
    failures_ = calls;
}

infra::runtime::IoRuntime& io_threads() {
    static infra::runtime::IoRuntime threads(2);
    return threads;
}

eventlog::Topic new_topic(LogUnderTest& test, std::int32_t partitions, std::optional<std::chrono::hours> retention) {
    static std::atomic<int> count{0};
    const auto ticks = std::chrono::system_clock::now().time_since_epoch().count();
    eventlog::Topic topic{"contract." + std::to_string(::getpid()) + "." + std::to_string(ticks) + "." +
                              std::to_string(++count),
                          partitions, retention};
    const auto made = run(test.log().ensure_topic(topic));
    if (!made) FAIL("ensure_topic: " << made.error().message());
    return topic;
}

eventlog::Record record(std::string value) {
    return eventlog::Record{{{"ce_id", value.substr(0, 64)}}, base::SharedBytes::of(std::move(value))};
}

std::vector<eventlog::Record> one(std::string value) {
    std::vector<eventlog::Record> records;
    records.push_back(record(std::move(value)));
    return records;
}

std::vector<eventlog::Position> append(eventlog::EventLog& log, const eventlog::Topic& topic, const std::string& key,
                                       std::vector<eventlog::Record> records) {
    auto done = run(log.append(topic, eventlog::PartitionKey(key), std::move(records)));
    if (!done) FAIL("append: " << done.error().message());
    return std::move(*done);
}

std::vector<eventlog::PartitionRange> ranges(eventlog::EventLog& log, const eventlog::Topic& topic) {
    auto found = run(log.ranges(topic));
    if (!found) FAIL("ranges: " << found.error().message());
    return std::move(*found);
}

std::vector<eventlog::StoredRecord> read(eventlog::EventLog& log, const eventlog::Topic& topic, std::int32_t partition,
                                         std::int64_t from, std::size_t bytes_max) {
    auto found = run(log.read(topic, eventlog::PartitionId(partition), eventlog::Offset(from), bytes_max));
    if (!found) FAIL("read: " << found.error().message());
    return std::move(*found);
}

std::vector<eventlog::StoredRecord> read_all(eventlog::EventLog& log, const eventlog::Topic& topic) {
    std::vector<eventlog::StoredRecord> all;
    for (const eventlog::PartitionRange& range : ranges(log, topic)) {
        for (std::int64_t from = range.first.value(); from < range.end.value();) {
            auto records = read(log, topic, range.partition.value(), from, 1 << 20);
            REQUIRE_FALSE(records.empty());
            from = records.back().position.offset.value() + 1;
            for (auto& found : records) all.push_back(std::move(found));
        }
    }
    return all;
}

base::ErrorCode append_error(eventlog::EventLog& log, const eventlog::Topic& topic,
                             std::vector<eventlog::Record> records) {
    const auto done = run(log.append(topic, eventlog::PartitionKey("key"), std::move(records)));
    if (done) FAIL("the append succeeded");
    return done.error().code();
}

base::Result<eventlog::Delivery> next(eventlog::Subscription& subscription) {
    auto delivery = run_within(subscription.next(), patience);
    if (!delivery) FAIL("no delivery in time");
    return std::move(*delivery);
}

void eventually(const std::string& what, const std::function<bool()>& condition) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > until) FAIL("it never came true: " << what);
        std::this_thread::yield();
    }
}

}  // namespace tests::contract
