// Calls of aggregate functions: where they may stand, and the order of their values.
#include <algorithm>
#include <limits>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/metric_selection.hpp"
#include "domain/opal/check/quoted.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

using Checked = ExpressionChecker::Checked;

namespace {

bool depends_on_order(std::string_view function) {
    return function == "first" || function == "last" || function == "first_not_null" || function == "last_not_null" ||
           function == "array_agg" || function == "string_agg";
}

/// The aggregate that skips nulls: a selector is null in the rows that it does not take.
std::string_view of_selected(std::string_view function) {
    return function == "first" ? "first_not_null" : function == "last" ? "last_not_null" : function;
}

}  // namespace

Checked ExpressionChecker::check_aggregate_call(const ast::Call& call, Span span, const Function& function,
                                                const Scope& scope) {
    if (!scope.allows_aggregates()) {
        diagnostics_.error("aggregate-context", call.function.span,
                           "aggregate function " + quoted(function.name) + " is not accepted in the current context",
                           scope.in_aggregate ? "aggregate functions cannot be nested"
                                              : "use it in statsby, timechart, aggregate or inside window()");
        return std::nullopt;
    }
    Scope inner{.state = scope.state, .keys = scope.keys, .verb = scope.verb, .in_aggregate = true, .later_bindings = {}};
    inner.metrics = scope.metrics;
    const std::size_t selected = scope.metrics == nullptr ? 0 : scope.metrics->names.size();
    std::vector<const ast::Argument*> arguments;
    for (const ast::Argument& argument : call.arguments) arguments.push_back(&argument);
    auto order = take_order(function, arguments, inner);
    auto operands = check_arguments(call, arguments, inner);
    if (!order || !operands) return std::nullopt;
    if (scope.metrics != nullptr && scope.metrics->names.size() == selected) {
        diagnostics_.error("metric-selector", arguments.empty() ? span : arguments.front()->value.span,
                           quoted(scope.verb) + " expressions must select a metric with m(\"name\")");
        return std::nullopt;
    }
    if (function.name == "count") {
        std::erase_if(*operands, [](const Expr& e) { return std::holds_alternative<Literal>(e.node) && constant<Null>(e) == nullptr; });
    }
    Checked result = resolve_overload(function, call.function, span, std::move(*operands));
    if (!result) return std::nullopt;
    if (is_change(function.name)) return check_change(function.name, std::move(result->operands.front()), span, scope);
    if (function.name == "prom_quantile") return check_prom_quantile(call, span, std::move(*result), inner);
    auto& aggregate = std::get<Aggregate>(result->node);
    if (scope.metrics != nullptr) aggregate.function = of_selected(function.name);
    aggregate.order_by = order->empty() ? default_order(function, scope, span) : std::move(*order);
    return result;
}

// The bucket's upper bound is that of the tag `le` unless it is given.
Checked ExpressionChecker::check_prom_quantile(const ast::Call& call, Span span, Expr aggregate, const Scope& scope) {
    if (aggregate.operands.size() < 3) {
        if (scope.state.find("le") == nullptr && !scope.state.is_open) {
            diagnostics_.error("missing-argument", call.function.span,
                               "\"prom_quantile\" needs a column \"le\" with the upper bounds of the buckets, or its third argument");
            return std::nullopt;
        }
        auto bound = resolve_column(scope, "le", span, diagnostics_);
        if (!bound) return std::nullopt;
        aggregate.operands.push_back(std::move(*bound));
    }
    aggregate.operands[0] = cast_to(std::move(aggregate.operands[0]), Type::kFloat64);
    Expr& bound = aggregate.operands[2];
    if (bound.type == Type::kString && !is_null_literal(bound)) {
        // The text of no bound is no number; the largest number stands for it.
        std::vector<Expr> known{bound};
        for (const char* text : {"+Inf", "+inf", "Inf", "inf"}) known.push_back(make_literal(span, Type::kString, std::string(text)));
        std::vector<Expr> choice;
        choice.push_back(make_call(span, Type::kBool, "in", std::move(known)));
        choice.push_back(make_literal(span, Type::kFloat64, std::numeric_limits<double>::max()));
        choice.push_back(cast_to(std::move(bound), Type::kFloat64));
        bound = make_call(span, Type::kFloat64, "if", std::move(choice));
    } else {
        bound = cast_to(std::move(bound), Type::kFloat64);
    }
    return aggregate;
}

std::vector<SortKey> ExpressionChecker::default_order(const Function& function, const Scope& scope, Span span) const {
    const Column* time = scope.state.valid_from ? scope.state.find(*scope.state.valid_from) : nullptr;
    if (!depends_on_order(function.name) || time == nullptr) return {};
    std::vector<SortKey> order;
    order.push_back({make_column(span, *time), false, false});
    return order;
}

std::optional<std::vector<SortKey>> ExpressionChecker::take_order(const Function& function,
                                                                  std::vector<const ast::Argument*>& arguments,
                                                                  const Scope& scope) {
    std::vector<SortKey> order;
    if (!depends_on_order(function.name)) return order;
    // Behind the values stand order_by(…), or orderings without it: string_agg(x, ",", desc(t)).
    const std::size_t values = function.name == "string_agg" ? 2 : 1;
    bool is_ok = true;
    for (std::size_t i = values; i < arguments.size(); ++i) {
        const ast::Expr& value = arguments[i]->value;
        const auto* call = std::get_if<ast::Call>(&value.node);
        if (call == nullptr || canonical_function(call->function.text) != "order_by") {
            auto key = check_sort_key(value, scope);
            is_ok = is_ok && key.has_value();
            if (key) order.push_back(std::move(*key));
            continue;
        }
        is_ok = add_order_by(*call, scope, order) && is_ok;
    }
    arguments.resize(std::min(arguments.size(), values));
    if (!is_ok) return std::nullopt;
    return order;
}

bool ExpressionChecker::add_order_by(const ast::Call& call, const Scope& scope, std::vector<SortKey>& order) {
    resolve_function(call.function);
    bool is_ok = true;
    for (const ast::Argument& item : call.arguments) {
        // The old form order_by(x, true) orders descending.
        const auto* literal = std::get_if<ast::Literal>(&item.value.node);
        const bool* descends = literal != nullptr ? std::get_if<bool>(&literal->value) : nullptr;
        if (descends != nullptr && !order.empty()) {
            order.back().is_descending = *descends;
            order.back().nulls_first = *descends;
            continue;
        }
        auto key = check_sort_key(item.value, scope);
        is_ok = is_ok && key.has_value();
        if (key) order.push_back(std::move(*key));
    }
    return is_ok;
}

}  // namespace domain::opal::check
