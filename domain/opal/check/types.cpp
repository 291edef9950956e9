#include "domain/opal/check/types.hpp"

#include <utility>
#include <vector>

namespace domain::opal::check {
namespace {

constexpr Type kAllTypes[] = {
    Type::kBool,   Type::kInt64, Type::kFloat64, Type::kNumeric, Type::kString,  Type::kTimestamp, Type::kDuration,
    Type::kObject, Type::kArray, Type::kVariant, Type::kIpv4,    Type::kTdigest, Type::kHistogram,
    Type::kExponentialHistogram,
};

}  // namespace

std::string describe(TypeSet set) {
    if (set == kAnyType) return "any type";
    std::vector<std::string_view> names;
    if ((set & kNumericTypes) == kNumericTypes) {
        names.push_back("numeric");
        set &= ~kNumericTypes;
    }
    for (const Type type : kAllTypes) {
        if (contains(set, type)) names.push_back(catalog::name(type));
    }
    std::string result;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) result += i + 1 == names.size() ? " or " : ", ";
        result += names[i];
    }
    return result;
}

std::optional<Type> find_type(std::string_view name) {
    for (const Type type : kAllTypes) {
        if (catalog::name(type) == name) return type;
    }
    return std::nullopt;
}

std::optional<Type> common_type(Type a, Type b) {
    if (a == b) return a;
    if (!is_numeric(a) || !is_numeric(b)) return std::nullopt;
    return a == Type::kFloat64 || b == Type::kFloat64 ? Type::kFloat64 : Type::kNumeric;
}

bool are_comparable(Type a, Type b) {
    return a == Type::kVariant || b == Type::kVariant || common_type(a, b).has_value();
}

bool is_ordered(Type type) {
    switch (type) {
        case Type::kObject:
        case Type::kArray:
        case Type::kTdigest:
        case Type::kHistogram:
        case Type::kExponentialHistogram: return false;
        default: return true;
    }
}

std::string_view cast_function(Type type) {
    switch (type) {
        case Type::kBool:
        case Type::kInt64:
        case Type::kFloat64:
        case Type::kString:
        case Type::kDuration:
        case Type::kObject:
        case Type::kArray:
        case Type::kIpv4: return catalog::name(type);
        default: return {};
    }
}

bool is_null_literal(const Expr& expr) {
    return expr.type == Type::kVariant && constant<Null>(expr) != nullptr;
}

Expr make_literal(Span span, Type type, decltype(Literal::value) value) {
    return {.span = span, .type = type, .node = Literal{std::move(value)}, .operands = {}};
}

Expr make_column(Span span, const Column& column) {
    return {.span = span, .type = column.type, .node = ColumnRef{column.id}, .operands = {}};
}

Expr make_call(Span span, Type type, std::string_view function, std::vector<Expr> operands) {
    return {.span = span, .type = type, .node = Call{function}, .operands = std::move(operands)};
}

Expr make_binary(Span span, Type type, std::string_view function, Expr left, Expr right) {
    std::vector<Expr> operands;
    operands.push_back(std::move(left));
    operands.push_back(std::move(right));
    return make_call(span, type, function, std::move(operands));
}

Expr cast_to(Expr expr, Type type) {
    if (is_null_literal(expr)) {
        expr.type = type;
        return expr;
    }
    if (expr.type == type || cast_function(type).empty()) return expr;
    if (const auto* value = constant<std::int64_t>(expr); value != nullptr && type == Type::kFloat64) {
        return make_literal(expr.span, type, static_cast<double>(*value));
    }
    const Span span = expr.span;
    std::vector<Expr> operands;
    operands.push_back(std::move(expr));
    return make_call(span, type, cast_function(type), std::move(operands));
}

}  // namespace domain::opal::check
