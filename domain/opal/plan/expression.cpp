#include "domain/opal/plan/expression.hpp"

#include <algorithm>
#include <utility>

namespace domain::opal::plan {

Expr column_ref(ColumnId column, Type type) {
    Expr expr;
    expr.type = type;
    expr.node = check::ColumnRef{column};
    return expr;
}

Expr int_literal(std::int64_t value, Type type) {
    Expr expr;
    expr.type = type;
    expr.node = check::Literal{value};
    return expr;
}

Expr call(std::string_view function, Type type, std::vector<Expr> operands) {
    Expr expr;
    expr.type = type;
    expr.node = check::Call{function};
    expr.operands = std::move(operands);
    return expr;
}

const ColumnId* as_column(const Expr& expr) {
    const auto* reference = std::get_if<check::ColumnRef>(&expr.node);
    return reference == nullptr ? nullptr : &reference->column;
}

bool is_literal(const Expr& expr) { return std::holds_alternative<check::Literal>(expr.node); }

bool is_null_literal(const Expr& expr) {
    const auto* literal = std::get_if<check::Literal>(&expr.node);
    return literal != nullptr && std::holds_alternative<check::Null>(literal->value);
}

const check::Call* as_call(const Expr& expr, std::string_view function) {
    const auto* found = std::get_if<check::Call>(&expr.node);
    return found != nullptr && found->function == function ? found : nullptr;
}

void for_each_column(const Expr& expr, const std::function<void(ColumnId)>& visit) {
    if (const ColumnId* column = as_column(expr)) visit(*column);
    if (const auto* aggregate = std::get_if<check::Aggregate>(&expr.node)) {
        for (const check::SortKey& key : aggregate->order_by) for_each_column(key.value, visit);
    }
    for (const Expr& operand : expr.operands) for_each_column(operand, visit);
}

std::set<ColumnId> columns_of(const Expr& expr) {
    std::set<ColumnId> columns;
    for_each_column(expr, [&](ColumnId column) { columns.insert(column); });
    return columns;
}

void substitute(Expr& expr, const std::map<ColumnId, Expr>& replacements) {
    if (const ColumnId* column = as_column(expr)) {
        if (const auto found = replacements.find(*column); found != replacements.end()) {
            Expr replacement = found->second;
            expr = std::move(replacement);
        }
        return;
    }
    if (auto* aggregate = std::get_if<check::Aggregate>(&expr.node)) {
        for (check::SortKey& key : aggregate->order_by) substitute(key.value, replacements);
    }
    for (Expr& operand : expr.operands) substitute(operand, replacements);
}

std::size_t depth(const Expr& expr) {
    std::size_t deepest = 0;
    for (const Expr& operand : expr.operands) deepest = std::max(deepest, depth(operand));
    return deepest + 1;
}

std::vector<Expr> split_conjuncts(Expr predicate) {
    if (as_call(predicate, "op.and") == nullptr) {
        std::vector<Expr> single;
        single.push_back(std::move(predicate));
        return single;
    }
    std::vector<Expr> conjuncts;
    for (Expr& operand : predicate.operands) {
        for (Expr& conjunct : split_conjuncts(std::move(operand))) conjuncts.push_back(std::move(conjunct));
    }
    return conjuncts;
}

namespace {

template <class AnyNode, class Visit>
void visit_expressions(AnyNode& node, const Visit& visit) {
    if (auto* scan = std::get_if<Scan>(&node.op)) {
        for (auto& filter : scan->filters) visit(filter);
    } else if (auto* filter = std::get_if<Filter>(&node.op)) {
        for (auto& conjunct : filter->conjuncts) visit(conjunct);
    } else if (auto* project = std::get_if<Project>(&node.op)) {
        for (auto& binding : project->columns) visit(binding.value);
    } else if (auto* aggregate = std::get_if<Aggregate>(&node.op)) {
        for (auto& binding : aggregate->keys) visit(binding.value);
        for (auto& binding : aggregate->aggregates) visit(binding.value);
    }
}

}  // namespace

void for_each_expression(Node& node, const std::function<void(Expr&)>& visit) { visit_expressions(node, visit); }
void for_each_expression(const Node& node, const std::function<void(const Expr&)>& visit) {
    visit_expressions(node, visit);
}

}  // namespace domain::opal::plan
