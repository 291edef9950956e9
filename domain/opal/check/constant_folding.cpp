#include "domain/opal/check/constant_folding.hpp"

#include <cmath>
#include <cstdint>
#include <optional>

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

/// The value of an int64 or duration constant.
std::optional<std::int64_t> integer(const Expr& expr) {
    if (const auto* value = constant<std::int64_t>(expr)) return *value;
    if (const auto* value = constant<DurationValue>(expr)) return value->nanoseconds;
    return std::nullopt;
}

std::optional<double> number(const Expr& expr) {
    if (const auto* value = constant<std::int64_t>(expr)) return static_cast<double>(*value);
    if (const auto* value = constant<double>(expr)) return *value;
    return std::nullopt;
}

std::optional<std::int64_t> fold_arithmetic(std::string_view function, const std::vector<Expr>& operands) {
    if (operands.empty()) return std::nullopt;
    const auto a = integer(operands[0]);
    const auto b = operands.size() == 2 ? integer(operands[1]) : std::optional<std::int64_t>(0);
    std::int64_t result = 0;
    if (!a || !b) return std::nullopt;
    bool overflows = true;
    if (function == "op.add") overflows = __builtin_add_overflow(*a, *b, &result);
    if (function == "op.sub") overflows = __builtin_sub_overflow(*a, *b, &result);
    if (function == "op.mul") overflows = __builtin_mul_overflow(*a, *b, &result);
    if (function == "op.neg") overflows = __builtin_sub_overflow(std::int64_t{0}, *a, &result);
    return overflows ? std::nullopt : std::optional(result);
}

std::optional<std::int64_t> fold_duration(std::string_view function, const std::vector<Expr>& operands) {
    double unit = 0;
    if (function == "duration_hr") unit = 3600e9;
    if (function == "duration_min") unit = 60e9;
    if (function == "duration_sec") unit = 1e9;
    if (function == "duration_ms") unit = 1e6;
    const auto value = unit > 0 && operands.size() == 1 ? number(operands[0]) : std::nullopt;
    if (!value || !(std::fabs(*value * unit) < 9.2e18)) return std::nullopt;
    return std::llround(*value * unit);
}

}  // namespace

Expr fold_constants(Expr expr) {
    const auto* call = std::get_if<Call>(&expr.node);
    if (call == nullptr || (expr.type != Type::kInt64 && expr.type != Type::kDuration)) return expr;
    auto value = fold_duration(call->function, expr.operands);
    if (!value) value = fold_arithmetic(call->function, expr.operands);
    if (!value) return expr;
    if (expr.type == Type::kDuration) return make_literal(expr.span, expr.type, DurationValue{*value});
    return make_literal(expr.span, expr.type, *value);
}

}  // namespace domain::opal::check
