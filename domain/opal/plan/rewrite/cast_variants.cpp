#include <array>
#include <algorithm>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/rewrite/rewrite.hpp"

// Rule: where one operand of a comparison is a variant and the other is not, the variant is cast to the other's type, and a
// variant operand of from_seconds() and its like is cast to what the function computes with. That is what these calls mean
// (check/functions.hpp); saying it as a cast lets bind_paths read a typed column.
namespace domain::opal::plan::rewrite {
namespace {

constexpr std::array kComparisons{
    std::string_view("op.eq"),  std::string_view("op.ne"), std::string_view("op.lt"),   std::string_view("op.lte"),
    std::string_view("op.gt"),  std::string_view("op.gte"), std::string_view("op.same"), std::string_view("eq"),
    std::string_view("ne"),     std::string_view("lt"),    std::string_view("lte"),     std::string_view("gt"),
    std::string_view("gte"),    std::string_view("same"),  std::string_view("null_if"),
};

/// The cast to a type; timestamps and durations compare by their nanoseconds.
std::string_view cast_to(Type type) {
    switch (type) {
        case Type::kBool: return "bool";
        case Type::kInt64:
        case Type::kTimestamp:
        case Type::kDuration: return "int64";
        case Type::kFloat64:
        case Type::kNumeric: return "float64";
        case Type::kString: return "string";
        case Type::kIpv4: return "ipv4";
        default: return {};
    }
}

void wrap(Expr& variant, std::string_view cast, Type type) {
    Expr wrapped = call(cast, type, {});
    wrapped.operands.push_back(std::move(variant));
    variant = std::move(wrapped);
}

/// Casts `variant` to the type of `other` when only the first is a variant.
bool cast_like(Expr& variant, const Expr& other) {
    if (variant.type != Type::kVariant || other.type == Type::kVariant) return false;
    const std::string_view cast = cast_to(other.type);
    if (cast.empty()) return false;
    wrap(variant, cast, cast == "int64" ? Type::kInt64 : other.type);
    return true;
}

void cast_operands(Expr& expr) {
    for_each_child(expr, cast_operands);
    const auto* function = std::get_if<check::Call>(&expr.node);
    if (function == nullptr || expr.operands.empty()) return;
    const std::string_view name = function->function;
    Expr& first = expr.operands.front();
    if (std::find(kComparisons.begin(), kComparisons.end(), name) != kComparisons.end() && expr.operands.size() == 2) {
        if (!cast_like(first, expr.operands[1])) cast_like(expr.operands[1], first);
    } else if (name == "in" && expr.operands.size() > 1) {
        cast_like(first, expr.operands[1]);
        for (std::size_t i = 1; i < expr.operands.size(); ++i) cast_like(expr.operands[i], first);
    } else if (first.type == Type::kVariant && expr.operands.size() == 1) {
        if (name == "from_seconds" || name == "from_milliseconds" || name == "timestamp_us") {
            wrap(first, "float64", Type::kFloat64);
        } else if (name == "from_nanoseconds" || name == "duration") {
            wrap(first, "int64", Type::kInt64);
        } else if (name == "ipv4") {
            wrap(first, "string", Type::kString);
        }
    }
}

}  // namespace

void cast_variants(Node& root) {
    for_each_expression(root, cast_operands);
    for (const NodePtr& input : root.inputs) cast_variants(*input);
}

}  // namespace domain::opal::plan::rewrite
