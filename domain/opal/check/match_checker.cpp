// Search matches: `field ~ pattern`, `* ~ pattern`, `<a b>`.
#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/regex_check.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

/// `*` makes copies of its pattern for every searchable column; a script of allowed length could ask for billions.
constexpr std::size_t kSearchNodesMax = 200'000;

std::size_t node_count(const Expr& expr) {
    std::size_t count = 1;
    for (const Expr& operand : expr.operands) count += node_count(operand);
    return count;
}

}  // namespace

using Checked = ExpressionChecker::Checked;

bool ExpressionChecker::spend_search(std::size_t nodes, Span span) {
    if (search_nodes_ > kSearchNodesMax) return false;
    search_nodes_ += nodes;
    if (search_nodes_ <= kSearchNodesMax) return true;
    diagnostics_.error("too-many-searches", span, "the script searches all fields too often",
                       "name the field: field ~ text");
    return false;
}

std::optional<std::vector<Expr>> ExpressionChecker::match_fields(const ast::Expr& field, const Scope& scope) {
    std::vector<Expr> fields;
    if (!std::holds_alternative<ast::Star>(field.node)) {
        Checked checked = check(field, scope);
        if (!checked) return std::nullopt;
        fields.push_back(std::move(*checked));
        return fields;
    }
    if (scope.allows_aggregates()) {
        diagnostics_.error("not-aggregated", field.span,
                           "\"" + scope.verb + "\": a search in all fields must stand inside an aggregate function");
        return std::nullopt;
    }
    if (!spend_search(scope.state.columns.size(), field.span)) return std::nullopt;
    for (const Column& column : scope.state.columns) {
        if (column.is_broken || scope.state.is_open) return std::nullopt;
        if (column.is_searchable && contains(kSearchableTypes, column.type)) {
            fields.push_back(make_column(field.span, column));
        }
    }
    return fields;
}

Checked ExpressionChecker::check_match(const ast::Expr& expr, const Scope& scope) {
    const auto& match = std::get<ast::Match>(expr.node);
    auto fields = match_fields(expr.operands.front(), scope);

    SearchMatch result;
    result.any_field = std::holds_alternative<ast::Star>(expr.operands.front().node);
    result.is_negated = match.is_negated;
    bool is_network = false;
    if (const auto* terms = std::get_if<ast::SearchTerms>(&match.pattern)) {
        result.pattern = *terms;
    } else if (const auto* network = std::get_if<ast::Ipv4Network>(&match.pattern)) {
        result.pattern = *network;
        is_network = true;
    } else if (const auto* regex = std::get_if<ast::Regex>(&match.pattern)) {
        auto checked = check_regex_text(regex->pattern, regex->flags, match.pattern_span, diagnostics_);
        if (!checked) return std::nullopt;
        result.pattern = std::move(*checked);
    } else {
        return fields ? check_match_text(expr, match, std::move(*fields), scope) : std::nullopt;
    }
    if (!fields) return std::nullopt;
    Expr typed{.span = expr.span, .type = Type::kBool, .node = std::move(result), .operands = {}};
    for (Expr& field : *fields) {
        const bool stays = is_network && field.type == Type::kIpv4;
        typed.operands.push_back(stays ? std::move(field) : cast_to(std::move(field), Type::kString));
    }
    const bool keeps_null = match.is_negated && input_.version == LanguageVersion::k2026_09_30 &&
                            !std::holds_alternative<ast::Star>(expr.operands.front().node);
    if (!keeps_null) return typed;
    Expr field = typed.operands.front();
    return or_null(std::move(typed), std::move(field));
}

Checked ExpressionChecker::check_match_text(const ast::Expr& expr, const ast::Match& match, std::vector<Expr> fields,
                                            const Scope& scope) {
    const Checked text = check(expr.operands[1], scope);
    if (!text || !spend_search(fields.size() * node_count(*text), expr.span)) return std::nullopt;
    std::vector<Expr> matches;
    for (Expr& field : fields) {
        std::vector<Expr> operands;
        operands.push_back(cast_to(std::move(field), Type::kString));
        operands.push_back(cast_to(*text, Type::kString));
        matches.push_back(make_call(expr.span, Type::kBool, "op.match_text", std::move(operands)));
    }
    return any_of(expr.span, std::move(matches), match.is_negated);
}

Checked ExpressionChecker::check_star_equals(const ast::Expr& expr, const Scope& scope, bool is_negated) {
    auto fields = match_fields(expr.operands[0], scope);
    const Checked value = check(expr.operands[1], scope);
    if (!fields || !value || !spend_search(fields->size() * node_count(*value), expr.span)) return std::nullopt;
    std::vector<Expr> matches;
    for (Expr& field : *fields) {
        std::vector<Expr> operands;
        operands.push_back(cast_to(std::move(field), Type::kString));
        operands.push_back(cast_to(*value, Type::kString));
        matches.push_back(make_call(expr.span, Type::kBool, "op.eq", std::move(operands)));
    }
    return any_of(expr.span, std::move(matches), is_negated);
}

Expr ExpressionChecker::any_of(Span span, std::vector<Expr> matches, bool is_negated) {
    Expr result = make_literal(span, Type::kBool, false);
    if (matches.size() == 1) result = std::move(matches.front());
    if (matches.size() > 1) {
        // A null field must not hide the others.
        for (Expr& match : matches) {
            std::vector<Expr> operands;
            operands.push_back(std::move(match));
            operands.push_back(make_literal(span, Type::kBool, false));
            match = make_call(span, Type::kBool, "coalesce", std::move(operands));
        }
        result = make_call(span, Type::kBool, "op.or", std::move(matches));
    }
    if (!is_negated) return result;
    std::vector<Expr> operands;
    operands.push_back(std::move(result));
    return make_call(span, Type::kBool, "op.not", std::move(operands));
}

}  // namespace domain::opal::check
