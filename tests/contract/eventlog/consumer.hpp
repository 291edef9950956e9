#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "infra/runtime/task_group.hpp"
#include "tests/contract/eventlog/log_under_test.hpp"

namespace tests::contract {

/// Follows a topic in the background, as the consumers do, and watches that the port keeps its promises: records of
/// assigned partitions only, beginning at the checkpoint, offsets ascending.
class Consumer {
public:
    enum class Commit { kNothing, kEveryBatch };

    Consumer(eventlog::EventLog& log, const eventlog::GroupId& group, const eventlog::Topic& topic,
             MemoryCheckpoints& checkpoints, Commit commit);
    ~Consumer();

    struct Seen {
        std::map<eventlog::PartitionId, std::int64_t> owned;  ///< with the offset expected next
        std::vector<eventlog::StoredRecord> records;
        std::size_t revoked = 0;
        std::vector<std::string> broken;  ///< promises
        std::optional<base::Error> end;
    };
    /// A failed test when the condition does not hold in time.
    void wait_until(const std::string& what, const std::function<bool(const Seen&)>& condition);
    Seen seen() const;
    /// As a crash would: no further batch is taken, the partitions go to others.
    void close();

private:
    base::Task<void> follow();
    void note(const eventlog::Delivery& delivery);
    void note_batch(const eventlog::RecordBatch& batch);

    const eventlog::GroupId group_;
    const eventlog::Topic topic_;
    MemoryCheckpoints& checkpoints_;
    const Commit commit_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Seen seen_;
    std::unique_ptr<eventlog::Subscription> subscription_;
    infra::runtime::TaskGroup tasks_;
};

}  // namespace tests::contract
