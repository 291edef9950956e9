#include "domain/opal/jmespath/value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "domain/base/limits.hpp"
#include "domain/catalog/json_text.hpp"

namespace domain::opal::jmespath {
namespace {

namespace json_text = catalog::json_text;

// Whole numbers below this have no exponent when they are written.
constexpr double kPlainMax = 1e18;

std::string number_text(double value) {
    std::array<char, 64> text{};
    const bool is_plain = std::fabs(value) < kPlainMax && value == std::trunc(value);
    const auto written = is_plain ? std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 0)
                                  : std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), written.ptr};
}

std::optional<Value> read_value(std::string_view json, std::size_t depth);

std::optional<Value> read_array(std::string_view json, std::size_t depth) {
    Array elements;
    json_text::Reader reader(json);
    std::string_view element;
    while (reader.next_element(element)) {
        auto value = read_value(element, depth + 1);
        if (!value) return std::nullopt;
        elements.push_back(std::move(*value));
    }
    return Value(std::move(elements));
}

std::optional<Value> read_object(std::string_view json, std::size_t depth) {
    Object members;
    json_text::Reader reader(json);
    std::string_view raw_key;
    std::string_view text;
    while (reader.next_member(raw_key, text)) {
        std::string key;
        auto value = read_value(text, depth + 1);
        if (!value || !json_text::append_unescaped(key, raw_key)) return std::nullopt;
        const auto known = std::find_if(members.begin(), members.end(), [&](const auto& member) { return member.first == key; });
        if (known != members.end()) known->second = std::move(*value);
        else members.emplace_back(std::move(key), std::move(*value));
    }
    return Value(std::move(members));
}

std::optional<Value> read_value(std::string_view json, std::size_t depth) {
    if (json.empty() || depth > base::limits::json_depth_max) return std::nullopt;
    if (json_text::value_end(json, 0) != json.size()) return std::nullopt;
    switch (json.front()) {
        case '[': return read_array(json, depth);
        case '{': return read_object(json, depth);
        case '"': {
            std::string text;
            if (!json_text::append_unescaped(text, json.substr(1, json.size() - 2))) return std::nullopt;
            return Value(std::move(text));
        }
        default: break;
    }
    if (json == "null") return Value();
    if (json == "true" || json == "false") return Value(json == "true");
    const Number number(json);
    return number.text.empty() ? std::nullopt : std::optional(Value(number));
}

}  // namespace

Number::Number(double number) : value(number), text(number_text(number)) {}

Number::Number(std::string_view json) {
    const bool starts_number = !json.empty() && (json.front() == '-' || (json.front() >= '0' && json.front() <= '9'));
    const auto read = std::from_chars(json.data(), json.data() + json.size(), value);
    if (starts_number && read.ec == std::errc() && read.ptr == json.data() + json.size()) text = json;
}

std::optional<Value> Value::read(std::string_view json) { return read_value(json_text::trimmed(json), 0); }

void Value::write(std::string& out) const {
    switch (kind()) {
        case Kind::kNull: out += "null"; return;
        case Kind::kBool: out += *as_bool() ? "true" : "false"; return;
        case Kind::kNumber: out += as_number()->text; return;
        case Kind::kString: json_text::append_quoted(out, *as_string()); return;
        case Kind::kArray: {
            out += '[';
            bool is_first = true;
            for (const Value& element : *as_array()) {
                if (!is_first) out += ',';
                is_first = false;
                element.write(out);
            }
            out += ']';
            return;
        }
        case Kind::kObject: {
            out += '{';
            bool is_first = true;
            for (const auto& [key, value] : *as_object()) {
                if (!is_first) out += ',';
                is_first = false;
                json_text::append_quoted(out, key);
                out += ':';
                value.write(out);
            }
            out += '}';
            return;
        }
    }
}

bool Value::is_true() const {
    switch (kind()) {
        case Kind::kNull: return false;
        case Kind::kBool: return *as_bool();
        case Kind::kNumber: return true;
        case Kind::kString: return !as_string()->empty();
        case Kind::kArray: return !as_array()->empty();
        case Kind::kObject: return !as_object()->empty();
    }
    return false;
}

const Array* Value::as_array() const {
    const auto* elements = std::get_if<std::shared_ptr<const Array>>(&data_);
    return elements == nullptr ? nullptr : elements->get();
}

const Object* Value::as_object() const {
    const auto* members = std::get_if<std::shared_ptr<const Object>>(&data_);
    return members == nullptr ? nullptr : members->get();
}

Value Value::member(std::string_view key) const {
    if (const Object* members = as_object()) {
        for (const auto& [name, value] : *members) {
            if (name == key) return value;
        }
    }
    return {};
}

bool operator==(const Value& a, const Value& b) {
    if (a.kind() != b.kind()) return false;
    switch (a.kind()) {
        case Value::Kind::kNull: return true;
        case Value::Kind::kBool: return *a.as_bool() == *b.as_bool();
        case Value::Kind::kNumber: return a.as_number()->value == b.as_number()->value;
        case Value::Kind::kString: return *a.as_string() == *b.as_string();
        case Value::Kind::kArray: return *a.as_array() == *b.as_array();
        case Value::Kind::kObject: break;
    }
    const Object& members = *a.as_object();
    const Object& others = *b.as_object();
    return members.size() == others.size() && std::all_of(members.begin(), members.end(), [&](const auto& member) {
               return std::any_of(others.begin(), others.end(), [&](const auto& other) { return member == other; });
           });
}

}  // namespace domain::opal::jmespath
