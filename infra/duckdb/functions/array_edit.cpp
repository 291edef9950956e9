#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "infra/duckdb/functions/json_order.hpp"
#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/register.hpp"

// Arrays, as JSON text, that are made from others: with an element more, cut, sorted.
namespace infra::duckdb::functions {
namespace {

constexpr std::int64_t kElementsMax = 1'000'000;

using Elements = std::vector<std::string_view>;

void append_array(std::string& result, const Elements& elements) {
    result = "[";
    for (const std::string_view element : elements) append_element(result, element);
    result += ']';
}

bool make_array_range(std::string& result, std::int64_t start, std::int64_t end) {
    std::int64_t count = 0;
    if (end > start && (__builtin_sub_overflow(end, start, &count) || count > kElementsMax)) return false;
    result = "[";
    for (std::int64_t i = 0; i < count; ++i) append_element(result, std::to_string(start + i));
    result += ']';
    return true;
}

bool prepend_item(std::string& result, std::string_view array, std::string_view value) {
    auto elements = json_elements(array);
    if (!elements) return false;
    elements->insert(elements->begin(), value);
    append_array(result, *elements);
    return true;
}

/// A negative index counts from the end; one behind the end leaves nulls in between, one before the start is the start.
bool insert_item(std::string& result, std::string_view array, std::int64_t index, std::string_view value) {
    auto elements = json_elements(array);
    if (!elements || index > kElementsMax) return false;
    const auto size = static_cast<std::int64_t>(elements->size());
    if (index < 0) index = index < -size ? 0 : size + index;
    if (index > size) elements->resize(static_cast<std::size_t>(index), "null");
    elements->insert(elements->begin() + index, value);
    append_array(result, *elements);
    return true;
}

/// Elements from `from` up to but without `to`; negative places count from the end.
bool slice_array(std::string& result, std::string_view array, std::int64_t from, std::int64_t to) {
    const auto elements = json_elements(array);
    if (!elements) return false;
    const auto size = static_cast<std::int64_t>(elements->size());
    const auto place = [size](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? size + std::max(at, -size) : at, 0, size); };
    const std::int64_t begin = place(from);
    append_array(result, Elements(elements->begin() + begin, elements->begin() + std::max(begin, place(to))));
    return true;
}

bool sort_array(std::string& result, std::string_view array, bool is_descending, bool nulls_first) {
    const auto elements = json_elements(array);
    if (!elements) return false;
    std::vector<std::pair<JsonPlace, std::string_view>> places;
    for (const std::string_view element : *elements) places.emplace_back(JsonPlace(element), element);
    std::stable_sort(places.begin(), places.end(), [&](const auto& a, const auto& b) {
        if (a.first.is_null() != b.first.is_null()) return a.first.is_null() == nulls_first;
        return is_descending ? b.first < a.first : a.first < b.first;
    });
    Elements sorted;
    for (const auto& [place, element] : places) sorted.push_back(element);
    append_array(result, sorted);
    return true;
}

}  // namespace

void register_array_edit_functions(Registry& registry) {
    registry.add("opalite_make_array_range", &make_array_range);
    registry.add("opalite_prepend_item", &prepend_item);
    registry.add("opalite_insert_item", &insert_item);
    registry.add("opalite_slice_array", &slice_array);
    registry.add("opalite_sort_array", &sort_array);
}

}  // namespace infra::duckdb::functions
