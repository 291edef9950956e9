#include "domain/opal/sql/time_bins.hpp"

#include <algorithm>

#include "domain/opal/sql/dialect.hpp"
#include "domain/opal/sql/special_calls.hpp"

namespace domain::opal::sql {
namespace {

std::int64_t floor_divide_int(std::int64_t dividend, std::int64_t divisor) {
    return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
}

/// The bins that the window touches: [first, end).
struct WindowBins {
    std::int64_t first;
    std::int64_t end;

    WindowBins(const plan::Window& window, const check::Grid& grid)
        : first(floor_divide_int(window.start - grid.offset_ns, grid.size_ns)),
          end(std::max(first, floor_divide_int(window.end - 1 - grid.offset_ns, grid.size_ns) + 1)) {}
};

/// The number of the bin that holds time + shift.
std::string bin_of(const std::string& time, std::int64_t shift, const check::Grid& grid) {
    const std::int64_t total = shift - grid.offset_ns;
    const std::string moved = total == 0 ? time : "(" + time + " + " + std::to_string(total) + ")";
    return floor_divide(moved, std::to_string(grid.size_ns));
}

std::string unnest_range(const std::string& first, const std::string& end) {
    return "unnest(range(" + first + ", " + end + "))";
}

}  // namespace

std::string spread_bins(const plan::SpreadBins& spread, Parameters&) {
    const WindowBins bins(spread.window, spread.grid);
    const std::string first = "CAST(" + std::to_string(bins.first) + " AS BIGINT)";
    const std::string end = "CAST(" + std::to_string(bins.end) + " AS BIGINT)";
    const std::string from = column_name(spread.from);
    if (spread.frame) {
        // Bin b takes the row when end(b) - back <= time < end(b) + ahead.
        const std::int64_t size = spread.grid.size_ns;
        const std::string low = bin_of(from, -size - spread.frame->ahead_ns, spread.grid) + " + 1";
        const std::string high = bin_of(from, spread.frame->back_ns - size, spread.grid) + " + 1";
        return unnest_range("greatest(" + low + ", " + first + ")", "least(" + high + ", " + end + ")");
    }
    // The end is exclusive, an open one reaches to the window's end, and an empty interval counts where it starts.
    const std::string window_start = std::to_string(spread.window.start);
    const std::string window_end = std::to_string(spread.window.end);
    const std::string start = "greatest(" + from + ", " + window_start + ")";
    const std::string to = spread.to ? "coalesce(" + column_name(*spread.to) + ", " + window_end + ")" : from;
    const std::string last = "greatest(least(" + to + ", " + window_end + ") - 1, " + start + ")";
    return unnest_range(bin_of(start, 0, spread.grid), bin_of(last, 0, spread.grid) + " + 1");
}

std::string fill_bins(const plan::FillBins& fill, const std::string& groups,
                      const std::vector<check::ColumnId>& columns) {
    const WindowBins bins(fill.window, fill.grid);
    std::vector<std::string> keys;
    std::string on = "g." + column_name(fill.bucket) + " = b.bin";
    for (const check::ColumnId key : fill.keys) {
        keys.push_back(column_name(key));
        on += " AND g." + column_name(key) + " IS NOT DISTINCT FROM k." + column_name(key);
    }
    std::vector<std::string> select;
    for (const check::ColumnId column : columns) {
        const std::string name = column_name(column);
        const bool is_key = std::find(fill.keys.begin(), fill.keys.end(), column) != fill.keys.end();
        if (column == fill.bucket) select.push_back("b.bin AS " + name);
        else select.push_back((is_key ? "k." : "g.") + name + " AS " + name);
    }
    if (fill.ahead) {
        // Each bin that a group has, and so many behind it.
        const std::string behind = "unnest(range(" + column_name(fill.bucket) + ", least(" + column_name(fill.bucket) + " + " +
                                   std::to_string(*fill.ahead + 1) + ", " + std::to_string(bins.end) + ")))";
        const std::string group = keys.empty() ? "" : ", " + join(keys, ", ");
        std::string matches = "g." + column_name(fill.bucket) + " = k.bin";
        for (const std::string& key : keys) matches += " AND g." + key + " IS NOT DISTINCT FROM k." + key;
        for (std::string& column : select) {
            if (column.starts_with("b.bin")) column.front() = 'k';
        }
        return "SELECT " + join(select, ", ") + " FROM (SELECT DISTINCT " + behind + " AS bin" + group + " FROM " + groups +
               ") AS k LEFT JOIN " + groups + " AS g ON " + matches;
    }
    const std::string all_bins = "(SELECT unnest(range(CAST(" + std::to_string(bins.first) + " AS BIGINT), CAST(" +
                                 std::to_string(bins.end) + " AS BIGINT))) AS bin) AS b";
    const std::string all_keys =
        keys.empty() ? "" : " CROSS JOIN (SELECT DISTINCT " + join(keys, ", ") + " FROM " + groups + ") AS k";
    return "SELECT " + join(select, ", ") + " FROM " + all_bins + all_keys + " LEFT JOIN " + groups + " AS g ON " + on;
}

}  // namespace domain::opal::sql
