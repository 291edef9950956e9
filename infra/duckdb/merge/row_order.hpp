#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace infra::duckdb::merge {

/// Where the rows of several files will stand in one.
struct RowOrder {
    std::vector<std::uint32_t> rows;    ///< at each place the row, counted as they are read
    std::vector<std::uint32_t> places;  ///< of each row: the inverse
    std::vector<std::size_t> ends;      ///< of the row groups, ascending, the last is the number of rows

    std::size_t first_of(std::size_t group) const { return group == 0 ? 0 : ends[group - 1]; }
};

struct RowOrderLimits {
    /// A row group ends where a combination of keys does, once it has so many rows: a query that picks a combination reads
    /// hardly more than it.
    std::size_t group_rows_min = 16384;
    /// A search for one identifier reads one row group of each cell, more or less; fewer rows make the footer larger.
    std::size_t group_rows_max = 65536;
};

/// Rows by cell, then by identifier, then by time; rows that agree in all stay in the order in which they are read. `cells`
/// and `identifiers` are empty, or have a number for each row.
RowOrder order_rows(std::span<const std::uint32_t> cells, std::span<const std::uint32_t> identifiers,
                    std::span<const std::int64_t> times, const RowOrderLimits& limits);

}  // namespace infra::duckdb::merge
