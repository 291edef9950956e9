#include <string>
#include <variant>
#include <vector>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/number_text.hpp"
#include "infra/duckdb/functions/register.hpp"

// Variants: JSON text that is parsed, cast, and followed along a path.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

bool starts_number(char c) { return c == '-' || (c >= '0' && c <= '9'); }

bool json_string(std::string& result, std::string_view json) { return append_json_as_text(result, json); }

/// Whether anything is said: null is not, and an object neither when nothing in it is.
bool has_value(std::string_view json) {
    json = json_text::trimmed(json);
    if (!json.starts_with('{')) return json != "null";
    json_text::Reader reader(json);
    std::string_view raw_key;
    std::string_view value;
    while (reader.next_member(raw_key, value)) {
        if (has_value(value)) return true;
    }
    return false;
}

bool value_text(std::string& result, std::string_view json) { return has_value(json) && append_json_as_text(result, json); }

bool json_int64(std::int64_t& result, std::string_view json) {
    json = json_text::trimmed(json);
    if (json.empty()) return false;
    if (json == "true" || json == "false") {
        result = json == "true" ? 1 : 0;
        return true;
    }
    if (starts_number(json.front())) return read_int(result, json);
    std::string text;
    return json.front() == '"' && append_json_as_text(text, json) && read_int(result, text);
}

bool json_float64(double& result, std::string_view json) {
    json = json_text::trimmed(json);
    if (json.empty()) return false;
    if (json == "true" || json == "false") {
        result = json == "true" ? 1 : 0;
        return true;
    }
    if (starts_number(json.front())) return read_float(result, json);
    std::string text;
    return json.front() == '"' && append_json_as_text(text, json) && read_float(result, text);
}

bool json_bool(bool& result, std::string_view json) {
    json = json_text::trimmed(json);
    if (json.empty()) return false;
    if (json == "true" || json == "false") {
        result = json == "true";
        return true;
    }
    double number = 0;
    if (starts_number(json.front()) && read_float(number, json)) {
        result = number != 0;
        return true;
    }
    std::string text;
    return json.front() == '"' && append_json_as_text(text, json) && read_bool(result, text);
}

template <char bracket>
bool json_container(std::string& result, std::string_view json) {
    json = json_text::trimmed(json);
    if (!json.starts_with(bracket)) return false;
    result = json;
    return true;
}

bool json_quote(std::string& result, std::string_view text) {
    json_text::append_quoted(result, text);
    return true;
}

bool parse_json(std::string& result, std::string_view text) {
    if (!is_valid_json(text)) return false;
    json_text::append_minified(result, json_text::trimmed(text));
    return true;
}

/// What is wrong with the text; null when it is valid.
bool check_json(std::string& result, std::string_view text) {
    result = json_fault(text);
    return !result.empty();
}

using PathStep = std::variant<std::string, std::size_t>;

/// The steps of a path, from their JSON array; read once for each path that a thread meets in a row.
const std::vector<PathStep>& steps_of(std::string_view path) {
    thread_local std::string last;
    thread_local std::vector<PathStep> steps;
    if (last == path && !steps.empty()) return steps;
    last = path;
    steps.clear();
    json_text::Reader reader(path);
    std::string_view element;
    while (reader.next_element(element)) {
        std::string key;
        std::int64_t index = 0;
        if (element.starts_with('"')) {
            append_json_as_text(key, element);
            steps.emplace_back(std::move(key));
        } else if (read_int(index, element)) {
            steps.emplace_back(index < 0 ? std::string::npos : static_cast<std::size_t>(index));
        }
    }
    return steps;
}

bool json_get(std::string& result, std::string_view json, std::string_view path) {
    std::optional<std::string_view> value = json;
    for (const PathStep& step : steps_of(path)) {
        const auto* key = std::get_if<std::string>(&step);
        value = key != nullptr ? json_member(*value, *key) : json_element(*value, std::get<std::size_t>(step));
        if (!value) return false;
    }
    json_text::append_minified(result, *value);
    return true;
}

bool get_field(std::string& result, std::string_view object, std::string_view key) {
    const auto value = json_member(object, key);
    if (value) json_text::append_minified(result, *value);
    return value.has_value();
}

bool object_keys(std::string& result, std::string_view object) {
    object = json_text::trimmed(object);
    if (!object.starts_with('{')) return false;
    result = "[";
    json_text::Reader reader(object);
    std::string_view raw_key;
    std::string_view value;
    while (reader.next_member(raw_key, value)) {
        if (result.size() > 1) result += ',';
        result.append("\"").append(raw_key).append("\"");
    }
    result += ']';
    return true;
}

/// keep_nulls, then key and value (JSON text) by turns; the last of equal keys wins, at the place of the first.
bool make_object(std::string& result, Registry::Texts texts) {
    const bool keeps_nulls = !texts.empty() && texts[0] && *texts[0] == "true";
    std::vector<std::pair<std::string_view, std::string_view>> members;
    for (std::size_t i = 1; i + 1 < texts.size(); i += 2) {
        if (!texts[i] || (!texts[i + 1] && !keeps_nulls)) continue;
        const std::string_view value = texts[i + 1].value_or("null");
        bool is_new = true;
        for (auto& member : members) {
            if (member.first != *texts[i]) continue;
            member.second = value;
            is_new = false;
        }
        if (is_new) members.emplace_back(*texts[i], value);
    }
    result = "{";
    for (const auto& [key, value] : members) {
        if (result.size() > 1) result += ',';
        json_text::append_quoted(result, key);
        result += ':';
        result += value;
    }
    result += '}';
    return true;
}

}  // namespace

void register_json_functions(Registry& registry) {
    registry.add("opalite_json_string", &json_string);
    registry.add("opalite_value_text", &value_text);
    registry.add("opalite_json_int64", &json_int64);
    registry.add("opalite_json_float64", &json_float64);
    registry.add("opalite_json_bool", &json_bool);
    registry.add("opalite_json_object", &json_container<'{'>);
    registry.add("opalite_json_array", &json_container<'['>);
    registry.add("opalite_json_quote", &json_quote);
    registry.add("opalite_json_get", &json_get);
    registry.add("opalite_parse_json", &parse_json);
    registry.add("opalite_check_json", &check_json);
    registry.add("opalite_get_field", &get_field);
    registry.add("opalite_object_keys", &object_keys);
    registry.add_variadic("opalite_make_object", &make_object);
}

}  // namespace infra::duckdb::functions
