#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/co_spawn.hpp>

#include "domain/eventlog/event_log.hpp"
#include "infra/runtime/io_runtime.hpp"

namespace tests::contract {

namespace base = domain::base;
namespace eventlog = domain::eventlog;

/// An adapter of the port with what the cases need around it.
class LogUnderTest {
public:
    virtual ~LogUnderTest() = default;

    virtual eventlog::EventLog& log() = 0;
    /// A further log on the same storage, whose append queue holds this much.
    virtual std::unique_ptr<eventlog::EventLog> open_with_queue(std::size_t bytes_max) = 0;
    /// Stops the log, or its broker, and starts it again; log() is another object afterwards. Subscriptions of the one
    /// before must be gone.
    virtual void restart() = 0;
    /// Lets retention remove all that the topic holds now.
    virtual void expire(const eventlog::Topic& topic) = 0;
    /// Arguments of eventlog_writer that make it write to this log.
    virtual std::vector<std::string> writer_arguments() const = 0;
};

enum class Restartable { kNo, kYes };

/// Defined by each adapter's file.
std::unique_ptr<LogUnderTest> make_log_under_test(Restartable restartable = Restartable::kNo);

/// Checkpoints in memory, which can be out of reach for a while.
class MemoryCheckpoints final : public eventlog::CheckpointReader {
public:
    base::Result<eventlog::Offset> next_offset(const eventlog::GroupId& group, const eventlog::Topic& topic,
                                               eventlog::PartitionId partition) override;
    void set(const eventlog::GroupId& group, const eventlog::Topic& topic, eventlog::PartitionId partition,
             std::int64_t offset);
    /// The next `calls` calls fail with kUnavailable.
    void fail(std::size_t calls);

private:
    using Key = std::pair<std::string, eventlog::PartitionId>;
    std::mutex mutex_;
    std::map<Key, std::int64_t> offsets_;
    std::size_t failures_ = 0;
};

/// The I/O threads of all cases. They outlive every log: the threads of a log resume coroutines on them, and may still be
/// about to leave the io_context when the coroutine has long ended.
infra::runtime::IoRuntime& io_threads();

/// Runs one coroutine to its end on the I/O threads; nothing when that takes longer than `limit`.
template <class Value>
std::optional<Value> run_within(base::Task<Value> task, std::chrono::steady_clock::duration limit) {
    auto promise = std::make_shared<std::promise<Value>>();
    auto future = promise->get_future();
    boost::asio::co_spawn(io_threads().make_strand(), std::move(task), [promise](std::exception_ptr thrown, Value value) {
        if (thrown) promise->set_exception(thrown);
        else promise->set_value(std::move(value));
    });
    if (future.wait_for(limit) != std::future_status::ready) return std::nullopt;
    return future.get();
}
template <class Value>
Value run(base::Task<Value> task) {
    return *run_within(std::move(task), std::chrono::hours(1));
}

/// A new topic, unlike any other.
eventlog::Topic new_topic(LogUnderTest& test, std::int32_t partitions,
                          std::optional<std::chrono::hours> retention = std::nullopt);

eventlog::Record record(std::string value);
std::vector<eventlog::Record> one(std::string value);

/// These run one call to its end and demand success.
std::vector<eventlog::Position> append(eventlog::EventLog& log, const eventlog::Topic& topic, const std::string& key,
                                       std::vector<eventlog::Record> records);
std::vector<eventlog::PartitionRange> ranges(eventlog::EventLog& log, const eventlog::Topic& topic);
std::vector<eventlog::StoredRecord> read(eventlog::EventLog& log, const eventlog::Topic& topic, std::int32_t partition,
                                         std::int64_t from, std::size_t bytes_max);
/// Everything in the topic, partition by partition, read in pieces.
std::vector<eventlog::StoredRecord> read_all(eventlog::EventLog& log, const eventlog::Topic& topic);

/// The error of an append that must fail.
base::ErrorCode append_error(eventlog::EventLog& log, const eventlog::Topic& topic, std::vector<eventlog::Record> records);

/// One delivery, or a failed test when none comes in time.
base::Result<eventlog::Delivery> next(eventlog::Subscription& subscription);

/// Asks until the condition holds; a failed test when it does not in time.
void eventually(const std::string& what, const std::function<bool()>& condition);

/// How long a condition may take to become true; generous, since it is reached only by a fault.
inline constexpr std::chrono::seconds patience{90};

}  // namespace tests::contract
