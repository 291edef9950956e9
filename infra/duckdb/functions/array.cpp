#include <string>
#include <utility>
#include <vector>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/register.hpp"

// Arrays, as JSON text, and the texts that become objects.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

/// The text between the brackets, or nothing when it is no array.
std::optional<std::string_view> inner(std::string_view array) {
    array = json_text::trimmed(array);
    if (array.size() < 2 || array.front() != '[') return std::nullopt;
    return json_text::trimmed(array.substr(1, array.size() - 2));
}

bool array_length(std::int64_t& result, std::string_view array) {
    if (!inner(array)) return false;
    result = 0;
    json_text::Reader reader(json_text::trimmed(array));
    std::string_view element;
    while (reader.next_element(element)) ++result;
    return true;
}

bool array_contains(bool& result, std::string_view array, std::string_view value) {
    if (!inner(array)) return false;
    const std::string wanted = canonical_json(value);
    json_text::Reader reader(json_text::trimmed(array));
    std::string_view element;
    result = false;
    while (!result && reader.next_element(element)) result = canonical_json(element) == wanted;
    return true;
}

bool get_item(std::string& result, std::string_view array, std::int64_t index) {
    if (index < 0) return false;
    const auto element = json_element(array, static_cast<std::size_t>(index));
    if (element) json_text::append_minified(result, *element);
    return element.has_value();
}

bool array_to_string(std::string& result, std::string_view array, std::string_view separator) {
    if (!inner(array)) return false;
    json_text::Reader reader(json_text::trimmed(array));
    std::string_view element;
    bool is_first = true;
    while (reader.next_element(element)) {
        if (!is_first) result += separator;
        is_first = false;
        if (!append_json_as_text(result, element)) return false;
    }
    return true;
}

bool make_array(std::string& result, Registry::Texts texts) {
    result = "[";
    for (const auto& text : texts) append_element(result, text.value_or("null"));
    result += ']';
    return true;
}

/// The array, then the elements to add; a null element is a JSON null.
bool append_item(std::string& result, Registry::Texts texts) {
    const auto elements = texts.empty() || !texts[0] ? std::nullopt : inner(*texts[0]);
    if (!elements) return false;
    result = "[";
    result += *elements;
    for (const auto& text : texts.subspan(1)) append_element(result, text.value_or("null"));
    result += ']';
    return true;
}

bool concat_arrays(std::string& result, Registry::Texts texts) {
    result = "[";
    for (const auto& text : texts) {
        const auto elements = text ? inner(*text) : std::nullopt;
        if (!elements) return false;
        if (!elements->empty()) append_element(result, *elements);
    }
    result += ']';
    return true;
}

/// Takes a text up to a delimiter; quotes protect delimiters inside a value.
std::string_view take_pair(std::string_view& text, std::string_view delimiters) {
    char quote = '\0';
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
        const char c = text[end];
        if (quote != '\0') {
            if (c == quote) quote = '\0';
        } else if (c == '"' || c == '\'') {
            // A quote that never closes is an ordinary character.
            if (text.find(c, end + 1) != std::string_view::npos) quote = c;
        } else if (delimiters.find(c) != std::string_view::npos) {
            break;
        }
    }
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return pair;
}

/// `a=1, b="x y"` as {"a":"1","b":"x y"}; every character of `separators` and `delimiters` is one. Pieces without a
/// separator or key are skipped; the last of equal keys wins.
bool parse_kvs(std::string& result, std::string_view text, std::string_view separators, std::string_view delimiters) {
    std::vector<std::pair<std::string_view, std::string_view>> pairs;
    while (!text.empty()) {
        const std::string_view pair = take_pair(text, delimiters);
        const std::size_t at = pair.find_first_of(separators);
        if (at == std::string_view::npos || at == 0) continue;
        const std::string_view key = pair.substr(0, at);
        std::string_view value = pair.substr(at + 1);
        const bool is_quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
                               value.back() == value.front();
        if (is_quoted) value = value.substr(1, value.size() - 2);
        bool is_new = true;
        for (auto& known : pairs) {
            if (known.first != key) continue;
            known.second = value;
            is_new = false;
        }
        if (is_new) pairs.emplace_back(key, value);
    }
    result = "{";
    for (const auto& [key, value] : pairs) {
        if (result.size() > 1) result += ',';
        json_text::append_quoted(result, key);
        result += ':';
        json_text::append_quoted(result, value);
    }
    result += '}';
    return true;
}

}  // namespace

void register_array_functions(Registry& registry) {
    registry.add("opalite_array_length", &array_length);
    registry.add("opalite_array_contains", &array_contains);
    registry.add("opalite_array_to_string", &array_to_string);
    registry.add("opalite_get_item", &get_item);
    registry.add("opalite_parse_kvs", &parse_kvs);
    registry.add_variadic("opalite_make_array", &make_array);
    registry.add_variadic("opalite_append_item", &append_item);
    registry.add_variadic("opalite_concat_arrays", &concat_arrays);
}

}  // namespace infra::duckdb::functions
