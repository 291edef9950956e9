#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "domain/base/limits.hpp"
#include "domain/catalog/segment.hpp"

/// Which segments are merged into one.
///
/// A segment is *small* below three bounds, and small segments have a *tier*, a class of raw size; each class begins where
/// 32 segments of the class below end up at least. A job merges neighbours in time of one tier, at least segments_min of
/// them or as many as fill one of its own bounds. So its result belongs to a higher tier or is small no more: raw bytes and
/// rows add up exactly. A row is therefore rewritten at most a few times, however long its dataset goes on growing, and
/// never is something large rewritten for the sake of something tiny.
namespace domain::catalog {

struct CompactionLimits {
    // What counts as small. Each is at most an eighth of what a job may have, so that a full job has eight segments at least
    // and its result is small no more. The index segments_small (migrations/0006) must cover the first three.
    std::int64_t small_bytes = 4 * std::int64_t{base::limits::kMiB};
    std::int64_t small_rows = 256 * std::int64_t{base::limits::kKiB};
    std::int64_t small_raw_bytes = 6 * std::int64_t{base::limits::kMiB};
    std::int64_t small_sort_bytes = 12 * std::int64_t{base::limits::kMiB};

    std::size_t segments_min = 32;   ///< of one job, unless it is full
    std::size_t segments_max = 256;  ///< of one job
    std::int64_t bytes_max = 64 * std::int64_t{base::limits::kMiB};       ///< of the files of one job
    std::int64_t sort_bytes_max = 96 * std::int64_t{base::limits::kMiB};  ///< of one job, as sort_bytes() guesses
    std::size_t layouts_max = 32;        ///< different ones in a job: each is a scan of its own
    std::size_t path_columns_max = 256;  ///< of a segment
    /// When the layouts of neighbours do not fit into path_columns_max together, they are merged in several jobs; each has
    /// at least so many.
    std::size_t split_segments_min = 8;
    /// The rows of a job lie in about one such span of time, so that pruning by time and retention stay as good as before.
    std::chrono::hours span{24};
};

/// About how much memory DuckDB needs to sort rows of so many path columns: 16 bytes for each value, and the texts, which
/// are at most as long as the observations were and the skeletons of about their length.
std::int64_t sort_bytes(std::int64_t rows, std::size_t path_columns, std::int64_t raw_bytes);

/// Tier n holds raw sizes from the n-th bound on, counted from 1; tier 0 those below the first.
inline constexpr std::array<std::int64_t, 5> compaction_tier_bounds{32, 1024, 32'768, 1'048'576, 33'554'432};

/// How long a file stays after it left the catalog: longer than any query that may have read the catalog before.
inline constexpr std::chrono::seconds retired_file_grace = base::limits::query_duration_max + std::chrono::seconds(120);

/// The segments of the next job out of small segments of one tier and span, in the order given, which is that of time.
/// None when there is too little to do.
std::vector<Segment> choose_segments(std::vector<Segment> small, const CompactionLimits& limits);

/// The layout that holds all rows of these segments: one column for every path and type that any of them has, named by
/// column_name().
SegmentLayout merged_layout(std::span<const Segment> segments);

}  // namespace domain::catalog
