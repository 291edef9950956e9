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
/// A segment is *small* below three bounds, and small segments have a *tier*, a class of raw size. A job merges neighbours in
/// time of one tier, at least as many as its tier wants or as fill one of its own bounds; each class begins where so many
/// segments of the class below end at least. So the result belongs to a higher tier or is small no more: raw bytes and rows
/// add up exactly. A row is therefore rewritten at most once for each tier that it passes, however long its dataset goes on
/// growing, and never is something large rewritten for the sake of something tiny.
///
/// When a dataset has had nothing new for a while, the upper tiers are content with fewer segments, so that what was sent in one
/// go ends in few. The result may then stay in its tier; it has at least the size of quiet_segments_min of its
/// segments, so that a row is rewritten some three times more at worst.
namespace domain::catalog {

struct CompactionLimits {
    // What counts as small. Each is an eighth of what a job may have, so that a full job has eight segments at least
    // and its result is small no more. The index segments_small (migrations/0026) must cover them.
    std::int64_t small_bytes = 16 * std::int64_t{base::limits::kMiB};
    std::int64_t small_rows = 128 * std::int64_t{base::limits::kKiB};
    std::int64_t small_raw_bytes = 64 * std::int64_t{base::limits::kMiB};

    std::size_t segments_max = 256;  ///< of one job
    std::int64_t bytes_max = 128 * std::int64_t{base::limits::kMiB};      ///< of the files of one job
    std::int64_t rows_max = 1024 * std::int64_t{base::limits::kKiB};      ///< of one job
    std::int64_t raw_bytes_max = 512 * std::int64_t{base::limits::kMiB};  ///< of one job
    std::size_t layouts_max = 32;        ///< different ones in a job: each is a scan of its own
    std::size_t path_columns_max = 256;  ///< of a segment
    /// When the layouts of neighbours do not fit into path_columns_max together, they are merged in several jobs; each has
    /// at least so many.
    std::size_t split_segments_min = 8;
    /// The rows of a job lie in about one such span of time, so that pruning by time and retention stay as good as before.
    std::chrono::hours span{24};
    std::chrono::seconds quiet{5};      ///< without anything new; then quiet_segments_min
    std::size_t quiet_segments_min = 4;
};

struct CompactionTier {
    std::int64_t raw_bytes = 0;     ///< the least of a segment
    std::size_t segments_min = 0;   ///< of a job, unless it is full
    bool can_be_quiet = false;      ///< fewer are enough when nothing new comes
};

/// Tiny segments cost hardly more than the opening of a file, so they are left alone for longer.
inline constexpr std::array<CompactionTier, 6> compaction_tiers{{
    {0, 32},
    {32, 32},
    {base::limits::kKiB, 32},
    {32 * base::limits::kKiB, 32},
    {base::limits::kMiB, 8, true},
    {8 * base::limits::kMiB, 16, true},
}};

/// How long a file stays after it left the catalog: longer than any query that may have read the catalog before.
inline constexpr std::chrono::seconds retired_file_grace = base::limits::query_duration_max + std::chrono::seconds(120);

/// The segments of the next job out of small segments of one tier and span, in the order given, which is that of time.
/// None when there is too little to do: fewer than `segments_min` that do not fill a job.
std::vector<Segment> choose_segments(std::vector<Segment> small, std::size_t segments_min, const CompactionLimits& limits);

/// The layout that holds all rows of these segments: one column for every path and type that any of them has, named by
/// column_name().
SegmentLayout merged_layout(std::span<const Segment> segments);

}  // namespace domain::catalog
