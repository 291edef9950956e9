// Functions whose arguments have a form of their own, and those that become something else in the typed AST.
#include <algorithm>
#include <array>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

using Checked = ExpressionChecker::Checked;

namespace {

struct Comparison {
    std::string_view function;
    std::string_view op;
    std::string_view symbol;
};

constexpr std::array kComparisons = {
    Comparison{"eq", "op.eq", "="},   Comparison{"ne", "op.ne", "!="},   Comparison{"lt", "op.lt", "<"},
    Comparison{"lte", "op.lte", "<="}, Comparison{"gt", "op.gt", ">"},   Comparison{"gte", "op.gte", ">="},
    Comparison{"same", "op.same", "same"},
};

const Comparison* find_comparison(std::string_view function) {
    for (const Comparison& row : kComparisons) {
        if (row.function == function) return &row;
    }
    return nullptr;
}

}  // namespace

std::vector<const ast::Argument*> ExpressionChecker::pointers(const ast::Call& call) {
    std::vector<const ast::Argument*> result;
    for (const ast::Argument& argument : call.arguments) result.push_back(&argument);
    return result;
}

bool ExpressionChecker::is_special(std::string_view function) const {
    return find_comparison(function) != nullptr || function == "case" || function == "in" || function == "make_object" ||
           function == "make_fields" || function == "sort_array" || function == "search" || function == "path_exists" ||
           function == "row_timestamp" || function == "row_end_time" || function == "regex" || function == "window" ||
           function == "label";
}

Checked ExpressionChecker::check_special(std::string_view function, const ast::Call& call, Span span,
                                         const Scope& scope) {
    if (function == "case") return check_case(call, span, scope);
    if (function == "window") return check_window(call, span, scope);
    if (function == "label") return check_label(call, span, scope);
    if (function == "in") return check_in(call, span, scope);
    if (function == "make_object") return check_make_object(call, span, scope);
    if (function == "make_fields") return check_make_fields(call, span, scope);
    if (function == "sort_array") return check_sort_array(call, span, scope);
    if (function == "search") return check_search(call, span, scope);
    if (function == "path_exists") return check_path_exists(call, span, scope);
    if (function == "row_timestamp") return check_row_time(call, span, scope, false);
    if (function == "row_end_time") return check_row_time(call, span, scope, true);
    if (function == "regex") {
        diagnostics_.error("wrong-type", span, "a regular expression is not a value",
                           "match with field ~ /…/ or match_regex(field, /…/)");
        return std::nullopt;
    }
    const Comparison* comparison = find_comparison(function);
    auto arguments = check_arguments(call, pointers(call), scope);
    if (!arguments) return std::nullopt;
    if (arguments->size() != 2) {
        report_misfit(*find_function(function, FunctionKind::kScalar), call.function, *arguments);
        return std::nullopt;
    }
    return check_comparison(comparison->op, comparison->symbol, call.function.span, span, std::move((*arguments)[0]),
                            std::move((*arguments)[1]));
}

Checked ExpressionChecker::check_case(const ast::Call& call, Span span, const Scope& scope) {
    if (call.arguments.size() % 2 != 0 || call.arguments.empty()) {
        const std::string last = call.arguments.empty() ? "value" : std::string(text(call.arguments.back().value.span));
        diagnostics_.error("wrong-arguments", call.function.span,
                           "\"case\" needs condition/value pairs; got " + std::to_string(call.arguments.size()) +
                               (call.arguments.size() == 1 ? " argument" : " arguments"),
                           "write `true, " + last + "` for the default");
        return std::nullopt;
    }
    auto arguments = check_arguments(call, pointers(call), scope);
    if (!arguments) return std::nullopt;
    std::optional<Type> common;
    for (std::size_t i = 0; i < arguments->size(); ++i) {
        Expr& argument = (*arguments)[i];
        const bool is_condition = i % 2 == 0;
        if (is_null_literal(argument)) {
            if (is_condition) argument.type = Type::kBool;
            continue;
        }
        const auto type = is_condition || !common ? argument.type : common_type(*common, argument.type);
        if (constant<Regex>(argument) != nullptr || (is_condition && type != Type::kBool) || !type) {
            report_type("case", i + 1, is_condition ? "condition" : "value",
                        type_bit(is_condition ? Type::kBool : common.value_or(Type::kString)), argument);
            return std::nullopt;
        }
        if (!is_condition) common = type;
    }
    const Type result = common.value_or(Type::kVariant);
    for (std::size_t i = 1; i < arguments->size(); i += 2) {
        (*arguments)[i] = cast_to(std::move((*arguments)[i]), result);
    }
    return make_call(span, result, "case", std::move(*arguments));
}

