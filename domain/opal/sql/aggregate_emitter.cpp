#include <cstdio>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/sql/dialect.hpp"
#include "domain/opal/sql/expression_emitter.hpp"
#include "domain/opal/sql/function_templates.hpp"
#include "domain/opal/sql/special_calls.hpp"

// The part of ExpressionEmitter that writes aggregates.
namespace domain::opal::sql {
namespace {

using check::Expr;
using check::Type;

/// A constant fraction as a decimal number, which the query store takes for its several quantile functions; it takes no
/// parameter here.
std::string fraction(const Expr& expr) {
    const auto* literal = std::get_if<check::Literal>(&expr.node);
    double value = 0.5;
    if (literal != nullptr) {
        if (const auto* number = std::get_if<double>(&literal->value)) value = *number;
        if (const auto* number = std::get_if<std::int64_t>(&literal->value)) value = static_cast<double>(*number);
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

/// The value as the aggregate's own type when the query store answers with another one.
std::string as_result(std::string value, Type type) {
    if (type_name(type) == "BIGINT") return "CAST(round(" + value + ") AS BIGINT)";
    return "CAST(" + value + " AS " + std::string(type_name(type)) + ")";
}

}  // namespace

std::string ExpressionEmitter::sort_keys(const std::vector<check::SortKey>& keys) const {
    std::string text;
    for (const check::SortKey& key : keys) {
        text += text.empty() ? " ORDER BY " : ", ";
        text += emit(key.value) + std::string(direction(key.is_descending, key.nulls_first));
    }
    return text;
}

/// One value that orders rows like the keys do.
std::string ExpressionEmitter::place_key(const std::vector<check::SortKey>& keys) const {
    std::vector<std::string> parts;
    for (const check::SortKey& key : keys) {
        parts.push_back(emit(key.value));
        parts.push_back(quote_text(direction(key.is_descending, key.nulls_first).substr(1)));
    }
    return "create_sort_key(" + join(parts, ", ") + ")";
}

std::string ExpressionEmitter::aggregate(const Expr& expr, const check::Aggregate& aggregate) const {
    if (is_special_aggregate(aggregate.function)) return special_aggregate(expr, aggregate);
    const FunctionTemplate* found = find_template(aggregate_templates(), aggregate.function, expr.operands);
    if (found == nullptr) return null_of(expr.type);
    return fill(found->sql, emit_all(expr.operands));
}

std::string ExpressionEmitter::special_aggregate(const Expr& expr, const check::Aggregate& aggregate) const {
    const std::vector<Expr>& operands = expr.operands;
    const std::string_view function = aggregate.function;
    if (function == "count") {
        std::vector<std::string> tests;
        for (const Expr& operand : operands) {
            // count(1) counts rows; count of a null counts none.
            if (!plan::is_literal(operand) || plan::is_null_literal(operand)) tests.push_back(emit(operand));
        }
        if (tests.empty()) return "count(*)";
        if (tests.size() == 1) return "count(" + tests.front() + ")";
        return "count(*) FILTER (WHERE " + join(tests, " IS NOT NULL AND ") + " IS NOT NULL)";
    }
    if (function == "count_distinct" || function == "count_distinct_exact") {
        const std::string open = function == "count_distinct" ? "approx_count_distinct(" : "count(DISTINCT ";
        const std::vector<std::string> values = emit_all(operands);
        if (values.size() == 1) return open + values.front() + ")";
        return open + "row(" + join(values, ", ") + ")) FILTER (WHERE " + join(values, " IS NOT NULL AND ") +
               " IS NOT NULL)";
    }
    if (function.starts_with("first") || function.starts_with("last")) {
        // arg_min and arg_max by the row's place keep one value for each group; an ordered list would keep all rows.
        const bool keeps_null = !function.ends_with("_not_null");
        const bool is_first = function.starts_with("first");
        const std::string value = emit(operands.front());
        if (aggregate.order_by.empty()) {
            return (keeps_null ? (is_first ? "first(" : "last(") : "any_value(") + value + ")";
        }
        return std::string(is_first ? "arg_min" : "arg_max") + (keeps_null ? "_null(" : "(") + value + ", " +
               place_key(aggregate.order_by) + ")";
    }
    if (function == "array_agg") {
        return "('[' || string_agg(" + json_text(operands.front()) + ", ','" + sort_keys(aggregate.order_by) +
               ") || ']')";
    }
    if (function == "array_agg_distinct") {
        const std::string value = json_text(operands.front());
        return "('[' || string_agg(DISTINCT " + value + ", ',' ORDER BY " + value + ") || ']')";
    }
    if (function == "string_agg") {
        return "string_agg(" + emit(operands[0]) + ", " + emit(operands[1]) + sort_keys(aggregate.order_by) + ")";
    }
    if (function == "avg" || function == "stddev") {
        const std::string value = (function == "avg" ? "avg(" : "stddev_samp(") + emit(operands.front()) + ")";
        return type_name(expr.type) == "BIGINT" ? as_result(value, expr.type) : value;
    }
    const std::string value = "CAST(" + emit(operands.front()) + " AS DOUBLE)";
    if (function == "percentile") return as_result("approx_quantile(" + value + ", " + fraction(operands[1]) + ")", expr.type);
    if (function == "median") return as_result("approx_quantile(" + value + ", 0.5)", expr.type);
    if (function == "median_exact") return as_result("quantile_cont(" + value + ", 0.5)", expr.type);
    const std::string_view quantile = function == "percentile_disc" ? "quantile_disc(" : "quantile_cont(";
    return as_result(std::string(quantile) + value + ", " + fraction(operands[1]) + ")", expr.type);
}

}  // namespace domain::opal::sql
