#include <map>
#include <set>
#include <string>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/json_order.hpp"
#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/register.hpp"

// Arrays, as JSON text, looked at as sets. Elements are equal when their types and values are: "42" is not 42, 1.0 is 1.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

bool array_distinct(std::string& result, std::string_view array) {
    const auto elements = json_elements(array);
    if (!elements) return false;
    std::set<std::string> seen;
    result = "[";
    for (const std::string_view element : *elements) {
        if (seen.insert(canonical_json(element)).second) append_element(result, element);
    }
    result += ']';
    return true;
}

/// The largest or smallest element but for nulls; null when there is none.
template <bool is_max>
bool array_extreme(std::string& result, std::string_view array) {
    const auto elements = json_elements(array);
    if (!elements) return false;
    std::string_view best;
    JsonPlace best_place("null");
    for (const std::string_view element : *elements) {
        JsonPlace place(element);
        if (place.is_null()) continue;
        if (best_place.is_null() || (is_max ? best_place < place : place < best_place)) {
            best = element;
            best_place = std::move(place);
        }
    }
    json_text::append_minified(result, best);
    return !best.empty();
}

bool arrays_overlap(bool& result, std::string_view left, std::string_view right) {
    const auto left_elements = json_elements(left);
    const auto right_elements = json_elements(right);
    if (!left_elements || !right_elements) return false;
    std::set<std::string> known;
    for (const std::string_view element : *left_elements) known.insert(canonical_json(element));
    result = false;
    for (const std::string_view element : *right_elements) result = result || known.contains(canonical_json(element));
    return true;
}

/// Each element as often as in the array that has it less often, in the order of the first.
bool intersect_arrays(std::string& result, std::string_view left, std::string_view right) {
    const auto left_elements = json_elements(left);
    const auto right_elements = json_elements(right);
    if (!left_elements || !right_elements) return false;
    std::map<std::string, int> counts;
    for (const std::string_view element : *right_elements) ++counts[canonical_json(element)];
    result = "[";
    for (const std::string_view element : *left_elements) {
        const auto found = counts.find(canonical_json(element));
        if (found == counts.end() || found->second == 0) continue;
        --found->second;
        append_element(result, element);
    }
    result += ']';
    return true;
}

/// Null when the value is not there.
bool index_of_item(std::int64_t& result, std::string_view array, std::string_view value) {
    const auto elements = json_elements(array);
    if (!elements) return false;
    const std::string wanted = canonical_json(value);
    for (result = 0; result < static_cast<std::int64_t>(elements->size()); ++result) {
        if (canonical_json((*elements)[static_cast<std::size_t>(result)]) == wanted) return true;
    }
    return false;
}

}  // namespace

void register_array_set_functions(Registry& registry) {
    registry.add("opalite_array_distinct", &array_distinct);
    registry.add("opalite_array_max", &array_extreme<true>);
    registry.add("opalite_array_min", &array_extreme<false>);
    registry.add("opalite_arrays_overlap", &arrays_overlap);
    registry.add("opalite_intersect_arrays", &intersect_arrays);
    registry.add("opalite_index_of_item", &index_of_item);
}

}  // namespace infra::duckdb::functions