Checked ExpressionChecker::check_in(const ast::Call& call, Span span, const Scope& scope) {
    auto arguments = check_arguments(call, pointers(call), scope);
    if (!arguments) return std::nullopt;
    if (arguments->size() < 2) {
        report_misfit(*find_function("in", FunctionKind::kScalar), call.function, *arguments);
        return std::nullopt;
    }
    const Type wanted = arguments->front().type;
    for (std::size_t i = 1; i < arguments->size(); ++i) {
        Expr& argument = (*arguments)[i];
        if (is_null_literal(argument)) argument.type = wanted;
        if (constant<Regex>(argument) == nullptr && are_comparable(wanted, argument.type)) continue;
        report_type("in", i + 1, "value", type_bit(wanted), argument);
        return std::nullopt;
    }
    // A variant is compared with each value as that value's type; one list has one type.
    const bool is_mixed = wanted == Type::kVariant && std::any_of(arguments->begin() + 1, arguments->end(), [&](const Expr& argument) {
        return !common_type((*arguments)[1].type, argument.type);
    });
    if (!is_mixed) return make_call(span, Type::kBool, "in", std::move(*arguments));
    std::vector<Expr> either;
    for (std::size_t i = 1; i < arguments->size(); ++i) {
        std::vector<Expr> pair;
        pair.push_back(arguments->front());
        pair.push_back(std::move((*arguments)[i]));
        either.push_back(make_call(span, Type::kBool, "op.eq", std::move(pair)));
    }
    return make_call(span, Type::kBool, "op.or", std::move(either));
}

Checked ExpressionChecker::check_search(const ast::Call& call, Span span, const Scope& scope) {
    auto arguments = check_arguments(call, pointers(call), scope);
    if (!arguments) return std::nullopt;
    // Older scripts name several fields before the terms: one of them must hold all terms.
    std::vector<Expr> more_fields;
    while (arguments->size() > 2 && !std::holds_alternative<Literal>((*arguments)[1].node)) {
        more_fields.push_back(cast_to(std::move((*arguments)[1]), Type::kString));
        arguments->erase(arguments->begin() + 1);
    }
    Checked checked =
        resolve_overload(*find_function("search", FunctionKind::kScalar), call.function, span, std::move(*arguments));
    if (!checked) return std::nullopt;
    SearchTerms terms;
    for (std::size_t i = 1; i < checked->operands.size(); ++i) {
        SearchTerm term;
        const std::string& run = *constant<std::string>(checked->operands[i]);
        if (!run.empty()) term.runs.push_back(run);
        terms.groups.push_back({std::move(term)});
    }
    checked->operands.resize(1, checked->operands.front());
    checked->node = SearchMatch{std::move(terms), !more_fields.empty(), false};
    for (Expr& field : more_fields) checked->operands.push_back(std::move(field));
    return checked;
}

Checked ExpressionChecker::check_path_exists(const ast::Call& call, Span span, const Scope& scope) {
    auto arguments = check_arguments(call, pointers(call), scope);
    if (!arguments) return std::nullopt;
    Checked checked = resolve_overload(*find_function("path_exists", FunctionKind::kScalar), call.function, span,
                                       std::move(*arguments));
    if (!checked) return std::nullopt;
    const auto* known = constant<std::string>(checked->operands[1]);
    if (known == nullptr) return checked;
    const std::string path = *known;
    PathAccess access;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        access.steps.emplace_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    Expr value{.span = span, .type = Type::kVariant, .node = std::move(access), .operands = {}};
    value.operands.push_back(std::move(checked->operands[0]));
    // A path that leads to a JSON null exists: that null is a value.
    std::vector<Expr> operands;
    operands.push_back(std::move(value));
    Expr is_null = make_call(span, Type::kBool, "is_null", std::move(operands));
    std::vector<Expr> negated;
    negated.push_back(std::move(is_null));
    return make_call(span, Type::kBool, "op.not", std::move(negated));
}

Checked ExpressionChecker::check_row_time(const ast::Call& call, Span span, const Scope& scope, bool is_end) {
    if (!call.arguments.empty()) {
        diagnostics_.error("too-many-arguments", call.arguments.front().span(),
                           "\"" + call.function.text + "\" takes no arguments");
        return std::nullopt;
    }
    const auto& id = is_end ? scope.state.valid_to : scope.state.valid_from;
    const Column* column = id ? scope.state.find(*id) : nullptr;
    if (scope.state.is_open && column == nullptr) return std::nullopt;
    if (column == nullptr) return make_literal(span, Type::kTimestamp, Null{});
    return resolve_column(scope, column->name, span, diagnostics_);
}

Checked ExpressionChecker::check_label(const ast::Call& call, Span span, const Scope& scope) {
    const auto* link = call.arguments.size() == 1 ? std::get_if<ast::Link>(&call.arguments[0].value.node) : nullptr;
    if (link == nullptr) {
        diagnostics_.error("wrong-arguments", call.function.span, "\"label\" takes a link: label(^Link)");
        return std::nullopt;
    }
    if (!scope.allows_windows || !enricher_) {
        diagnostics_.error("wrong-context", call.function.span, "\"label\" is not accepted in the current context",
                           "compute it with make_col first");
        return std::nullopt;
    }
    return enricher_(*link, span, scope);
}

}  // namespace domain::opal::check
