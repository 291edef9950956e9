#include "domain/opal/check/parameter_value.hpp"

#include <utility>
#include <vector>

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

/// JSON text as a value of its type.
Expr from_json(const std::string& text, Type type, Span span) {
    std::vector<Expr> operands;
    operands.push_back(make_literal(span, Type::kString, text));
    Expr parsed = make_call(span, Type::kVariant, "parse_json", std::move(operands));
    return cast_to(std::move(parsed), type);
}

}  // namespace

Expr to_expression(const ParameterValue& parameter, Span span) {
    const Type type = parameter.type;
    if (std::holds_alternative<std::nullptr_t>(parameter.value)) return make_literal(span, type, Null{});
    if (const auto* value = std::get_if<bool>(&parameter.value)) return make_literal(span, type, *value);
    if (const auto* value = std::get_if<double>(&parameter.value)) return make_literal(span, type, *value);
    if (const auto* value = std::get_if<std::int64_t>(&parameter.value)) {
        if (type == Type::kDuration) return make_literal(span, type, DurationValue{*value});
        return make_literal(span, type, *value);
    }
    const std::string& text = std::get<std::string>(parameter.value);
    const bool is_json = type == Type::kObject || type == Type::kArray || type == Type::kVariant;
    return is_json ? from_json(text, type, span) : make_literal(span, type, text);
}

}  // namespace domain::opal::check
