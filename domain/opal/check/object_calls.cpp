// Functions with key:value arguments, and sort_array with its ordering.
#include <set>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/quoted.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

using Checked = ExpressionChecker::Checked;

namespace {

}  // namespace

/// Adds key and value of each of the arguments, which are named ones; false after reporting.
bool ExpressionChecker::check_pairs(const ast::Call& call, const std::vector<const ast::Argument*>& pairs,
                                    const Scope& scope, std::vector<Expr>& operands) {
    bool is_ok = true;
    std::set<std::string> keys;
    for (const ast::Argument* pair : pairs) {
        if (!pair->name) {
            diagnostics_.error("wrong-arguments", pair->value.span,
                               quoted(canonical_function(call.function.text)) + " needs key:value pairs",
                               "write name:" + std::string(text(pair->value.span)));
            is_ok = false;
            continue;
        }
        const ast::Name& key = *pair->name;
        if (!keys.insert(key.text).second) {
            diagnostics_.error("duplicate-name", key.span,
                               quoted(canonical_function(call.function.text)) + " has the key " + quoted(key.text) +
                                   " more than once");
            is_ok = false;
        }
        Checked value = check(pair->value, scope);
        is_ok = is_ok && value.has_value();
        if (!value) continue;
        operands.push_back(make_literal(key.span, Type::kString, key.text));
        operands.push_back(std::move(*value));
    }
    return is_ok;
}

/// `options(keep_nulls:true)` of make_object; false after reporting.
bool ExpressionChecker::check_keep_nulls(const ast::Call& options, const Scope& scope, bool& keep_nulls) {
    bool is_ok = true;
    for (const ast::Argument& option : options.arguments) {
        if (!option.name || option.name->text != "keep_nulls") {
            const ast::Name name = option.name.value_or(ast::Name{std::string(text(option.value.span)), option.value.span});
            diagnostics_.error("unknown-option", name.span,
                               "unknown option \"" + name.text + "\" for \"make_object\" (known: keep_nulls)");
            is_ok = false;
            continue;
        }
        const Checked value = check_constant(option.value, scope, Type::kBool, "options", 1, "keep_nulls");
        is_ok = is_ok && value.has_value();
        if (value) keep_nulls = *constant<bool>(*value);
    }
    return is_ok;
}

Checked ExpressionChecker::check_make_object(const ast::Call& call, Span span, const Scope& scope) {
    bool keep_nulls = false;
    bool is_ok = true;
    std::vector<const ast::Argument*> pairs;
    for (const ast::Argument& argument : call.arguments) {
        const auto* inner = argument.name ? nullptr : std::get_if<ast::Call>(&argument.value.node);
        if (inner != nullptr && canonical_function(inner->function.text) == "options") {
            is_ok = check_keep_nulls(*inner, scope, keep_nulls) && is_ok;
        } else {
            pairs.push_back(&argument);
        }
    }
    std::vector<Expr> operands;
    operands.push_back(make_literal(span, Type::kBool, keep_nulls));
    if (!check_pairs(call, pairs, scope, operands) || !is_ok) return std::nullopt;
    return make_call(span, Type::kObject, "make_object", std::move(operands));
}

Checked ExpressionChecker::check_make_fields(const ast::Call& call, Span span, const Scope& scope) {
    const Function& function = *find_function("make_fields", FunctionKind::kScalar);
    if (call.arguments.size() < 2) {
        auto arguments = check_arguments(call, pointers(call), scope);
        if (arguments) report_misfit(function, call.function, *arguments);
        return std::nullopt;
    }
    Checked object = check_typed(call.arguments[0].value, scope, Type::kObject, "make_fields", 1, "object");
    std::vector<const ast::Argument*> pairs = pointers(call);
    pairs.erase(pairs.begin());
    std::vector<Expr> operands(1);
    if (!check_pairs(call, pairs, scope, operands) || !object) return std::nullopt;
    operands.front() = std::move(*object);
    return make_call(span, Type::kObject, "make_fields", std::move(operands));
}

/// `sort_array(a)`, `sort_array(a, desc())`, `sort_array(a, nullsfirst(asc()))`: like the keys of `sort`, but of the elements.
/// In the typed AST two constants follow: whether it descends, whether nulls come first.
Checked ExpressionChecker::check_sort_array(const ast::Call& call, Span span, const Scope& scope) {
    std::vector<const ast::Argument*> arguments = pointers(call);
    std::optional<bool> is_descending;
    std::optional<bool> nulls_first;
    const ast::Expr* ordering = arguments.size() == 2 && !arguments[1]->name ? &arguments[1]->value : nullptr;
    while (ordering != nullptr) {
        const auto* wrapper = std::get_if<ast::Call>(&ordering->node);
        const std::string_view name = wrapper == nullptr ? std::string_view() : canonical_function(wrapper->function.text);
        const bool is_direction = name == "asc" || name == "desc";
        if ((!is_direction && name != "nullsfirst" && name != "nullslast") || wrapper->arguments.size() > 1) break;
        if (is_direction && !is_descending) is_descending = name == "desc";
        if (!is_direction && !nulls_first) nulls_first = name == "nullsfirst";
        ordering = wrapper->arguments.empty() ? nullptr : &wrapper->arguments[0].value;
    }
    if (ordering != nullptr) {
        diagnostics_.error("wrong-arguments", ordering->span, "\"sort_array\" argument 2 (\"ordering\") must be an ordering",
                           "write asc(), desc() or nullsfirst(desc())");
        return std::nullopt;
    }
    if (arguments.size() == 2) arguments.pop_back();
    auto checked = check_arguments(call, arguments, scope);
    if (!checked) return std::nullopt;
    Checked result = resolve_overload(*find_function("sort_array", FunctionKind::kScalar), call.function, span,
                                      std::move(*checked));
    if (!result) return std::nullopt;
    result->operands.push_back(make_literal(span, Type::kBool, is_descending.value_or(false)));
    result->operands.push_back(make_literal(span, Type::kBool, nulls_first.value_or(is_descending.value_or(false))));
    return result;
}

}  // namespace domain::opal::check
