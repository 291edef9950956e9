#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// In which order the rows of a segment stand, chosen by what the columns hold.
///
/// Rows that agree in the columns of few values stand together: such columns shrink to runs, a query that picks some of their
/// values reads the row groups that have them, and counting by them is cheap. Within that, the values of an identifier
/// that recurs stand together, which makes distinct counts and searches cheap; then comes time. No answer may depend on it.
namespace domain::catalog {

/// What is known of a column that rows could be ordered by.
struct ColumnFacts {
    std::int64_t values = 0;        ///< rows that have one
    std::int64_t distinct_max = 0;  ///< different values, in the part of the rows that has most of them
    std::int64_t distinct_sum = 0;  ///< of all parts
    std::int64_t distinct_bytes = 0;  ///< of one of the different values, on average
};

struct ClusteringLimits {
    std::size_t keys_max = 3;
    std::int64_t key_distinct_max = 256;
    int values_percent_min = 90;         ///< of the rows, to have a value of a key or of the identifier
    std::int64_t cell_rows_min = 256;    ///< rows for each combination of keys, on average, if all combinations occur
    int identifier_distinct_percent_max = 60;  ///< of an identifier's values in one part: above it they hardly recur
    int identifier_distinct_percent_min = 1;   ///< what recurs more often is cheap as it is
    std::int64_t identifier_bytes_max = 96;  ///< longer texts on the average are prose
};

/// Indices into the facts.
struct Clustering {
    std::vector<std::size_t> keys;  ///< coarsest first
    std::optional<std::size_t> identifier;
};

/// Keys are the columns of most values that are few enough, as many as divide the rows into cells that are worth it; the
/// identifier is the column whose repeated values take most bytes.
Clustering choose_clustering(std::span<const ColumnFacts> columns, std::int64_t rows, const ClusteringLimits& limits = {});

}  // namespace domain::catalog
