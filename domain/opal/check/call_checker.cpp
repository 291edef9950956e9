// Calls: which function a name means, and what its arguments are.
#include <algorithm>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/quoted.hpp"
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
         {FunctionKind::kScalar, FunctionKind::kAggregate, FunctionKind::kWindow, FunctionKind::kArgument}) {
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
            const bool is_candidate = function.kind != FunctionKind::kOperator && !diagnostics_.is_full();
            if (is_candidate) names.push_back(function.name);
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
    return canonical;
}

Checked ExpressionChecker::check_call(const ast::Expr& expr, const ast::Call& call, const Scope& scope) {
    const std::string_view name = resolve_function(call.function);
    if (name.empty()) return std::nullopt;
    const bool is_link = call.arguments.size() == 1 && std::holds_alternative<ast::Link>(call.arguments[0].value.node);
    if (name == "string" && is_link) return check_label(call, expr.span, scope);
    if (is_metric_selector(name)) return check_selector(call, expr.span, scope);
    if (is_special(name)) return check_special(name, call, expr.span, scope);
    if (const Function* row = find_function(name, FunctionKind::kWindow)) return check_row_function(call, expr.span, *row, scope);
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

/// Calls of lag, row_number and their like; window() makes a window call of them.
Checked ExpressionChecker::check_row_function(const ast::Call& call, Span span, const Function& function, const Scope& scope) {
    if (!scope.in_window || !scope.allows_aggregates()) {
        diagnostics_.error("wrong-context", call.function.span,
                           quoted(function.name) + " is not accepted in the current context",
                           "use it inside window(): window(" + std::string(function.name) + "(…), group_by(…))");
        return std::nullopt;
    }
    Scope inner = scope;
    inner.keys = nullptr;
    inner.in_aggregate = true;
    std::vector<const ast::Argument*> arguments;
    for (const ast::Argument& argument : call.arguments) arguments.push_back(&argument);
    auto operands = check_arguments(call, arguments, inner);
    if (!operands) return std::nullopt;
    return resolve_overload(function, call.function, span, std::move(*operands));
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

}  // namespace domain::opal::check
