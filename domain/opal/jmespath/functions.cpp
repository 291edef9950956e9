#include "domain/opal/jmespath/functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace domain::opal::jmespath {
namespace {

using Arguments = std::vector<Argument>;

// Each function answers nothing where an argument has a type that it does not take. Expressions have no value: where one
// stands for a value, the argument is null.
const Number* number_at(const Arguments& arguments, std::size_t i) { return arguments[i].value.as_number(); }
const std::string* string_at(const Arguments& arguments, std::size_t i) { return arguments[i].value.as_string(); }
const Array* array_at(const Arguments& arguments, std::size_t i) { return arguments[i].value.as_array(); }
bool is_expression(const Arguments& arguments, std::size_t i) { return arguments[i].expression != nullptr; }

bool are_all(const Array& values, Value::Kind kind) {
    return std::all_of(values.begin(), values.end(), [kind](const Value& value) { return value.kind() == kind; });
}

/// Numbers or texts, all of one kind: what has an order.
bool are_ordered(const Array& values) {
    return are_all(values, Value::Kind::kNumber) || are_all(values, Value::Kind::kString);
}

bool is_less(const Value& a, const Value& b) {
    if (a.as_number() != nullptr) return a.as_number()->value < b.as_number()->value;
    return *a.as_string() < *b.as_string();
}

std::size_t code_points(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

template <double (*function)(double)>
Result of_number(const Arguments& arguments, const Apply&) {
    const Number* number = number_at(arguments, 0);
    if (number == nullptr) return std::nullopt;
    return Value(function(number->value));
}

std::optional<double> total(const Arguments& arguments) {
    const Array* values = array_at(arguments, 0);
    if (values == nullptr || !are_all(*values, Value::Kind::kNumber)) return std::nullopt;
    double sum = 0;
    for (const Value& value : *values) sum += value.as_number()->value;
    return sum;
}

Result sum(const Arguments& arguments, const Apply&) {
    const auto value = total(arguments);
    return value ? Result(Value(*value)) : std::nullopt;
}

Result avg(const Arguments& arguments, const Apply&) {
    const auto value = total(arguments);
    if (!value) return std::nullopt;
    const auto count = static_cast<double>(array_at(arguments, 0)->size());
    return count == 0 ? Value() : Value(*value / count);
}

Result contains(const Arguments& arguments, const Apply&) {
    if (const std::string* text = string_at(arguments, 0)) {
        const std::string* part = string_at(arguments, 1);
        return Value(part != nullptr && text->find(*part) != std::string::npos);
    }
    const Array* values = array_at(arguments, 0);
    if (values == nullptr || is_expression(arguments, 1)) return std::nullopt;
    return Value(std::find(values->begin(), values->end(), arguments[1].value) != values->end());
}

Result starts_with(const Arguments& arguments, const Apply&) {
    const std::string* text = string_at(arguments, 0);
    const std::string* prefix = string_at(arguments, 1);
    if (text == nullptr || prefix == nullptr) return std::nullopt;
    return Value(text->starts_with(*prefix));
}

Result ends_with(const Arguments& arguments, const Apply&) {
    const std::string* text = string_at(arguments, 0);
    const std::string* suffix = string_at(arguments, 1);
    if (text == nullptr || suffix == nullptr) return std::nullopt;
    return Value(text->ends_with(*suffix));
}

Result join(const Arguments& arguments, const Apply&) {
    const std::string* glue = string_at(arguments, 0);
    const Array* parts = array_at(arguments, 1);
    if (glue == nullptr || parts == nullptr || !are_all(*parts, Value::Kind::kString)) return std::nullopt;
    std::string text;
    for (std::size_t i = 0; i < parts->size(); ++i) {
        if (i > 0) text += *glue;
        text += *(*parts)[i].as_string();
    }
    return Value(std::move(text));
}

Result keys(const Arguments& arguments, const Apply&) {
    const Object* members = arguments[0].value.as_object();
    if (members == nullptr) return std::nullopt;
    Array names;
    for (const auto& member : *members) names.emplace_back(member.first);
    return Value(std::move(names));
}

Result values(const Arguments& arguments, const Apply&) {
    const Object* members = arguments[0].value.as_object();
    if (members == nullptr) return std::nullopt;
    Array all;
    for (const auto& member : *members) all.push_back(member.second);
    return Value(std::move(all));
}

Result length(const Arguments& arguments, const Apply&) {
    const Value& value = arguments[0].value;
    if (value.as_string() != nullptr) return Value(static_cast<double>(code_points(*value.as_string())));
    if (value.as_array() != nullptr) return Value(static_cast<double>(value.as_array()->size()));
    if (value.as_object() != nullptr) return Value(static_cast<double>(value.as_object()->size()));
    return std::nullopt;
}

Result map(const Arguments& arguments, const Apply& apply) {
    const Array* elements = array_at(arguments, 1);
    if (!is_expression(arguments, 0) || elements == nullptr) return std::nullopt;
    Array mapped;
    for (const Value& element : *elements) {
        Result value = apply(*arguments[0].expression, element);
        if (!value) return std::nullopt;
        mapped.push_back(std::move(*value));
    }
    return Value(std::move(mapped));
}

template <bool is_max>
Result extreme(const Arguments& arguments, const Apply&) {
    const Array* elements = array_at(arguments, 0);
    if (elements == nullptr || !are_ordered(*elements)) return std::nullopt;
    if (elements->empty()) return Value();
    return is_max ? *std::max_element(elements->begin(), elements->end(), is_less)
                  : *std::min_element(elements->begin(), elements->end(), is_less);
}

/// The elements of argument 0 with what the expression gives for each; nothing when these have no order.
std::optional<std::vector<std::pair<Value, Value>>> with_keys(const Arguments& arguments, const Apply& apply) {
    const Array* elements = array_at(arguments, 0);
    if (elements == nullptr || !is_expression(arguments, 1)) return std::nullopt;
    std::vector<std::pair<Value, Value>> pairs;
    Array all_keys;
    for (const Value& element : *elements) {
        Result key = apply(*arguments[1].expression, element);
        if (!key) return std::nullopt;
        all_keys.push_back(*key);
        pairs.emplace_back(std::move(*key), element);
    }
    if (!are_ordered(all_keys)) return std::nullopt;
    return pairs;
}

bool has_smaller_key(const std::pair<Value, Value>& a, const std::pair<Value, Value>& b) {
    return is_less(a.first, b.first);
}

template <bool is_max>
Result extreme_by(const Arguments& arguments, const Apply& apply) {
    const auto pairs = with_keys(arguments, apply);
    if (!pairs) return std::nullopt;
    if (pairs->empty()) return Value();
    return (is_max ? std::max_element(pairs->begin(), pairs->end(), has_smaller_key)
                   : std::min_element(pairs->begin(), pairs->end(), has_smaller_key))
        ->second;
}

Result sort(const Arguments& arguments, const Apply&) {
    const Array* elements = array_at(arguments, 0);
    if (elements == nullptr || !are_ordered(*elements)) return std::nullopt;
    Array sorted = *elements;
    std::stable_sort(sorted.begin(), sorted.end(), is_less);
    return Value(std::move(sorted));
}

Result sort_by(const Arguments& arguments, const Apply& apply) {
    auto pairs = with_keys(arguments, apply);
    if (!pairs) return std::nullopt;
    std::stable_sort(pairs->begin(), pairs->end(), has_smaller_key);
    Array sorted;
    for (auto& pair : *pairs) sorted.push_back(std::move(pair.second));
    return Value(std::move(sorted));
}

Result merge(const Arguments& arguments, const Apply&) {
    Object merged;
    for (const Argument& argument : arguments) {
        const Object* members = argument.value.as_object();
        if (members == nullptr) return std::nullopt;
        for (const auto& member : *members) {
            const auto known = std::find_if(merged.begin(), merged.end(),
                                            [&](const auto& other) { return other.first == member.first; });
            if (known != merged.end()) known->second = member.second;
            else merged.push_back(member);
        }
    }
    return Value(std::move(merged));
}

Result not_null(const Arguments& arguments, const Apply&) {
    for (const Argument& argument : arguments) {
        if (!argument.value.is_null()) return argument.value;
    }
    return Value();
}

std::string reversed(std::string_view text) {
    std::string result;
    for (std::size_t end = text.size(); end > 0;) {
        std::size_t begin = end - 1;
        while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
        result += text.substr(begin, end - begin);
        end = begin;
    }
    return result;
}

Result reverse(const Arguments& arguments, const Apply&) {
    if (const std::string* text = string_at(arguments, 0)) return Value(reversed(*text));
    const Array* elements = array_at(arguments, 0);
    if (elements == nullptr) return std::nullopt;
    return Value(Array(elements->rbegin(), elements->rend()));
}

Result to_array(const Arguments& arguments, const Apply&) {
    if (array_at(arguments, 0) != nullptr) return arguments[0].value;
    return Value(Array{arguments[0].value});
}

Result to_string(const Arguments& arguments, const Apply&) {
    if (string_at(arguments, 0) != nullptr) return arguments[0].value;
    std::string text;
    arguments[0].value.write(text);
    return Value(std::move(text));
}

Result to_number(const Arguments& arguments, const Apply&) {
    if (number_at(arguments, 0) != nullptr) return arguments[0].value;
    const std::string* text = string_at(arguments, 0);
    const auto value = text == nullptr ? std::nullopt : Value::read(*text);
    return value && value->as_number() != nullptr ? *value : Value();
}

Result type(const Arguments& arguments, const Apply&) {
    constexpr std::array<std::string_view, 6> kNames{"null", "boolean", "number", "string", "array", "object"};
    return Value(std::string(kNames.at(static_cast<std::size_t>(arguments[0].value.kind()))));
}

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
constexpr std::array kBuiltins{
    Builtin{"abs", 1, 1, &of_number<std::fabs>},
    Builtin{"avg", 1, 1, &avg},
    Builtin{"ceil", 1, 1, &of_number<std::ceil>},
    Builtin{"contains", 2, 2, &contains},
    Builtin{"ends_with", 2, 2, &ends_with},
    Builtin{"floor", 1, 1, &of_number<std::floor>},
    Builtin{"join", 2, 2, &join},
    Builtin{"keys", 1, 1, &keys},
    Builtin{"length", 1, 1, &length},
    Builtin{"map", 2, 2, &map},
    Builtin{"max", 1, 1, &extreme<true>},
    Builtin{"max_by", 2, 2, &extreme_by<true>},
    Builtin{"merge", 1, kAny, &merge},
    Builtin{"min", 1, 1, &extreme<false>},
    Builtin{"min_by", 2, 2, &extreme_by<false>},
    Builtin{"not_null", 1, kAny, &not_null},
    Builtin{"reverse", 1, 1, &reverse},
    Builtin{"sort", 1, 1, &sort},
    Builtin{"sort_by", 2, 2, &sort_by},
    Builtin{"starts_with", 2, 2, &starts_with},
    Builtin{"sum", 1, 1, &sum},
    Builtin{"to_array", 1, 1, &to_array},
    Builtin{"to_number", 1, 1, &to_number},
    Builtin{"to_string", 1, 1, &to_string},
    Builtin{"type", 1, 1, &type},
    Builtin{"values", 1, 1, &values},
};

}  // namespace

const Builtin* find_builtin(std::string_view name) {
    const auto found = std::find_if(kBuiltins.begin(), kBuiltins.end(), [name](const Builtin& row) { return row.name == name; });
    return found == kBuiltins.end() ? nullptr : &*found;
}

std::string arity_fault(const Builtin& function, std::size_t arguments) {
    if (arguments >= function.arguments_min && arguments <= function.arguments_max) return {};
    return std::string(function.name) + "() takes " + (function.arguments_max == kAny ? "at least " : "") +
           std::to_string(function.arguments_min) + (function.arguments_min == 1 ? " argument" : " arguments") + ", got " +
           std::to_string(arguments);
}

}  // namespace domain::opal::jmespath
