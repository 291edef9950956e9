#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "domain/base/result.hpp"
#include "domain/base/time.hpp"
#include "domain/catalog/segment.hpp"

namespace infra::duckdb {

struct SegmentMergerConfig {
    /// Where segments lie, absolute; nothing outside of it is read or written.
    std::filesystem::path segment_directory;
    /// Where large sorts spill, each merger into a directory of its own below; created when absent. Any number of mergers and
    /// processes may share it.
    std::filesystem::path temp_directory;
    std::size_t memory_bytes_max = std::size_t{256} << 20;  ///< of one merge
    std::size_t temp_bytes_max = std::size_t{4} << 30;      ///< on disk
};

/// What a written file holds.
struct MergedRows {
    std::int64_t rows = 0;
    domain::base::Timestamp time_min{};
    domain::base::Timestamp time_max{};
};

/// Merges segments into one, sorted by time, in a small DuckDB database of its own, on the calling thread alone. Calls come
/// one at a time; stop() is thread-safe.
class SegmentMerger {
public:
    /// Fails with kInvalidArgument (the segment directory), kUnavailable (the other one) or kInternal.
    static domain::base::Result<std::unique_ptr<SegmentMerger>> open(const SegmentMergerConfig& config);
    ~SegmentMerger();
    SegmentMerger(const SegmentMerger&) = delete;
    SegmentMerger& operator=(const SegmentMerger&) = delete;

    /// Writes all rows of `segments`, ordered by ts, bundle and idx, into the new file `file` below the segment directory;
    /// `layout` must have every path column that one of them has. The file is not durable yet; it is read once again to
    /// tell what it holds. On failure it may be there in part.
    ///
    /// Fails with kUnavailable (a file, or stopped), kResourceExhausted (memory, temporary files), kInternal.
    domain::base::Result<MergedRows> merge(std::span<const domain::catalog::Segment> segments,
                                           const domain::catalog::SegmentLayout& layout, const std::string& file);

    /// Makes the running and every later merge fail soon.
    void stop();

private:
    struct State;
    explicit SegmentMerger(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace infra::duckdb
