#include "tests/opal/paths/documents.hpp"

#include <array>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/number_text.hpp"

namespace tests::opal {
namespace {

using Kind = Value::Kind;
namespace functions = infra::duckdb::functions;

constexpr std::array<const char*, 7> kKeys{"a", "b", "c", "ü", "x.y", "K", "k"};

Value plain(Kind kind, std::string text) {
    Value made;
    made.kind = kind;
    made.text = std::move(text);
    return made;
}

/// JSON text in which the last of equal keys has won, at the place of the first.
std::string settled(const Value& value) {
    if (value.kind == Kind::kArray) {
        std::string text = "[";
        for (const Value& element : value.elements) text += (text.size() > 1 ? "," : "") + settled(element);
        return text + "]";
    }
    if (value.kind != Kind::kObject) return json_of(value);
    std::string text = "{";
    std::vector<std::string> seen;
    for (const auto& [key, ignored] : value.members) {
        bool is_new = true;
        for (const std::string& each : seen) is_new = is_new && each != key;
        if (!is_new) continue;
        seen.push_back(key);
        if (text.size() > 1) text += ',';
        domain::catalog::json_text::append_quoted(text, key);
        text += ':' + settled(*member(value, key));
    }
    return text + "}";
}

bool says_anything(const Value& value) {
    if (value.kind != Kind::kObject) return value.kind != Kind::kNull;
    for (const auto& [key, ignored] : value.members) {
        if (says_anything(*member(value, key))) return true;
    }
    return false;
}

}  // namespace

std::string json_of(const Value& value) {
    std::string text;
    switch (value.kind) {
        case Kind::kNull: return "null";
        case Kind::kString: domain::catalog::json_text::append_quoted(text, value.text); return text;
        case Kind::kArray:
            text = "[";
            for (const Value& element : value.elements) text += (text.size() > 1 ? "," : "") + json_of(element);
            return text + "]";
        case Kind::kObject:
            text = "{";
            for (const auto& [key, each] : value.members) {
                if (text.size() > 1) text += ',';
                domain::catalog::json_text::append_quoted(text, key);
                text += ':' + json_of(each);
            }
            return text + "}";
        default: return value.text;
    }
}

const Value* member(const Value& value, const std::string& key) {
    if (value.kind != Kind::kObject) return nullptr;
    for (auto each = value.members.rbegin(); each != value.members.rend(); ++each) {
        if (each->first == key) return &each->second;
    }
    return nullptr;
}

const Value* find(const Value& document, const std::vector<Step>& path) {
    const Value* at = &document;
    for (const Step& step : path) {
        if (at == nullptr) return nullptr;
        if (!step.key.empty()) at = member(*at, step.key);
        else at = at->kind == Kind::kArray && step.index < at->elements.size() ? &at->elements[step.index] : nullptr;
    }
    return at;
}

std::optional<std::string> as_string(const Value* value) {
    if (value == nullptr || value->kind == Kind::kNull) return std::nullopt;
    if (value->kind == Kind::kFloat) {
        double number = 0;
        if (!functions::read_float(number, value->text)) return value->text;
        std::string text;
        functions::append_float(text, number);
        return text;
    }
    // An object of nothing has no text (domain/opal/sql/path_binding.cpp).
    if (!says_anything(*value)) return std::nullopt;
    return value->kind == Kind::kArray || value->kind == Kind::kObject ? settled(*value) : value->text;
}

std::optional<std::int64_t> as_int64(const Value* value) {
    if (value == nullptr) return std::nullopt;
    std::int64_t number = 0;
    if (value->kind == Kind::kBool) return value->text == "true" ? 1 : 0;
    const bool reads = value->kind == Kind::kInt || value->kind == Kind::kFloat || value->kind == Kind::kOther || value->kind == Kind::kString;
    return reads && functions::read_int(number, value->text) ? std::optional(number) : std::nullopt;
}

std::optional<double> as_float64(const Value* value) {
    if (value == nullptr) return std::nullopt;
    double number = 0;
    if (value->kind == Kind::kBool) return value->text == "true" ? 1 : 0;
    const bool reads = value->kind == Kind::kInt || value->kind == Kind::kFloat || value->kind == Kind::kOther || value->kind == Kind::kString;
    return reads && functions::read_float(number, value->text) ? std::optional(number) : std::nullopt;
}

std::optional<bool> as_bool(const Value* value) {
    if (value == nullptr) return std::nullopt;
    if (value->kind == Kind::kBool) return value->text == "true";
    bool truth = false;
    if (value->kind == Kind::kString) return functions::read_bool(truth, value->text) ? std::optional(truth) : std::nullopt;
    const auto number = value->kind == Kind::kArray || value->kind == Kind::kObject ? std::nullopt : as_float64(value);
    return number ? std::optional(*number != 0) : std::nullopt;
}

void Documents::change_habits() {
    habits_.clear();
    for (unsigned i = 0; i < 64; ++i) habits_.push_back(below(12));
}

Value Documents::scalar(unsigned habit) {
    static constexpr std::array<const char*, 8> kInts{"0", "1", "-1", "7", "42", "9223372036854775807", "-9223372036854775808", "9007199254740993"};
    static constexpr std::array<const char*, 6> kFloats{"1.0", "0.5", "-2.25", "1e+300", "42.0", "2.5"};
    static constexpr std::array<const char*, 3> kOthers{"9223372036854775808", "123456789012345678901234567890", "-99999999999999999999"};
    static constexpr std::array<const char*, 12> kTexts{"", "x", "word", "Word of mouth", "1", "1.0", "true", "ü", "日本 word", "a\"b\\c", "9223372036854775808", "😀"};
    switch (habit) {
        case 0: case 1: case 2: return plain(Kind::kInt, kInts[below(kInts.size())]);
        case 3: case 4: case 5: return plain(Kind::kString, kTexts[below(kTexts.size())]);
        case 6: return plain(Kind::kFloat, kFloats[below(kFloats.size())]);
        case 7: return plain(Kind::kBool, below(2) == 0 ? "true" : "false");
        case 8: return plain(Kind::kNull, "null");
        default: return plain(Kind::kOther, kOthers[below(kOthers.size())]);
    }
}

Value Documents::value(unsigned depth, unsigned place) {
    // Mostly what the batch is used to, now and then anything.
    const unsigned habit = below(8) == 0 ? below(12) : habits_[place % habits_.size()];
    if (habit == 11 && depth < 3) return object(depth + 1, place * 7 + 1);
    if (habit != 10) return scalar(habit < 9 ? habit : below(30) == 0 ? 9 : below(9));
    Value array = plain(Kind::kArray, "");
    for (unsigned n = below(4); n > 0; --n) array.elements.push_back(scalar(below(9)));
    return array;
}

Value Documents::object(unsigned depth, unsigned place) {
    Value made = plain(Kind::kObject, "");
    for (unsigned i = 0, n = below(depth == 0 ? 8 : 4); i < n; ++i) {
        const unsigned key = below(kKeys.size());
        const std::string name = below(25) == 0 ? "rare" + std::to_string(below(500)) : kKeys[key];
        made.members.emplace_back(name, value(depth, place * 8 + key));
        if (below(40) == 0) made.members.emplace_back(name, value(depth, place * 8 + key));  // once more: this one counts
    }
    return made;
}

Value Documents::next(std::int64_t id) {
    Value made = object(0, 0);
    made.members.emplace_back("id", plain(Kind::kInt, std::to_string(id)));
    return made;
}

std::vector<Step> Documents::path() {
    std::vector<Step> made;
    for (unsigned n = 1 + below(3); n > 0; --n) {
        if (!made.empty() && below(8) == 0) {
            made.push_back({"", below(3)});
            break;
        }
        made.push_back({below(30) == 0 ? "rare" + std::to_string(below(500)) : kKeys[below(kKeys.size())], 0});
    }
    return made;
}

}  // namespace tests::opal
