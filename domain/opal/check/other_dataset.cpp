#include "domain/opal/check/other_dataset.hpp"

#include <algorithm>
#include <map>

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

const ast::DatasetReference* find_other(const ast::Expr& expr, const VerbContext& context, Span* span) {
    if (const auto* reference = std::get_if<ast::DatasetReference>(&expr.node);
        reference != nullptr && !reference->dataset.empty() && !context.expressions.is_default_dataset(reference->dataset)) {
        *span = expr.span;
        return reference;
    }
    if (const auto* call = std::get_if<ast::Call>(&expr.node)) {
        for (const ast::Argument& argument : call->arguments) {
            if (const auto* found = find_other(argument.value, context, span)) return found;
        }
    }
    for (const ast::Expr& operand : expr.operands) {
        if (const auto* found = find_other(operand, context, span)) return found;
    }
    return nullptr;
}

bool is_call(const Expr& expr, std::string_view function) {
    const auto* call = std::get_if<Call>(&expr.node);
    return call != nullptr && call->function == function;
}

void collect_equated(const Expr& predicate, const DatasetState& other, std::vector<ColumnId>& columns) {
    if (is_call(predicate, "op.and")) {
        for (const Expr& operand : predicate.operands) collect_equated(operand, other, columns);
    }
    if (!is_call(predicate, "op.eq") && !is_call(predicate, "op.same")) return;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto* reference = std::get_if<ColumnRef>(&predicate.operands[side].node);
        if (reference != nullptr && other.find(reference->column) != nullptr) columns.push_back(reference->column);
    }
}

}  // namespace

Import import_dataset(const PipelineSource& source, const DatasetState& state, ColumnIds& ids) {
    Import import{source, state, {}, {}};
    std::map<ColumnId, ColumnId> fresh;
    const auto rename = [&](ColumnId& id) {
        const auto [place, is_new] = fresh.try_emplace(id);
        if (is_new) {
            place->second = ids.next();
            import.columns.push_back({id, place->second});
        }
        id = place->second;
    };
    const auto rename_all = [&](std::vector<ColumnId>& columns) { std::for_each(columns.begin(), columns.end(), rename); };
    for (Column& column : import.state.columns) rename(column.id);
    for (auto* id : {&import.state.valid_from, &import.state.valid_to, &import.state.label}) {
        if (*id) rename(**id);
    }
    rename_all(import.state.primary_key);
    rename_all(import.state.grouping);
    for (auto& key : import.state.candidate_keys) rename_all(key);
    for (Link& link : import.state.links) {
        for (Link::Pair& pair : link.columns) rename(pair.source);
    }
    for (Interface& interface : import.state.interfaces) {
        for (Interface::Role& role : interface.roles) rename(role.column);
    }
    // A dataset that another one reads has no order that could be seen.
    import.state.order.clear();
    return import;
}

const ast::DatasetReference* find_other(const std::vector<const ast::Expr*>& expressions, const VerbContext& context,
                                        Span* span) {
    for (const ast::Expr* expr : expressions) {
        if (const auto* found = find_other(*expr, context, span)) return found;
    }
    return nullptr;
}

std::optional<Expr> check_predicate(VerbContext& context, const ast::Expr& expr, const Scope& scope) {
    auto predicate = context.expressions.check(expr, scope);
    if (!predicate) return std::nullopt;
    if (is_null_literal(*predicate)) predicate->type = Type::kBool;
    if (predicate->type == Type::kBool) return predicate;
    context.expressions.report_type(context.verb(), 1, "predicate", type_bit(Type::kBool), *predicate);
    return std::nullopt;
}

namespace {

/// The first function in the expression that gives another value at each call, or null.
const Call* find_volatile(const Expr& expr) {
    const auto* call = std::get_if<Call>(&expr.node);
    if (call != nullptr && (call->function == "uniform" || call->function == "zipf")) return call;
    for (const Expr& operand : expr.operands) {
        if (const Call* found = find_volatile(operand)) return found;
    }
    return nullptr;
}

}  // namespace

std::optional<Expr> check_join_predicate(VerbContext& context, const ast::Expr& expr, const Scope& scope) {
    auto predicate = check_predicate(context, expr, scope);
    const Call* call = predicate ? find_volatile(*predicate) : nullptr;
    if (call == nullptr) return predicate;
    context.error("wrong-context", expr.span,
                  "\"" + std::string(call->function) + "\" gives another value at each call and cannot pair rows",
                  "compute it before with make_col");
    return std::nullopt;
}

Expr conjunction(Span span, std::vector<Expr> predicates) {
    if (predicates.size() == 1) return std::move(predicates.front());
    return make_call(span, Type::kBool, "op.and", std::move(predicates));
}

std::vector<ColumnId> equated_columns(const Expr& predicate, const DatasetState& other) {
    std::vector<ColumnId> columns;
    collect_equated(predicate, other, columns);
    return columns;
}

bool covers_key(const Expr& predicate, const DatasetState& other) {
    const std::vector<ColumnId> equated = equated_columns(predicate, other);
    const auto is_covered = [&](const std::vector<ColumnId>& key) {
        return !key.empty() && std::all_of(key.begin(), key.end(), [&](ColumnId column) {
            return std::find(equated.begin(), equated.end(), column) != equated.end();
        });
    };
    return is_covered(other.primary_key) ||
           std::any_of(other.candidate_keys.begin(), other.candidate_keys.end(), is_covered);
}

}  // namespace domain::opal::check
