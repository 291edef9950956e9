#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "domain/eventlog/event_log.hpp"
#include "infra/kafka/handles.hpp"

namespace infra::kafka {

namespace eventlog = domain::eventlog;

/// Reads partitions forward without a group, one call at a time: a client of its own, started with the first call and
/// kept, since a rebuild reads on where the call before stopped. Thread-safe, blocks.
class Reader {
public:
    Reader(Properties properties, std::chrono::milliseconds limit) : properties_(std::move(properties)), limit_(limit) {}

    /// As EventLog::read().
    base::Result<std::vector<eventlog::StoredRecord>> read(const std::string& topic, eventlog::PartitionId partition,
                                                           eventlog::Offset from, std::size_t bytes_max);

private:
    base::Result<void> start();
    base::Result<void> move_to(const std::string& topic, eventlog::PartitionId partition, std::int64_t offset);

    const Properties properties_;
    const std::chrono::milliseconds limit_;
    std::mutex mutex_;
    ClientPtr client_;
    // Where the client stands: the next message it will hand out.
    std::string topic_;
    eventlog::PartitionId partition_;
    std::int64_t next_ = -1;
};

}  // namespace infra::kafka
