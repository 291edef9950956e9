#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "domain/eventlog/event_log.hpp"

namespace consumers::landing {

/// When what was gathered is flushed, and how much may wait.
struct GatheringLimits {
    std::size_t waiting_bytes_max = 32 * 1024 * 1024;   ///< gathered records; reading pauses beyond
    std::size_t flush_bytes = 16 * 1024 * 1024;         ///< so much is flushed at once, whatever its age
    std::size_t segment_bytes_max = 32 * 1024 * 1024;   ///< of payload; a dataset with more in one flush gets several segments
    std::chrono::milliseconds linger{5};                ///< the first record of an idle period waits for company
    std::chrono::milliseconds pause_min{75};            ///< between two flushes, so that a trickle makes few segments
    std::chrono::milliseconds pause_max{200};
    int pause_factor = 2;                               ///< a pause lasts so many times the flush before it
};

/// What one flush takes: consecutive records of each partition.
struct GatheredBatch {
    GatheredBatch() = default;
    struct Partition {
        domain::eventlog::Offset expected;  ///< the checkpoint as this member knows it
        domain::eventlog::Offset next;
        std::vector<domain::eventlog::StoredRecord> records;
    };
    std::map<domain::eventlog::PartitionId, Partition> partitions;
    std::size_t bytes = 0;
};

/// Collects records across the partitions of one member while a flush runs, and says when the next one is due: at once
/// when little arrives, after a pause in proportion to the cost of the last flush under load. Pure; not thread-safe.
class Gathering {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    explicit Gathering(const GatheringLimits& limits) : limits_(limits) {}

    /// Forgets all partitions and records.
    void clear();
    /// Records of the partition before `checkpoint` have been applied already, by whoever had it before.
    void assign(domain::eventlog::PartitionId partition, domain::eventlog::Offset checkpoint);
    /// Forgets the partition's records that no flush has taken.
    void revoke(domain::eventlog::PartitionId partition);
    /// Records of a partition that is not assigned, and those before its checkpoint, are left out.
    void add(domain::eventlog::RecordBatch batch, TimePoint now);

    bool is_full() const { return bytes_ >= limits_.waiting_bytes_max; }
    bool is_empty() const { return count_ == 0; }
    std::size_t bytes() const { return bytes_; }
    /// When the next flush may begin; nothing while nothing waits.
    std::optional<TimePoint> due() const;

    /// Takes all that waits.
    GatheredBatch take();
    /// A flush that began at `start` ended.
    void flushed(TimePoint start, TimePoint end);

private:
    struct Partition {
        domain::eventlog::Offset expected;  ///< what the last flush left, or will leave, as the checkpoint
        domain::eventlog::Offset next;
        std::vector<domain::eventlog::StoredRecord> records;
    };

    const GatheringLimits limits_;
    std::map<domain::eventlog::PartitionId, Partition> partitions_;
    std::size_t bytes_ = 0;
    std::size_t count_ = 0;
    TimePoint oldest_{};
    TimePoint pause_end_{};
};

/// Bytes that a record keeps in memory.
std::size_t memory_of(const domain::eventlog::StoredRecord& record);

}  // namespace consumers::landing
