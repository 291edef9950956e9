// Calls of aggregate functions: where they may stand, and the order of their values.
#include <algorithm>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

using Checked = ExpressionChecker::Checked;

namespace {

bool depends_on_order(std::string_view function) {
    return function == "first" || function == "last" || function == "first_not_null" || function == "last_not_null" ||
           function == "array_agg" || function == "string_agg";
}

std::string quoted(std::string_view name) { return "\"" + std::string(name) + "\""; }

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
    std::vector<const ast::Argument*> arguments;
    for (const ast::Argument& argument : call.arguments) arguments.push_back(&argument);
    auto order = take_order(function, arguments, inner);
    auto operands = check_arguments(call, arguments, inner);
    if (!order || !operands) return std::nullopt;
    if (function.name == "count") {
        std::erase_if(*operands, [](const Expr& e) { return std::holds_alternative<Literal>(e.node) && constant<Null>(e) == nullptr; });
    }
    Checked result = resolve_overload(function, call.function, span, std::move(*operands));
    if (!result) return std::nullopt;
    auto& aggregate = std::get<Aggregate>(result->node);
    aggregate.order_by = order->empty() ? default_order(function, scope, span) : std::move(*order);
    return result;
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
