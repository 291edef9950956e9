// Calls: which function a name means, which overload its arguments fit.
#include <algorithm>

#include "domain/opal/check/constant_folding.hpp"
#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/regex_check.hpp"
#include "domain/opal/check/types.hpp"
#include "domain/opal/source/nearest_name.hpp"

namespace domain::opal::check {

using Checked = ExpressionChecker::Checked;

namespace {

std::string without_underscores(std::string_view name) {
    std::string result(name);
    std::erase(result, '_');
    return result;
}

const FunctionAlias* find_alias(std::string_view name) {
    for (const FunctionAlias& alias : function_aliases()) {
        if (alias.name == name) return &alias;
    }
    return nullptr;
}

/// The row of the table with this name, whatever its kind; operators have no name that could be written.
const Function* find_any(std::string_view name) {
    for (const FunctionKind kind :
         {FunctionKind::kScalar, FunctionKind::kAggregate, FunctionKind::kArgument, FunctionKind::kUnsupported}) {
        if (const Function* function = find_function(name, kind)) return function;
    }
    return nullptr;
}

/// The only function whose name is the same but for underscores.
std::string_view find_by_letters(std::string_view name) {
    const std::string wanted = without_underscores(name);
    std::string_view found;
    for (const Function& function : functions()) {
        if (function.kind == FunctionKind::kOperator || without_underscores(function.name) != wanted) continue;
        if (!found.empty() && found != function.name) return {};
        found = function.name;
    }
    return found;
}

bool depends_on_order(std::string_view function) {
    return function == "first" || function == "last" || function == "first_not_null" || function == "last_not_null" ||
           function == "array_agg" || function == "string_agg";
}

bool is_metric_selector(std::string_view function) {
    return function == "m" || function == "m_tdigest" || function == "m_histogram" ||
           function == "m_exponential_histogram" || function == "m_object";
}

std::string quoted(std::string_view name) { return "\"" + std::string(name) + "\""; }

}  // namespace

std::string_view ExpressionChecker::canonical_function(const std::string& name) {
    if (const FunctionAlias* alias = find_alias(name)) return alias->canonical;
    if (const Function* function = find_any(name)) return function->name;
    return find_by_letters(name);
}

std::string_view ExpressionChecker::resolve_function(const ast::Name& name) {
    const std::string_view canonical = canonical_function(name.text);
    if (canonical.empty()) {
        std::vector<std::string_view> names;
        for (const Function& function : functions()) {
            if (function.kind != FunctionKind::kOperator) names.push_back(function.name);
        }
        diagnostics_.error("unknown-function", name.span, "unknown function " + quoted(name.text),
                           source::did_you_mean(name.text, names));
        return {};
    }
    const FunctionAlias* alias = find_alias(name.text);
    if (canonical != name.text && (alias == nullptr || alias->is_deprecated)) {
        diagnostics_.warning("deprecated", name.span, quoted(name.text) + " is deprecated",
                             "use " + std::string(canonical));
    }
    if (is_metric_selector(canonical)) {
        diagnostics_.error("metric-selector", name.span,
                           "Please only use metric selection function " + quoted(canonical) + " in \"align\" verb");
        return {};
    }
    if (find_function(canonical, FunctionKind::kUnsupported) != nullptr) {
        diagnostics_.error("not-supported", name.span, "function " + quoted(name.text) + " is not supported yet");
        return {};
    }
    return canonical;
}

Checked ExpressionChecker::check_call(const ast::Expr& expr, const ast::Call& call, const Scope& scope) {
    const std::string_view name = resolve_function(call.function);
    if (name.empty()) return std::nullopt;
    if (is_special(name)) return check_special(name, call, expr.span, scope);
    const Function* scalar = find_function(name, FunctionKind::kScalar);
    const Function* aggregate = find_function(name, FunctionKind::kAggregate);
    // avg, max and min are aggregates of one argument and scalar functions of several.
    if (aggregate != nullptr && (scalar == nullptr || call.arguments.size() < 2)) {
        return check_aggregate_call(call, expr.span, *aggregate, scope);
    }
    if (scalar == nullptr) {
        diagnostics_.error("wrong-context", call.function.span,
                           quoted(name) + " is an argument of verbs, not a value");
        return std::nullopt;
    }
    std::vector<const ast::Argument*> arguments;
    for (const ast::Argument& argument : call.arguments) arguments.push_back(&argument);
    auto checked = check_arguments(call, arguments, scope);
    if (!checked) return std::nullopt;
    if (name.starts_with("bin_") && scope.keys == nullptr) {
        diagnostics_.error("wrong-context", call.function.span,
                           quoted(name) + " is not accepted in the current context",
                           "it stands in statsby and timechart");
        return std::nullopt;
    }
    return resolve_overload(*scalar, call.function, expr.span, std::move(*checked));
}

std::optional<std::vector<Expr>> ExpressionChecker::check_arguments(const ast::Call& call,
                                                                    const std::vector<const ast::Argument*>& arguments,
                                                                    const Scope& scope) {
    std::vector<Expr> checked;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ast::Argument& argument = *arguments[i];
        if (argument.name) {
            diagnostics_.error("wrong-arguments", argument.name->span,
                               quoted(call.function.text) + " has no named argument " + quoted(argument.name->text));
            continue;
        }
        const auto* literal = std::get_if<ast::Literal>(&argument.value.node);
        const auto* inner = std::get_if<ast::Call>(&argument.value.node);
        const bool is_regex = (literal != nullptr && std::holds_alternative<ast::Regex>(literal->value)) ||
                              (inner != nullptr && canonical_function(inner->function.text) == "regex");
        if (is_regex) {
            if (auto regex = check_regex(argument.value, scope, call.function.text, i + 1, "pattern")) {
                checked.push_back(make_literal(argument.value.span, Type::kString, std::move(*regex)));
            }
        } else if (auto value = check(argument.value, scope)) {
            checked.push_back(std::move(*value));
        }
    }
    if (checked.size() != arguments.size()) return std::nullopt;
    return checked;
}

