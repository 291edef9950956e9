#include "infra/duckdb/merge/row_order.hpp"

#include <algorithm>
#include <tuple>

namespace infra::duckdb::merge {
namespace {

struct Place {
    std::uint64_t key = 0;
    std::int64_t time = 0;
    std::uint32_t row = 0;
};

std::uint32_t cell_of(const Place& place) { return static_cast<std::uint32_t>(place.key >> 32U); }

std::vector<std::size_t> ends_of(const std::vector<Place>& places, const RowOrderLimits& limits) {
    std::vector<std::size_t> ends;
    std::size_t first = 0;
    for (std::size_t i = 1; i < places.size(); ++i) {
        const bool is_new_cell = cell_of(places[i]) != cell_of(places[i - 1]);
        if (i - first < (is_new_cell ? limits.group_rows_min : limits.group_rows_max)) continue;
        ends.push_back(i);
        first = i;
    }
    ends.push_back(places.size());
    return ends;
}

}  // namespace

RowOrder order_rows(std::span<const std::uint32_t> cells, std::span<const std::uint32_t> identifiers,
                    std::span<const std::int64_t> times, const RowOrderLimits& limits) {
    std::vector<Place> places(times.size());
    for (std::uint32_t row = 0; row < places.size(); ++row) {
        const std::uint64_t cell = cells.empty() ? 0 : cells[row];
        const std::uint64_t identifier = identifiers.empty() ? 0 : identifiers[row];
        places[row] = {(cell << 32U) | identifier, times[row], row};
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::tie(a.key, a.time, a.row) < std::tie(b.key, b.time, b.row);
    });
    RowOrder order;
    order.rows.resize(places.size());
    order.places.resize(places.size());
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        order.rows[i] = places[i].row;
        order.places[places[i].row] = i;
    }
    order.ends = ends_of(places, limits);
    return order;
}

}  // namespace infra::duckdb::merge
