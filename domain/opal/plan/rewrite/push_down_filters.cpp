#include <algorithm>
#include <map>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/rewrite/rewrite.hpp"

// Rule: a conjunct moves below a Project when every column that it reads is passed on or a constant there, below an
// Aggregate when it reads only keys (and there are keys: a group without keys exists even when no row does), and below
// SpreadBins when it does not read the bin. It never moves below a Limit, and never copies a computation.
namespace domain::opal::plan::rewrite {
namespace {

/// What to put in the place of each column when a conjunct moves below `bindings`; only cheap values.
std::map<ColumnId, Expr> cheap_values(const std::vector<Binding>& bindings) {
    std::map<ColumnId, Expr> values;
    for (const Binding& binding : bindings) {
        if (as_column(binding.value) != nullptr || is_literal(binding.value)) {
            values.emplace(binding.column, binding.value);
        }
    }
    return values;
}

/// The columns that a conjunct may read to pass this node, and what they are below it.
std::map<ColumnId, Expr> movable(const Node& node) {
    if (const auto* project = std::get_if<Project>(&node.op)) return cheap_values(project->columns);
    if (const auto* aggregate = std::get_if<Aggregate>(&node.op)) return cheap_values(aggregate->keys);
    if (std::holds_alternative<SpreadBins>(node.op)) {
        std::map<ColumnId, Expr> values;
        for (const Column& column : output_columns(*node.input)) {
            values.emplace(column.id, column_ref(column.id, column.type));
        }
        return values;
    }
    return {};
}

/// Gives the conjuncts to `node`, as deep as they can go.
void push(NodePtr& node, std::vector<Expr> conjuncts) {
    if (conjuncts.empty()) return;
    if (auto* scan = std::get_if<Scan>(&node->op)) {
        for (Expr& conjunct : conjuncts) scan->filters.push_back(std::move(conjunct));
        return;
    }
    if (auto* filter = std::get_if<Filter>(&node->op)) {
        for (Expr& conjunct : conjuncts) filter->conjuncts.push_back(std::move(conjunct));
        return;
    }
    const std::map<ColumnId, Expr> values = movable(*node);
    std::vector<Expr> moving;
    std::vector<Expr> staying;
    for (Expr& conjunct : conjuncts) {
        const auto columns = columns_of(conjunct);
        const bool moves = !values.empty() && !columns.empty() &&
                           std::all_of(columns.begin(), columns.end(),
                                       [&](ColumnId column) { return values.contains(column); });
        if (moves) {
            substitute(conjunct, values);
            moving.push_back(std::move(conjunct));
        } else {
            staying.push_back(std::move(conjunct));
        }
    }
    push(node->input, std::move(moving));
    if (!staying.empty()) node = make_node(Filter{std::move(staying)}, std::move(node));
}

}  // namespace

void push_down_filters(NodePtr& root) {
    if (!root->input) return;
    push_down_filters(root->input);
    if (auto* filter = std::get_if<Filter>(&root->op)) {
        std::vector<Expr> conjuncts = std::move(filter->conjuncts);
        NodePtr input = std::move(root->input);
        push(input, std::move(conjuncts));
        root = std::move(input);
    }
}

}  // namespace domain::opal::plan::rewrite
