#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/register.hpp"

// Objects, as JSON text, that are made from others.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

/// An object that is being written: a key that comes again replaces the value and keeps the place.
class ObjectBuilder {
public:
    void set(std::string key, std::string_view json) {
        const auto found = find(key);
        if (found != members_.end()) found->second = json;
        else members_.emplace_back(std::move(key), json);
    }
    void remove(std::string_view key) {
        const auto found = find(key);
        if (found != members_.end()) members_.erase(found);
    }
    /// False when it is no object.
    bool add_all(std::string_view object) {
        const auto members = json_members(object);
        if (!members) return false;
        for (const auto& [key, value] : *members) set(json_key(key), value);
        return true;
    }
    void write(std::string& result) const {
        result = "{";
        for (const auto& [key, value] : members_) append_member(result, key, value);
        result += '}';
    }

private:
    using Members = std::vector<std::pair<std::string, std::string_view>>;
    Members::iterator find(std::string_view key) {
        return std::find_if(members_.begin(), members_.end(), [&](const auto& member) { return member.first == key; });
    }
    Members members_;
};

/// The object, then key and value (JSON text) by turns; a null value takes the field away.
bool make_fields(std::string& result, Registry::Texts texts) {
    ObjectBuilder builder;
    if (texts.empty() || !texts[0] || !builder.add_all(*texts[0])) return false;
    for (std::size_t i = 1; i + 1 < texts.size(); i += 2) {
        if (!texts[i]) continue;
        if (texts[i + 1]) builder.set(std::string(*texts[i]), *texts[i + 1]);
        else builder.remove(*texts[i]);
    }
    builder.write(result);
    return true;
}

/// The object, then the keys to keep or to drop.
template <bool keeps>
bool filter_fields(std::string& result, Registry::Texts texts) {
    const auto members = texts.empty() || !texts[0] ? std::nullopt : json_members(*texts[0]);
    if (!members) return false;
    result = "{";
    for (const auto& [raw_key, value] : *members) {
        const std::string key = json_key(raw_key);
        const bool is_named = std::any_of(texts.begin() + 1, texts.end(), [&](const auto& text) { return text == key; });
        if (is_named == keeps) append_member(result, key, value);
    }
    result += '}';
    return true;
}

bool merge_objects(std::string& result, Registry::Texts texts) {
    ObjectBuilder builder;
    for (const auto& text : texts) {
        if (!text || !builder.add_all(*text)) return false;
    }
    builder.write(result);
    return true;
}

/// An array of objects becomes one object. Elements without the key are left out; the last of equal keys wins.
bool pivot_array(std::string& result, std::string_view array, std::string_view key_field, std::string_view value_field) {
    const auto elements = json_elements(array);
    if (!elements) return false;
    ObjectBuilder builder;
    for (const std::string_view element : *elements) {
        const auto key_json = json_member(element, key_field);
        std::string key;
        if (!key_json || !append_json_as_text(key, *key_json)) continue;
        builder.set(std::move(key), json_member(element, value_field).value_or("null"));
    }
    builder.write(result);
    return true;
}

bool unpivot_array(std::string& result, std::string_view object, std::string_view key_field,
                   std::string_view value_field) {
    const auto members = json_members(object);
    if (!members) return false;
    result = "[";
    for (const auto& [key, value] : *members) {
        std::string element = "{";
        std::string key_json;
        json_text::append_quoted(key_json, json_key(key));
        append_member(element, key_field, key_json);
        append_member(element, value_field, value);
        append_element(result, element += '}');
    }
    result += ']';
    return true;
}

bool is_int64(std::string_view number) {
    std::int64_t value = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
    return read.ec == std::errc() && read.ptr == number.data() + number.size();
}

bool variant_type_name(std::string& result, std::string_view json) {
    json = json_text::trimmed(json);
    if (json.empty()) return false;
    switch (json.front()) {
        case '{': result = "object"; break;
        case '[': result = "array"; break;
        case '"': result = "string"; break;
        case 't':
        case 'f': result = "bool"; break;
        case 'n': result = "null"; break;
        default: result = is_int64(json) ? "int64" : "float64";
    }
    return true;
}

/// Whether the dotted path leads to a value.
bool path_exists(bool& result, std::string_view object, std::string_view path) {
    std::optional<std::string_view> value = object;
    for (std::size_t begin = 0; value && begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        value = json_member(*value, path.substr(begin, end - begin));
        begin = end + 1;
    }
    result = value.has_value();
    return true;
}

}  // namespace

void register_object_functions(Registry& registry) {
    registry.add_variadic("opalite_make_fields", &make_fields);
    registry.add_variadic("opalite_pick_fields", &filter_fields<true>);
    registry.add_variadic("opalite_drop_fields", &filter_fields<false>);
    registry.add_variadic("opalite_merge_objects", &merge_objects);
    registry.add("opalite_pivot_array", &pivot_array);
    registry.add("opalite_unpivot_array", &unpivot_array);
    registry.add("opalite_variant_type_name", &variant_type_name);
    registry.add("opalite_path_exists", &path_exists);
}

}  // namespace infra::duckdb::functions
