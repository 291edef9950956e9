#include "domain/opal/check/expression_checker.hpp"

#include "domain/opal/check/constant_folding.hpp"
#include "domain/opal/check/regex_check.hpp"
#include "domain/opal/check/types.hpp"
#include "domain/opal/source/nearest_name.hpp"

namespace domain::opal::check {

using Checked = ExpressionChecker::Checked;

namespace {

struct OperatorName {
    std::string_view function;
    std::string_view symbol;
};

OperatorName operator_name(ast::Operator op) {
    switch (op) {
        case ast::Operator::kNegate: return {"op.neg", "-"};
        case ast::Operator::kNot: return {"op.not", "not"};
        case ast::Operator::kAdd: return {"op.add", "+"};
        case ast::Operator::kSubtract: return {"op.sub", "-"};
        case ast::Operator::kMultiply: return {"op.mul", "*"};
        case ast::Operator::kDivide: return {"op.div", "/"};
        case ast::Operator::kEqual: return {"op.eq", "="};
        case ast::Operator::kNotEqual: return {"op.ne", "!="};
        case ast::Operator::kLess: return {"op.lt", "<"};
        case ast::Operator::kLessEqual: return {"op.lte", "<="};
        case ast::Operator::kGreater: return {"op.gt", ">"};
        case ast::Operator::kGreaterEqual: return {"op.gte", ">="};
        case ast::Operator::kAnd: return {"op.and", "and"};
        case ast::Operator::kOr: return {"op.or", "or"};
    }
    return {};
}

/// The source text for a hint, or `…` when it is long.
std::string short_text(std::string_view text) {
    constexpr std::size_t kBytesMax = 40;
    return text.size() <= kBytesMax && text.find('\n') == std::string_view::npos ? std::string(text) : "…";
}

}  // namespace

Checked ExpressionChecker::check(const ast::Expr& expr, const Scope& scope) {
    if (const auto* literal = std::get_if<ast::Literal>(&expr.node)) return check_literal(*literal, expr.span);
    if (const auto* identifier = std::get_if<ast::Identifier>(&expr.node)) {
        return resolve_column(scope, identifier->name, expr.span, diagnostics_);
    }
    if (const auto* reference = std::get_if<ast::DatasetReference>(&expr.node)) {
        return check_dataset_reference(*reference, expr.span, scope);
    }
    if (const auto* parameter = std::get_if<ast::Parameter>(&expr.node)) {
        return check_parameter(*parameter, expr.span);
    }
    if (const auto* tag = std::get_if<ast::Tag>(&expr.node)) {
        diagnostics_.warning("unknown-tag", expr.span, "tag \"" + tag->name + "\" not found");
        return make_literal(expr.span, Type::kVariant, Null{});
    }
    if (const auto* link = std::get_if<ast::Link>(&expr.node)) {
        diagnostics_.error("wrong-type", expr.span, "a link is not a value", "write label(^" + link->label + ") for its text");
        return std::nullopt;
    }
    if (std::holds_alternative<ast::Path>(expr.node)) return check_path(expr, scope);
    if (const auto* call = std::get_if<ast::Call>(&expr.node)) return check_call(expr, *call, scope);
    if (std::holds_alternative<ast::Operation>(expr.node)) return check_operation(expr, scope);
    if (std::holds_alternative<ast::Match>(expr.node)) return check_match(expr, scope);
    diagnostics_.error("syntax", expr.span, "unexpected \"*\"",
                       "it stands for any field before ~, !~, = and != only");
    return std::nullopt;
}

Checked ExpressionChecker::check_literal(const ast::Literal& literal, Span span) {
    if (std::holds_alternative<ast::Regex>(literal.value)) {
        diagnostics_.error("wrong-type", span, "a regular expression is not a value",
                           "match with field ~ /…/ or match_regex(field, /…/)");
        return std::nullopt;
    }
    if (std::holds_alternative<Null>(literal.value)) return make_literal(span, Type::kVariant, Null{});
    if (const auto* value = std::get_if<bool>(&literal.value)) return make_literal(span, Type::kBool, *value);
    if (const auto* value = std::get_if<std::int64_t>(&literal.value)) return make_literal(span, Type::kInt64, *value);
    if (const auto* value = std::get_if<double>(&literal.value)) return make_literal(span, Type::kFloat64, *value);
    if (const auto* value = std::get_if<std::string>(&literal.value)) return make_literal(span, Type::kString, *value);
    return make_literal(span, Type::kDuration, std::get<DurationValue>(literal.value));
}

Checked ExpressionChecker::check_parameter(const ast::Parameter& parameter, Span span) {
    std::string list;
    if (input_.parameters != nullptr) {
        const auto found = input_.parameters->find(parameter.name);
        if (found != input_.parameters->end()) return to_expression(found->second, span);
        for (const auto& [name, value] : *input_.parameters) list += (list.empty() ? "$" : ", $") + name;
    }
    diagnostics_.error("unbound-parameter", span,
                       "reference to parameter " + parameter.name + ": no value supplied for it",
                       list.empty() ? "" : "parameters are [" + list + "]");
    return std::nullopt;
}

Checked ExpressionChecker::check_dataset_reference(const ast::DatasetReference& reference, Span span,
                                                   const Scope& scope) {
    if (scope.other != nullptr && reference.dataset == scope.other->name && reference.column) {
        const Column* column = find_column(scope.other->state, reference.column->text, span,
                                            diagnostics_, {}, scope.other->name);
        if (column == nullptr || column->is_broken) return std::nullopt;
        return make_column(span, *column);
    }
    const bool is_default = reference.dataset.empty() || reference.dataset == default_dataset_;
    if (!is_default) {
        bool is_known = false;
        std::string list;
        std::vector<std::string_view> names;
        for (const std::string& name : dataset_names_) {
            is_known = is_known || name == reference.dataset;
            list += (list.empty() ? "@" : ", @") + name;
            names.push_back(name);
        }
        if (!is_known) {
            const std::string_view near = source::nearest_name(reference.dataset, names);
            const Span name_span{span.begin, reference.column ? reference.column->span.begin - 1 : span.end};
            diagnostics_.error("unknown-dataset", name_span, "unknown dataset \"@" + reference.dataset + "\"",
                               "inputs are [" + list + "]" +
                                   (near.empty() ? "" : "; did you mean \"@" + std::string(near) + "\"?"));
            return std::nullopt;
        }
        if (scope.other != nullptr) {
            diagnostics_.error("wrong-arguments", span,
                               "\"" + scope.verb + "\" joins one other dataset, \"@" + scope.other->name + "\"",
                               "join the datasets one after the other");
            return std::nullopt;
        }
        diagnostics_.error("not-in-join", span,
                           "\"" + std::string(text(span)) +
                               "\" must be accessed with a join verb (join, leftjoin, lookup, exists, follow, ...)");
        return std::nullopt;
    }
    if (!reference.column) {
        diagnostics_.error("wrong-type", span, "a dataset is not a value", "write @.column for a column of it");
        return std::nullopt;
    }
    return resolve_column(scope, reference.column->text, reference.column->span, diagnostics_);
}

Checked ExpressionChecker::check_path(const ast::Expr& expr, const Scope& scope) {
    const ast::Expr& base = expr.operands.front();
    Checked operand = check(base, scope);
    if (!operand) return std::nullopt;
    if (!contains(kJsonTypes, operand->type)) {
        const std::string base_text = short_text(text(base.span));
        diagnostics_.error("wrong-type", base.span,
                           "path access needs an object, array or variant, but \"" + base_text + "\" is of type " +
                               std::string(catalog::name(operand->type)),
                           operand->type == Type::kString ? "use parse_json(" + base_text + ")" : "");
        return std::nullopt;
    }
    PathAccess path;
    for (const ast::Path::Step& step : std::get<ast::Path>(expr.node).steps) path.steps.push_back(step.key);
    Expr result{.span = expr.span, .type = Type::kVariant, .node = std::move(path), .operands = {}};
    result.operands.push_back(std::move(*operand));
    return result;
}

Checked ExpressionChecker::check_operation(const ast::Expr& expr, const Scope& scope) {
    const auto& operation = std::get<ast::Operation>(expr.node);
    const auto [function, symbol] = operator_name(operation.op);
    if (operation.op == ast::Operator::kAnd || operation.op == ast::Operator::kOr ||
        operation.op == ast::Operator::kNot) {
        return check_logic(expr, scope, function, symbol);
    }
    if (std::holds_alternative<ast::Star>(expr.operands.front().node)) {
        return check_star_equals(expr, scope, operation.op == ast::Operator::kNotEqual);
    }
    std::vector<Expr> operands;
    for (const ast::Expr& operand : expr.operands) {
        if (Checked checked = check(operand, scope)) operands.push_back(std::move(*checked));
    }
    if (operands.size() != expr.operands.size()) return std::nullopt;
    switch (operation.op) {
        case ast::Operator::kNegate:
        case ast::Operator::kAdd:
        case ast::Operator::kSubtract:
        case ast::Operator::kMultiply:
        case ast::Operator::kDivide:
            return check_arithmetic(function, symbol, operation.op_span, expr.span, std::move(operands));
        default:
            return check_comparison(function, symbol, operation.op_span, expr.span, std::move(operands[0]),
                                    std::move(operands[1]));
    }
}

Checked ExpressionChecker::check_logic(const ast::Expr& expr, const Scope& scope, std::string_view function,
                                       std::string_view symbol) {
    std::vector<Expr> operands;
    bool is_ok = true;
    for (const ast::Expr& operand : expr.operands) {
        Checked checked = check(operand, scope);
        if (checked && is_null_literal(*checked)) checked->type = Type::kBool;
        if (checked && checked->type != Type::kBool) {
            const std::string operand_text = short_text(text(operand.span));
            diagnostics_.error("wrong-type", operand.span,
                               "\"" + std::string(symbol) + "\" needs values of type bool, but \"" + operand_text +
                                   "\" is of type " + std::string(catalog::name(checked->type)),
                               checked->type == Type::kVariant ? "use bool(" + operand_text + ")" : "");
            checked.reset();
        }
        is_ok = is_ok && checked.has_value();
        if (checked) operands.push_back(std::move(*checked));
    }
    if (!is_ok) return std::nullopt;
    return make_call(expr.span, Type::kBool, function, std::move(operands));
}

Checked ExpressionChecker::check_comparison(std::string_view function, std::string_view symbol, Span op_span, Span span,
                                            Expr left, Expr right) {
    for (auto [value, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
        if (!is_null_literal(*value) || function == "op.same") continue;
        value->type = other->type;
        diagnostics_.warning("null-comparison", op_span, "a comparison with null is never true",
                             "use is_null(" + short_text(text(other->span)) + ")");
        break;
    }
    if (is_null_literal(left)) left.type = right.type;
    if (is_null_literal(right)) right.type = left.type;
    const bool needs_order = function != "op.eq" && function != "op.ne" && function != "op.same";
    const bool is_ok = are_comparable(left.type, right.type) &&
                       (!needs_order || (is_ordered(left.type) && is_ordered(right.type)));
    if (!is_ok) {
        // The side that is not a constant takes the other one's type.
        const bool cast_right = std::holds_alternative<Literal>(left.node);
        const Expr& cast = cast_right ? right : left;
        const std::string_view name = cast_function((cast_right ? left : right).type);
        diagnostics_.error("wrong-type", op_span,
                           "operator \"" + std::string(symbol) + "\" cannot be applied to " +
                               std::string(catalog::name(left.type)) + " and " + std::string(catalog::name(right.type)),
                           left.type == right.type || name.empty()
                               ? ""
                               : "use " + std::string(name) + "(" + short_text(text(cast.span)) + ")");
        return std::nullopt;
    }
    const bool keeps_null = function == "op.ne" && input_.version == LanguageVersion::k2026_09_30 &&
                            std::holds_alternative<Literal>(left.node) != std::holds_alternative<Literal>(right.node);
    std::optional<Expr> compared;
    if (keeps_null) compared = std::holds_alternative<Literal>(left.node) ? right : left;
    Expr result = make_binary(span, Type::kBool, function, std::move(left), std::move(right));
    return compared ? or_null(std::move(result), std::move(*compared)) : std::move(result);
}

Expr ExpressionChecker::or_null(Expr condition, Expr value) {
    const Span span = condition.span;
    std::vector<Expr> either;
    either.push_back(std::move(condition));
    if (value.type == Type::kVariant) either.push_back(make_call(span, Type::kBool, "is_json_null", {value}));
    std::vector<Expr> operands;
    operands.push_back(std::move(value));
    either.push_back(make_call(span, Type::kBool, "is_null", std::move(operands)));
    return make_call(span, Type::kBool, "op.or", std::move(either));
}

Checked ExpressionChecker::check_arithmetic(std::string_view function, std::string_view symbol, Span op_span, Span span,
                                            std::vector<Expr> operands) {
    const Function* row = find_function(function, FunctionKind::kOperator);
    for (const Overload& overload : row->overloads) {
        bool fits = overload.parameters.size() == operands.size();
        for (std::size_t i = 0; fits && i < operands.size(); ++i) {
            fits = is_null_literal(operands[i]) || contains(overload.parameters[i].accepts, operands[i].type);
        }
        if (!fits) continue;
        const Type result = overload.result_is_generic ? operands[0].type : overload.result;
        for (Expr& operand : operands) {
            if (is_null_literal(operand)) operand.type = result;
        }
        return fold_constants(make_call(span, result, function, std::move(operands)));
    }
    std::string types;
    const Expr* variant = nullptr;
    bool any_string = false;
    for (const Expr& operand : operands) {
        types += (types.empty() ? "" : " and ") + std::string(catalog::name(operand.type));
        if (operand.type == Type::kVariant && variant == nullptr) variant = &operand;
        any_string = any_string || operand.type == Type::kString;
    }
    std::string hint;
    if (variant != nullptr) {
        hint = "use float64(" + short_text(text(variant->span)) + ")";
    } else if (any_string && function == "op.add") {
        hint = "use concat_strings(a, b)";
    }
    diagnostics_.error("wrong-type", op_span, "operator \"" + std::string(symbol) + "\" cannot be applied to " + types,
                       hint);
    return std::nullopt;
}

void ExpressionChecker::report_type(const std::string& owner, std::size_t parameter, std::string_view parameter_name,
                                    TypeSet expected, const Expr& found) {
    const bool is_regex = constant<Regex>(found) != nullptr;
    const std::string_view found_name = is_regex ? "regex" : catalog::name(found.type);
    std::string_view cast;
    for (const Type type : {Type::kBool, Type::kInt64, Type::kString, Type::kObject, Type::kArray, Type::kDuration,
                            Type::kIpv4, Type::kFloat64}) {
        if (expected == type_bit(type)) cast = cast_function(type);
    }
    if (expected == kNumericTypes || expected == (kNumericTypes | type_bit(Type::kDuration))) cast = "float64";
    if (expected == type_bit(Type::kTimestamp) && found.type == Type::kString) cast = "parse_isotime";
    const bool is_constant = std::holds_alternative<Literal>(found.node);
    diagnostics_.error("wrong-type", found.span,
                       "\"" + owner + "\" argument " + std::to_string(parameter) + " (\"" + std::string(parameter_name) +
                           "\") must be of type " + describe(expected) + ", but is currently of type " +
                           std::string(found_name),
                       cast.empty() || is_constant ? ""
                                                   : "use " + std::string(cast) + "(" + short_text(text(found.span)) + ")");
}

Checked ExpressionChecker::check_typed(const ast::Expr& expr, const Scope& scope, Type type, const std::string& owner,
                                       std::size_t parameter, std::string_view parameter_name) {
    Checked checked = check(expr, scope);
    if (!checked) return std::nullopt;
    const bool widens = type == Type::kFloat64 && is_numeric(checked->type);
    if (checked->type == type || widens || is_null_literal(*checked)) return cast_to(std::move(*checked), type);
    report_type(owner, parameter, parameter_name, type_bit(type), *checked);
    return std::nullopt;
}

Checked ExpressionChecker::check_constant(const ast::Expr& expr, const Scope& scope, Type type, const std::string& owner,
                                          std::size_t parameter, std::string_view parameter_name) {
    Checked checked = check_typed(expr, scope, type, owner, parameter, parameter_name);
    if (!checked) return std::nullopt;
    *checked = fold_constants(std::move(*checked));
    if (std::holds_alternative<Literal>(checked->node) && constant<Null>(*checked) == nullptr) return checked;
    diagnostics_.error("not-constant", expr.span,
                       "\"" + owner + "\" argument " + std::to_string(parameter) + " (\"" + std::string(parameter_name) +
                           "\") must be a constant");
    return std::nullopt;
}

std::optional<SortKey> ExpressionChecker::check_sort_key(const ast::Expr& expr, const Scope& scope) {
    const ast::Expr* value = &expr;
    std::optional<bool> is_descending;
    std::optional<bool> nulls_first;
    while (const auto* call = std::get_if<ast::Call>(&value->node)) {
        const std::string_view name = canonical_function(call->function.text);
        const bool is_direction = name == "asc" || name == "desc";
        if (!is_direction && name != "nullsfirst" && name != "nullslast") break;
        if (call->arguments.size() != 1 || call->arguments[0].name) {
            diagnostics_.error("wrong-arguments", call->function.span,
                               "\"" + call->function.text + "\" takes one value to order by");
            return std::nullopt;
        }
        // The outermost of several wrappers counts.
        if (is_direction && !is_descending) is_descending = name == "desc";
        if (!is_direction && !nulls_first) nulls_first = name == "nullsfirst";
        value = &call->arguments[0].value;
    }
    Checked checked = check(*value, scope);
    if (!checked) return std::nullopt;
    if (checked->type != Type::kVariant && !is_ordered(checked->type)) {
        diagnostics_.error("wrong-type", value->span,
                           "values of type " + std::string(catalog::name(checked->type)) + " have no order");
        return std::nullopt;
    }
    const bool descends = is_descending.value_or(false);
    return SortKey{std::move(*checked), descends, nulls_first.value_or(descends)};
}

std::optional<Regex> ExpressionChecker::check_regex(const ast::Expr& expr, const Scope& scope, const std::string& owner,
                                                    std::size_t parameter, std::string_view parameter_name) {
    if (const auto* literal = std::get_if<ast::Literal>(&expr.node)) {
        if (const auto* regex = std::get_if<ast::Regex>(&literal->value)) {
            return check_regex_text(regex->pattern, regex->flags, expr.span, diagnostics_);
        }
    }
    if (const auto* call = std::get_if<ast::Call>(&expr.node);
        call != nullptr && canonical_function(call->function.text) == "regex") {
        if (call->arguments.empty() || call->arguments.size() > 2) {
            diagnostics_.error("wrong-arguments", call->function.span, "\"regex\" takes a pattern and perhaps flags");
            return std::nullopt;
        }
        Checked pattern = check_constant(call->arguments[0].value, scope, Type::kString, "regex", 1, "pattern");
        Checked flags = make_literal(expr.span, Type::kString, std::string());
        if (call->arguments.size() == 2) {
            flags = check_constant(call->arguments[1].value, scope, Type::kString, "regex", 2, "flags");
        }
        if (!pattern || !flags) return std::nullopt;
        return check_regex_text(*constant<std::string>(*pattern), *constant<std::string>(*flags), pattern->span,
                                diagnostics_);
    }
    const Checked pattern = check_constant(expr, scope, Type::kString, owner, parameter, parameter_name);
    if (!pattern) return std::nullopt;
    return check_regex_text(*constant<std::string>(*pattern), "", pattern->span, diagnostics_);
}

}  // namespace domain::opal::check
