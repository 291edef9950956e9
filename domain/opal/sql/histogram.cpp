#include "domain/opal/sql/histogram.hpp"

#include <vector>

#include "domain/opal/sql/dialect.hpp"
#include "domain/opal/sql/special_calls.hpp"

namespace domain::opal::sql {

// Whole numbers: the range has max - min + 1 values (as HUGEINT: it may exceed 64 bits), the remainder of the division goes to the last
// bins, one value each. Other numbers: equal width, the last bin holds the maximum. One value: one bin.
std::string histogram_select(const plan::Histogram& histogram, const std::string& rows) {
    const std::string value = column_name(histogram.value);
    const std::string bins = std::to_string(histogram.bins);
    const bool is_whole = type_name(histogram.type) == "BIGINT";
    std::vector<std::string> keys, key_columns;
    std::string same_keys;
    for (const plan::Column& key : histogram.keys) {
        const std::string name = column_name(key.id);
        keys.push_back("k." + name + " AS " + name);
        key_columns.push_back(name);
        same_keys += " AND x." + name + " IS NOT DISTINCT FROM k." + name;
    }
    const std::string type = is_whole ? "HUGEINT" : "DOUBLE";
    const std::string edges = "(SELECT CAST(min(" + value + ") AS " + type + ") AS lo, CAST(max(" + value + ") AS " + type +
                              ") AS hi FROM " + rows + " WHERE " + value + " IS NOT NULL" +
                              (is_whole ? "" : " AND isfinite(" + value + ")") + ")";
    const std::string count = is_whole ? "least(" + bins + ", hi - lo + 1)" : "CASE WHEN lo = hi THEN 1 ELSE " + bins + " END";
    const std::string sized = "(SELECT lo, hi, CAST(" + count + " AS " + type + ") AS n FROM " + edges + " WHERE lo IS NOT NULL)";
    const auto edge = [&](const std::string& i) {
        if (!is_whole) return "lo + (hi - lo) * (" + i + ") / n";
        const std::string whole = "((hi - lo + 1) // n)";
        return "lo + (" + i + ") * " + whole + " + greatest(0, " + i + " - (n - (hi - lo + 1) % n))";
    };
    const std::string parts = "(SELECT i, n, " + edge("i") + " AS s, " + edge("i + 1") +
                              " AS e FROM (SELECT *, unnest(range(CAST(0 AS BIGINT), CAST(n AS BIGINT))) AS i FROM " + sized + ")) AS b";
    const std::string all_keys =
        keys.empty() ? "" : " CROSS JOIN (SELECT DISTINCT " + join(key_columns, ", ") + " FROM " + rows + ") AS k";
    const std::string inside = "x." + value + " >= b.s AND (x." + value + " < b.e" +
                               (is_whole ? ")" : " OR (b.i = b.n - 1 AND x." + value + " <= b.e))");
    // The greatest 64-bit number has no whole number after it.
    const auto shown = [&](const std::string& number) {
        return is_whole ? "CAST(least(" + number + ", 9223372036854775807) AS BIGINT)" : number;
    };
    std::string select = "SELECT " + join(keys, ", ") + (keys.empty() ? "" : ", ") + shown("b.s") + " AS " +
                         column_name(histogram.start) + ", " + shown("b.e") + " AS " + column_name(histogram.end) +
                         ", count(x." + value + ") AS " + column_name(histogram.count) + " FROM " + parts + all_keys +
                         (histogram.only_filled ? " JOIN " : " LEFT JOIN ") + rows + " AS x ON " + inside + same_keys +
                         " GROUP BY b.s, b.e";
    for (const std::string& key : key_columns) select += ", k." + key;
    return select;
}

}  // namespace domain::opal::sql
