// Which overload of a function its arguments fit, and what they become there.
#include <algorithm>

#include "domain/opal/check/constant_folding.hpp"
#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/quoted.hpp"
#include "domain/opal/check/regex_check.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

using Checked = ExpressionChecker::Checked;

namespace {

/// The type of a plain null where a value of one of these types is expected.
Type null_type(TypeSet types) {
    for (const Type type : {Type::kVariant, Type::kArray, Type::kObject, Type::kDuration, Type::kTimestamp, Type::kBool,
                            Type::kFloat64, Type::kInt64, Type::kString}) {
        if (contains(types, type)) return type;
    }
    return Type::kVariant;
}

/// The same for a call whose generic arguments are all plain nulls.
Type generic_null_type(const Overload& overload) {
    for (const Parameter& parameter : overload.parameters) {
        if (parameter.is_generic) return null_type(parameter.accepts);
    }
    return Type::kVariant;
}

}  // namespace

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
        if (parameter.is_constant && (!std::holds_alternative<Literal>(argument.node) || constant<Null>(argument) != nullptr)) {
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
            argument = cast_to(std::move(argument), generic.value_or(null_type(parameter.accepts)));
        } else if (is_null_literal(argument)) {
            argument.type = null_type(parameter.accepts);
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
    if (!check_ranges(function, arguments)) return std::nullopt;
    const Type result = overload.result_is_generic ? generic.value_or(generic_null_type(overload)) : overload.result;
    if (function.kind == FunctionKind::kAggregate || function.kind == FunctionKind::kWindow) {
        return Expr{.span = span, .type = result, .node = Aggregate{function.name, {}}, .operands = std::move(arguments)};
    }
    if (function.name.ends_with("_null") && overload.parameters.empty()) return make_literal(span, result, Null{});
    if (function.name == cast_function(result) && arguments.size() == 1 && arguments[0].type == result) {
        arguments[0].span = span;
        return std::move(arguments[0]);
    }
    return fold_constants(make_call(span, result, function.name, std::move(arguments)));
}

}  // namespace domain::opal::check