/// How arguments fit an overload.
struct ExpressionChecker::Fit {
    enum class Problem { kNone, kType, kConstant, kMissing, kTooMany };
    Problem problem = Problem::kNone;
    std::size_t index = 0;      // of the argument or parameter with the problem
    TypeSet expected = 0;       // kType
    const Parameter* parameter = nullptr;
    std::optional<Type> generic;  // common type of the generic arguments
};

ExpressionChecker::Fit ExpressionChecker::fit(const Overload& overload, const std::vector<Expr>& arguments) const {
    Fit result;
    const auto& parameters = overload.parameters;
    const bool repeats = !parameters.empty() && parameters.back().is_repeated;
    const auto fail = [&](Fit::Problem problem, std::size_t index, TypeSet expected, const Parameter* parameter) {
        result.problem = problem;
        result.index = index;
        result.expected = expected;
        result.parameter = parameter;
        return result;
    };
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (i >= parameters.size() && !repeats) return fail(Fit::Problem::kTooMany, i, 0, nullptr);
        const Parameter& parameter = i < parameters.size() ? parameters[i] : parameters.back();
        const Expr& argument = arguments[i];
        const bool is_regex = constant<Regex>(argument) != nullptr;
        if (is_regex != parameter.is_regex && (is_regex || constant<std::string>(argument) == nullptr)) {
            return fail(Fit::Problem::kType, i, parameter.accepts, &parameter);
        }
        if (is_null_literal(argument) && !parameter.is_constant) continue;
        const bool widens = argument.type == Type::kInt64 && contains(parameter.accepts, Type::kFloat64);
        if (!contains(parameter.accepts, argument.type) && !widens) {
            return fail(Fit::Problem::kType, i, parameter.accepts, &parameter);
        }
        if (parameter.is_constant && !std::holds_alternative<Literal>(argument.node)) {
            return fail(Fit::Problem::kConstant, i, 0, &parameter);
        }
        if (!parameter.is_generic) continue;
        const auto common = result.generic ? common_type(*result.generic, argument.type) : argument.type;
        if (!common) return fail(Fit::Problem::kType, i, type_bit(*result.generic), &parameter);
        result.generic = common;
    }
    for (std::size_t i = arguments.size(); i < parameters.size(); ++i) {
        if (!parameters[i].is_optional) return fail(Fit::Problem::kMissing, i, 0, &parameters[i]);
    }
    return result;
}

Checked ExpressionChecker::resolve_overload(const Function& function, const ast::Name& name, Span span,
                                            std::vector<Expr> arguments) {
    for (const Overload& overload : function.overloads) {
        const Fit result = fit(overload, arguments);
        if (result.problem != Fit::Problem::kNone) continue;
        return apply_overload(function, overload, result.generic, span, std::move(arguments));
    }
    report_misfit(function, name, arguments);
    return std::nullopt;
}

