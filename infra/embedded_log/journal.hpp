#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "domain/base/time.hpp"
#include "infra/embedded_log/append.hpp"
#include "infra/embedded_log/segment.hpp"
#include "infra/runtime/signal.hpp"

namespace infra::embedded_log {

struct JournalLimits {
    /// A segment that has reached this size gets a successor.
    std::uint64_t segment_bytes_max = 0;
    /// The newest bytes that stay in the page cache for followers. What is older is given back: the kernel then writes
    /// new data into the same warm pages, instead of filling all of the machine's memory with the log.
    std::uint64_t cached_bytes_max = 0;
    /// How long to wait for another process that appends.
    std::chrono::milliseconds lock_wait_max{0};
};

/// One topic on disk: a directory of segments, all partitions interleaved, so that a group commit is one write and one
/// fdatasync whatever the number of partitions. Thread-safe.
///
/// Several processes may append: each takes the lock file, looks at what the others appended, and goes on behind it.
/// Only what is known to be on the disk is shown to readers: who finds blocks of another process syncs them first.
class Journal {
public:
    /// Opens the topic in `directory`, cutting off what a crash left unfinished. Fails with kNotFound when there is none,
    /// with kInternal when confirmed records are damaged, and with kUnavailable.
    static base::Result<std::shared_ptr<Journal>> open(const std::filesystem::path& directory, JournalLimits limits,
                                                       const base::Clock& clock);

    /// As open(), after creating the topic, or more partitions in it, where they are missing.
    static base::Result<std::shared_ptr<Journal>> ensure(const std::filesystem::path& directory, std::int32_t partitions,
                                                         JournalLimits limits, const base::Clock& clock);

    /// Gives the topic at least this many partitions.
    base::Result<void> ensure_partitions(std::int32_t partitions);

    /// Writes and syncs the group and sets every outcome. After a failure nothing of the group is in the log, and later
    /// groups may succeed again.
    void commit(std::span<Append* const> group);

    /// Takes note of what other processes appended.
    base::Result<void> refresh();

    /// Removes segments whose newest record is older than `age`, and closes the active one in time for that.
    base::Result<void> expire(std::chrono::hours age);

    std::vector<eventlog::PartitionRange> ranges() const;

    /// Where the record at `offset` stands: in the segment `sequence`, which has the partition's records below `end`. An
    /// offset below the oldest record means the oldest. Nothing behind the newest record, and for an unknown partition.
    struct Location {
        std::uint64_t sequence = 0;
        std::int64_t offset = 0;
        std::int64_t end = 0;
        bool newest = false;  ///< in the segment that is still written to
    };
    std::optional<Location> locate(eventlog::PartitionId partition, std::int64_t offset) const;

    /// Notified after every change of ranges().
    runtime::ChangeSignal& changed() { return changed_; }
    const std::filesystem::path& directory() const { return directory_; }

private:
    Journal(std::filesystem::path directory, JournalLimits limits, const base::Clock& clock);

    // These need commit_mutex_ and the lock file.
    base::Result<void> write_group(std::span<Append* const> group);
    base::Result<void> catch_up();
    base::Result<void> adopt_segments();
    base::Result<void> roll(std::size_t partitions);
    void undo_write(bool sync_failed);
    void trim_cache();
    void publish();

    base::Result<FileLock> lock();
    bool changed_outside() const;
    std::vector<std::vector<Append*>> distribute(std::span<Append* const> group);

    const std::filesystem::path directory_;
    const JournalLimits limits_;
    const base::Clock& clock_;

    std::mutex commit_mutex_;
    File lock_file_;
    File turn_file_;
    File active_;
    Segment active_segment_;
    Extent extent_;           // of the active segment, all of it on the disk
    bool must_roll_ = false;  // the active segment must not be written to any more
    File previous_;           // the segment before, until its pages are given back
    std::uint64_t cached_from_ = 0;  // of the active segment; what is before is not in the page cache
    std::uint64_t spread_ = 0;

    mutable std::mutex mutex_;  // guards what readers see
    std::deque<Segment> segments_;
    std::vector<std::int64_t> ends_;

    runtime::ChangeSignal changed_;
};

}  // namespace infra::embedded_log
