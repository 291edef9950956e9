#include "infra/duckdb/functions/json_value.hpp"

#include <map>

#include <simdjson.h>

#include "domain/base/limits.hpp"
#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/number_text.hpp"

namespace infra::duckdb::functions {

namespace json_text = domain::catalog::json_text;

std::optional<std::string_view> json_member(std::string_view json, std::string_view key) {
    json = json_text::trimmed(json);
    if (!json.starts_with('{')) return std::nullopt;
    json_text::Reader reader(json);
    std::string_view raw_key;
    std::string_view value;
    std::optional<std::string_view> found;
    std::string unescaped;
    while (reader.next_member(raw_key, value)) {
        if (raw_key.find('\\') == std::string_view::npos) {
            if (raw_key == key) found = value;
            continue;
        }
        unescaped.clear();
        if (json_text::append_unescaped(unescaped, raw_key) && unescaped == key) found = value;
    }
    return found;
}

std::optional<std::string_view> json_element(std::string_view json, std::size_t index) {
    json = json_text::trimmed(json);
    if (!json.starts_with('[')) return std::nullopt;
    json_text::Reader reader(json);
    std::string_view value;
    for (std::size_t i = 0; reader.next_element(value); ++i) {
        if (i == index) return value;
    }
    return std::nullopt;
}

bool append_json_as_text(std::string& out, std::string_view json) {
    json = json_text::trimmed(json);
    if (json.empty() || json == "null") return false;
    if (json.front() == '"') return json_text::append_unescaped(out, json.substr(1, json.size() - 2));
    const bool is_float = (json.front() == '-' || (json.front() >= '0' && json.front() <= '9')) &&
                          json.find_first_of(".eE") != std::string_view::npos;
    double number = 0;
    if (is_float && read_float(number, json)) append_float(out, number);
    else json_text::append_minified(out, json);
    return true;
}

std::optional<std::vector<std::string_view>> json_elements(std::string_view json) {
    json = json_text::trimmed(json);
    if (!json.starts_with('[')) return std::nullopt;
    std::vector<std::string_view> elements;
    json_text::Reader reader(json);
    std::string_view element;
    while (reader.next_element(element)) elements.push_back(element);
    return elements;
}

std::optional<JsonMembers> json_members(std::string_view json) {
    json = json_text::trimmed(json);
    if (!json.starts_with('{')) return std::nullopt;
    JsonMembers members;
    json_text::Reader reader(json);
    std::string_view raw_key;
    std::string_view value;
    while (reader.next_member(raw_key, value)) members.emplace_back(raw_key, value);
    return members;
}

std::string json_key(std::string_view raw_key) {
    std::string key;
    // Half a surrogate pair stands for nothing; its spelling is kept.
    if (!json_text::append_unescaped(key, raw_key)) key = raw_key;
    return key;
}

void append_element(std::string& out, std::string_view json) {
    if (out.size() > 1) out += ',';
    out += json;
}

void append_member(std::string& out, std::string_view key, std::string_view json) {
    if (out.size() > 1) out += ',';
    json_text::append_quoted(out, key);
    out += ':';
    out += json;
}

std::string canonical_json(std::string_view json) {
    json = json_text::trimmed(json);
    std::string text;
    if (json.starts_with('"')) {
        json_text::append_quoted(text, json_key(json.substr(1, json.size() - 2)));
    } else if (const auto elements = json_elements(json)) {
        text = "[";
        for (const std::string_view element : *elements) append_element(text, canonical_json(element));
        text += ']';
    } else if (const auto members = json_members(json)) {
        std::map<std::string, std::string_view> by_key;
        for (const auto& [key, value] : *members) by_key.insert_or_assign(json_key(key), value);
        text = "{";
        for (const auto& [key, value] : by_key) append_member(text, key, canonical_json(value));
        text += '}';
    } else if (!append_json_as_text(text, json)) {
        text = "null";
    }
    return text;
}

std::string_view json_fault(std::string_view text) {
    thread_local simdjson::dom::parser parser;
    // allocate() once: the depth is part of it, and DuckDB's texts are bounded by the segments they come from.
    if (parser.max_depth() != domain::base::limits::json_depth_max || parser.capacity() < text.size()) {
        const std::size_t capacity = std::max<std::size_t>(text.size(), 4096);
        const auto error = parser.allocate(capacity, domain::base::limits::json_depth_max);
        if (error != simdjson::SUCCESS) return simdjson::error_message(error);
    }
    const auto error = parser.parse(text.data(), text.size(), true).error();
    return error == simdjson::SUCCESS ? std::string_view() : simdjson::error_message(error);
}

bool is_valid_json(std::string_view text) { return json_fault(text).empty(); }

}  // namespace infra::duckdb::functions