void ExpressionChecker::report_misfit(const Function& function, const ast::Name& name,
                                      const std::vector<Expr>& arguments) {
    // The overload that went furthest is the one that was meant; overloads that fail at one argument share the message.
    Fit best;
    std::size_t most = 0;
    for (const Overload& overload : function.overloads) {
        const Fit result = fit(overload, arguments);
        if (best.problem == Fit::Problem::kNone || result.index > best.index) best = result;
        if (result.problem == Fit::Problem::kType && best.problem == Fit::Problem::kType && result.index == best.index) {
            best.expected |= result.expected;
        }
        most = std::max(most, overload.parameters.size());
    }
    switch (best.problem) {
        case Fit::Problem::kType:
            if (best.parameter->is_regex) {
                return diagnostics_.error("wrong-type", arguments[best.index].span,
                                          quoted(function.name) + " argument " + std::to_string(best.index + 1) + " (" +
                                              quoted(best.parameter->name) + ") must be a constant regular expression");
            }
            return report_type(std::string(function.name), best.index + 1, best.parameter->name, best.expected,
                               arguments[best.index]);
        case Fit::Problem::kConstant:
            return diagnostics_.error("not-constant", arguments[best.index].span,
                                      quoted(function.name) + " argument " + std::to_string(best.index + 1) + " (" +
                                          quoted(best.parameter->name) + ") must be a constant");
        case Fit::Problem::kMissing:
            return diagnostics_.error("missing-argument", name.span,
                                      quoted(function.name) + " parameter " + quoted(best.parameter->name) +
                                          " has no matching argument");
        case Fit::Problem::kTooMany:
            return diagnostics_.error("too-many-arguments", arguments[best.index].span,
                                      quoted(function.name) + " takes at most " + std::to_string(most) +
                                          (most == 1 ? " argument" : " arguments") + ", got " +
                                          std::to_string(arguments.size()));
        case Fit::Problem::kNone: return;
    }
}

Checked ExpressionChecker::apply_overload(const Function& function, const Overload& overload,
                                          std::optional<Type> generic, Span span, std::vector<Expr> arguments) {
    std::optional<std::size_t> regex_at;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool is_repeated = i >= overload.parameters.size();
        const Parameter& parameter = is_repeated ? overload.parameters.back() : overload.parameters[i];
        Expr& argument = arguments[i];
        if (parameter.is_regex) {
            regex_at = i;
            if (const auto* pattern = constant<std::string>(argument)) {
                auto regex = check_regex_text(*pattern, "", argument.span, diagnostics_);
                if (!regex) return std::nullopt;
                argument = make_literal(argument.span, Type::kString, std::move(*regex));
            }
        } else if (parameter.is_text) {
            argument = cast_to(std::move(argument), Type::kString);
        } else if (parameter.is_generic) {
            argument = cast_to(std::move(argument), generic.value_or(Type::kVariant));
        } else if (is_null_literal(argument)) {
            for (const Type type : {Type::kVariant, Type::kString, Type::kInt64, Type::kFloat64, Type::kBool,
                                    Type::kTimestamp, Type::kDuration, Type::kObject, Type::kArray}) {
                if (contains(parameter.accepts, type)) argument.type = type;
            }
        } else if (!contains(parameter.accepts, argument.type)) {
            argument = cast_to(std::move(argument), Type::kFloat64);
        }
    }
    const bool has_flags = regex_at && arguments.size() > *regex_at + 1 &&
                           overload.parameters[std::min(arguments.size(), overload.parameters.size()) - 1].name == "flags";
    if (has_flags) {
        const Expr& flags = arguments.back();
        auto regex = check_regex_text(constant<Regex>(arguments[*regex_at])->pattern, *constant<std::string>(flags),
                                      flags.span, diagnostics_);
        if (!regex) return std::nullopt;
        arguments[*regex_at].node = Literal{std::move(*regex)};
        arguments.pop_back();
    }
    const Type result = overload.result_is_generic ? generic.value_or(Type::kVariant) : overload.result;
    if (function.kind == FunctionKind::kAggregate) {
        return Expr{.span = span, .type = result, .node = Aggregate{function.name, {}}, .operands = std::move(arguments)};
    }
    if (function.name.ends_with("_null") && overload.parameters.empty()) return make_literal(span, result, Null{});
    if (function.name == cast_function(result) && arguments.size() == 1 && arguments[0].type == result) {
        arguments[0].span = span;
        return std::move(arguments[0]);
    }
    return fold_constants(make_call(span, result, function.name, std::move(arguments)));
}

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
        std::erase_if(*operands, [](const Expr& e) { return std::holds_alternative<Literal>(e.node) && !is_null_literal(e); });
    }
    Checked result = resolve_overload(function, call.function, span, std::move(*operands));
    if (!result) return std::nullopt;
    if (function.name.starts_with("percentile")) {
        Expr& share = result->operands[1];
        share = cast_to(std::move(share), Type::kFloat64);
        const double* value = constant<double>(share);
        if (value == nullptr || !(*value >= 0 && *value <= 1)) {
            diagnostics_.error("out-of-range", share.span,
                               quoted(function.name) + " argument 2 must be between 0 and 1");
            return std::nullopt;
        }
    }
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
        resolve_function(call->function);
        for (const ast::Argument& item : call->arguments) {
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
    }
    arguments.resize(std::min(arguments.size(), values));
    if (!is_ok) return std::nullopt;
    return order;
}

}  // namespace domain::opal::check
