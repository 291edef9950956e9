#include "domain/catalog/clustering.hpp"

#include <algorithm>
#include <numeric>

namespace domain::catalog {
namespace {

bool has_enough_values(const ColumnFacts& column, std::int64_t rows, const ClusteringLimits& limits) {
    return column.values * 100 >= rows * limits.values_percent_min;
}

bool is_key(const ColumnFacts& column, const ClusteringLimits& limits) {
    return column.distinct_max > 1 && column.distinct_max <= limits.key_distinct_max;
}

bool is_identifier(const ColumnFacts& column, const ClusteringLimits& limits) {
    return column.distinct_max > limits.key_distinct_max && column.distinct_bytes <= limits.identifier_bytes_max &&
           column.distinct_sum * 100 <= column.values * limits.identifier_distinct_percent_max &&
           column.distinct_sum * 100 >= column.values * limits.identifier_distinct_percent_min;
}

std::int64_t repeated_bytes(const ColumnFacts& column) { return (column.values - column.distinct_sum) * column.distinct_bytes; }

}  // namespace

Clustering choose_clustering(std::span<const ColumnFacts> columns, std::int64_t rows, const ClusteringLimits& limits) {
    std::vector<std::size_t> finest_first(columns.size());
    std::iota(finest_first.begin(), finest_first.end(), 0);
    std::erase_if(finest_first, [&](std::size_t i) { return !has_enough_values(columns[i], rows, limits); });
    std::stable_sort(finest_first.begin(), finest_first.end(),
                     [&](std::size_t a, std::size_t b) { return columns[a].distinct_max > columns[b].distinct_max; });
    Clustering chosen;
    std::int64_t cells = 1;
    for (const std::size_t i : finest_first) {
        const ColumnFacts& column = columns[i];
        if (is_identifier(column, limits)) {
            const bool is_better = !chosen.identifier || repeated_bytes(column) > repeated_bytes(columns[*chosen.identifier]);
            if (is_better) chosen.identifier = i;
        }
        if (!is_key(column, limits) || chosen.keys.size() == limits.keys_max) continue;
        if (cells * column.distinct_max * limits.cell_rows_min > rows) continue;
        cells *= column.distinct_max;
        chosen.keys.push_back(i);
    }
    std::reverse(chosen.keys.begin(), chosen.keys.end());
    return chosen;
}

}  // namespace domain::catalog
