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

/// The operands of an aggregate with a template; those that become a part of a JSON value come as JSON text.
std::vector<std::string> ExpressionEmitter::aggregate_operands(const Expr& expr, std::string_view function) const {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
        const bool is_value = takes_json_text(function, i);
        texts.push_back(is_value ? json_text(expr.operands[i]) : emit(expr.operands[i]));
    }
    return texts;
}

std::string ExpressionEmitter::aggregate(const Expr& expr, const check::Aggregate& aggregate,
                                         const std::string& over) const {
    const FunctionTemplate* found = find_template(aggregate_templates(), aggregate.function, expr.operands);
    std::string text;
    if (is_special_aggregate(aggregate.function)) text = special_aggregate(expr, aggregate);
    else if (found != nullptr) text = fill(found->sql, aggregate_operands(expr, aggregate.function));
    else return null_of(expr.type);
    if (text.find(kCallEnd) == std::string::npos) return text + over;
    std::string placed;
    for (const char c : text) {
        if (c == kCallEnd) placed += over;
        else placed += c;
    }
    return placed;
}

std::string ExpressionEmitter::window(const Expr& expr, const check::WindowCall& window) const {
    const std::string_view function = window.function;
    const std::string partition = partition_by(window.partition_by);
    if (function == "row_number" || function == "rank" || function == "dense_rank") {
        return std::string(function) + "() OVER (" + partition + sort_keys(window.order_by) + ")";
    }
    if (function.starts_with("lag") || function.starts_with("lead")) {
        const std::string_view skip = function.ends_with("_not_null") ? " IGNORE NULLS" : "";
        return std::string(function.substr(0, function.find('_'))) + "(" + join(emit_all(expr.operands), ", ") +
               std::string(skip) + ") OVER (" + partition + sort_keys(window.order_by) + ")";
    }
    if (function == "ewma") return ewma(expr, partition + sort_keys(window.order_by));
    if (is_own_aggregate(function) && (!window.frame || (!window.frame->back && !window.frame->ahead))) {
        // The query store cannot compute its clients' aggregates over a partition that is named whole.
        constexpr std::string_view kAllRows = " ROWS BETWEEN 1000000000000 PRECEDING AND 1000000000000 FOLLOWING";
        return aggregate(expr, {window.function, window.order_by}, " OVER (" + partition + std::string(kAllRows) + ")");
    }
    if (!window.frame) {
        // Never an order here: with one, SQL means a running value. What depends on an order has it in its operands.
        return aggregate(expr, {window.function, window.order_by}, " OVER (" + partition + ")");
    }
    const bool is_time = window.frame->unit == check::WindowFrame::Unit::kTime;
    const auto bound = [](const std::optional<std::int64_t>& distance, std::string_view near, std::string_view far) {
        if (!distance) return "UNBOUNDED " + std::string(near);
        // A negative distance lies on the other side.
        if (*distance < 0) return std::to_string(-*distance) + " " + std::string(far);
        return std::to_string(*distance) + " " + std::string(near);
    };
    const std::string frame = std::string(is_time ? " RANGE" : " ROWS") + " BETWEEN " +
                              bound(window.frame->back, "PRECEDING", "FOLLOWING") + " AND " +
                              bound(window.frame->ahead, "FOLLOWING", "PRECEDING");
    return aggregate(expr, {window.function, window.order_by},
                     " OVER (" + partition + sort_keys(window.order_by) + frame + ")");
}

/// The mean of the last rows' values, that of the row itself weighing 1, each one before it `weight` times as much as the one
/// behind it; nulls weigh nothing.
std::string ExpressionEmitter::ewma(const Expr& expr, const std::string& window) const {
    const auto* size = std::get_if<std::int64_t>(&std::get<check::Literal>(expr.operands[1].node).value);
    const std::string rows = std::to_string(size == nullptr ? 0 : *size - 1);
    const std::string weight = expr.operands.size() > 2 ? fraction(expr.operands[2]) : "0.5";
    const std::string values = "list(CAST(" + emit(expr.operands[0]) + " AS DOUBLE)) OVER (" + window + " ROWS BETWEEN " + rows +
                               " PRECEDING AND CURRENT ROW)";
    const auto sum = [&](std::string_view one) {
        return "list_sum(list_transform(l, lambda x, i: CASE WHEN x IS NOT NULL THEN " + std::string(one) + " * pow(" + weight +
               ", len(l) - i) END))";
    };
    return as_result("list_transform([" + values + "], lambda l: " + sum("x") + " / " + sum("1") + ")[1]", expr.type);
}

