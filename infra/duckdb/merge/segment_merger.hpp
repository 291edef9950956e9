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

namespace infra::duckdb::merge {

struct SegmentMergerConfig {
    /// Where segments lie, absolute; nothing outside of it is read or written.
    std::filesystem::path segment_directory;
    std::size_t read_bytes_max = std::size_t{128} << 20;  ///< memory of DuckDB, which reads
    /// Values of one column that wait for their place; a column that has more is read several times. One row group is the least,
    /// whatever its size.
    std::size_t column_bytes_max = std::size_t{64} << 20;
    std::size_t row_group_bytes_max = std::size_t{64} << 20;  ///< of observations as they were sent, on average
};

/// What a written file holds.
struct MergedRows {
    std::int64_t rows = 0;
    domain::base::Timestamp time_min{};
    domain::base::Timestamp time_max{};
};

/// Merges segments into one, column after column: the order of the rows is decided by the columns that the clustering
/// (domain/catalog/clustering.hpp) chooses, then each column is read, put into that order, and written. So memory is that of one
/// column and some twenty bytes a row, and no row is ever put together. Works on the calling thread alone. Calls come one at a
/// time; stop() is thread-safe.
class SegmentMerger {
public:
    /// Fails with kInvalidArgument (the segment directory) or kInternal.
    static domain::base::Result<std::unique_ptr<SegmentMerger>> open(const SegmentMergerConfig& config);
    ~SegmentMerger();
    SegmentMerger(const SegmentMerger&) = delete;
    SegmentMerger& operator=(const SegmentMerger&) = delete;

    /// Writes all rows of `segments` into the new file `file` below the segment directory, and makes it durable, but not its name;
    /// `layout` must have every path column that one of them has. Rows that the clustering does not tell apart stand in order
    /// of time, then of the segments. On failure there is no file.
    ///
    /// Fails with kUnavailable (a file, or stopped), kResourceExhausted (memory, disk), kInternal.
    domain::base::Result<MergedRows> merge(std::span<const domain::catalog::Segment> segments,
                                           const domain::catalog::SegmentLayout& layout, const std::string& file);

    /// Makes the running and every later merge fail soon.
    void stop();

private:
    struct State;
    explicit SegmentMerger(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace infra::duckdb::merge