std::string ExpressionEmitter::partition_by(const std::vector<Expr>& keys) const {
    return keys.empty() ? "" : "PARTITION BY " + join(emit_all(keys), ", ");
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
    if (function == "any" || function.starts_with("first") || function.starts_with("last")) {
        // arg_min and arg_max by the row's place keep one value for each group; an ordered list would keep all rows.
        const bool keeps_null = function == "first" || function == "last";
        const bool is_first = !function.starts_with("last");
        const std::string value = emit(operands.front());
        if (aggregate.order_by.empty()) {
            return (keeps_null ? (is_first ? "first(" : "last(") : "any_value(") + value + ")";
        }
        return std::string(is_first ? "arg_min" : "arg_max") + (keeps_null ? "_null(" : "(") + value + ", " +
               place_key(aggregate.order_by) + ")";
    }
    if (function == "array_agg") {
        return "('[' || string_agg(" + json_text(operands.front()) + ", ','" + sort_keys(aggregate.order_by) + ")" +
               kCallEnd + " || ']')";
    }
    if (function == "array_agg_distinct") {
        const std::string value = json_text(operands.front());
        return "('[' || string_agg(DISTINCT " + value + ", ',' ORDER BY " + value + ")" + kCallEnd + " || ']')";
    }
    if (function == "string_agg") {
        return "string_agg(" + emit(operands[0]) + ", " + emit(operands[1]) + sort_keys(aggregate.order_by) + ")";
    }
    if (function == "avg" || function == "stddev") {
        const std::string value = (function == "avg" ? "avg(" : "stddev_samp(") + emit(operands.front()) + ")" + kCallEnd;
        return type_name(expr.type) == "BIGINT" ? as_result(value, expr.type) : value;
    }
    if (function == "hash_agg") return "opalite_hash_agg(" + hash(operands) + ")";
    if (function == "hash_agg_distinct") return "opalite_hash_agg(DISTINCT " + hash(operands) + ")";
    if (function == "delta_monotonic") {
        // The values in order, then the sum of what each adds; after a reset all of it.
        const std::string value = emit(operands.front());
        const std::string values = "list(" + value + sort_keys(aggregate.order_by) + ") FILTER (WHERE " + value + " IS NOT NULL)" + kCallEnd;
        return "CAST(list_transform([" + values + "], lambda l: CASE WHEN len(l) > 0 THEN list_sum(list_transform(range(1, len(l) + 1), "
               "lambda i: CASE WHEN i = 1 THEN l[1] - l[1] WHEN l[i] >= l[i - 1] THEN l[i] - l[i - 1] ELSE l[i] END)) END)[1] AS " +
               std::string(type_name(expr.type)) + ")";
    }
    if (function == "percentile_disc") return "quantile_disc(" + emit(operands[0]) + ", " + fraction(operands[1]) + ")";
    if (expr.type == Type::kDuration && (function == "percentile_cont" || function == "median_exact")) {
        // Only between times does the query store interpolate with integers; a double has too few digits.
        return "epoch_us(quantile_cont(make_timestamp(" + emit(operands[0]) + "), " +
               (function == "median_exact" ? "0.5" : fraction(operands[1])) + ")" + kCallEnd + ")";
    }
    const std::string value = "CAST(" + emit(operands.front()) + " AS DOUBLE)";
    if (function == "percentile") return as_result("approx_quantile(" + value + ", " + fraction(operands[1]) + ")" + kCallEnd, expr.type);
    if (function == "median") return as_result("approx_quantile(" + value + ", 0.5)" + kCallEnd, expr.type);
    if (function == "median_exact") return as_result("quantile_cont(" + value + ", 0.5)" + kCallEnd, expr.type);
    return as_result("quantile_cont(" + value + ", " + fraction(operands[1]) + ")" + kCallEnd, expr.type);
}

}  // namespace domain::opal::sql
