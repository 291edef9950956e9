#include <algorithm>
#include <map>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/rewrite/rewrite.hpp"

// Rule: a conjunct moves below a Project when every column that it reads is passed on or a constant there (and nothing is
// computed over windows, whose rows it would take away), below an Aggregate when it reads only keys (and there are keys: a
// group without keys exists even when no row does), below SpreadBins and Unnest when it does not read what they make, into
// every input of a Union, and into the side of a Join whose columns it reads, unless that side's rows may be missing. It
// never moves below a Limit, and never copies a computation.
namespace domain::opal::plan::rewrite {
namespace {

using Values = std::map<ColumnId, Expr>;

void push(NodePtr& node, std::vector<Expr> conjuncts);

/// What to put in the place of each column when a conjunct moves below `bindings`; only cheap values.
Values cheap_values(const std::vector<Binding>& bindings) {
    Values values;
    for (const Binding& binding : bindings) {
        if (as_column(binding.value) != nullptr || is_literal(binding.value)) {
            values.emplace(binding.column, binding.value);
        }
    }
    return values;
}

Values own_columns(const Node& node) {
    Values values;
    for (const Column& column : output_columns(node)) values.emplace(column.id, column_ref(column.id, column.type));
    return values;
}

/// The columns that a conjunct may read to pass this node with one input, and what they are below it.
Values movable(const Node& node) {
    if (const auto* project = std::get_if<Project>(&node.op)) {
        return has_window(node) ? Values{} : cheap_values(project->columns);
    }
    if (const auto* aggregate = std::get_if<Aggregate>(&node.op)) return cheap_values(aggregate->keys);
    const bool repeats_rows = std::holds_alternative<SpreadBins>(node.op) || std::holds_alternative<Unnest>(node.op);
    return repeats_rows ? own_columns(node.input()) : Values{};
}

/// The same for input `side` of a Join.
Values movable(const Node& node, const Join& join, std::size_t side) {
    const bool is_left_kept = join.kind != Join::Kind::kFull;
    const bool is_right_kept = join.kind == Join::Kind::kInner;
    return (side == 0 ? is_left_kept : is_right_kept) ? own_columns(*node.inputs[side]) : Values{};
}

/// Moves the conjuncts that read nothing else than `values` into `input`; returns the others.
std::vector<Expr> move_into(NodePtr& input, std::vector<Expr> conjuncts, const Values& values) {
    std::vector<Expr> moving;
    std::vector<Expr> staying;
    for (Expr& conjunct : conjuncts) {
        const auto columns = columns_of(conjunct);
        const bool moves =
            !values.empty() && !columns.empty() &&
            std::all_of(columns.begin(), columns.end(), [&](ColumnId column) { return values.contains(column); });
        if (moves) substitute(conjunct, values);
        (moves ? moving : staying).push_back(std::move(conjunct));
    }
    push(input, std::move(moving));
    return staying;
}

void push_into_union(Node& node, const std::vector<Expr>& conjuncts) {
    const auto& all = std::get<Union>(node.op);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        Values values;
        for (std::size_t k = 0; k < all.columns.size(); ++k) {
            values.emplace(all.columns[k].id, column_ref(all.sources[i][k], all.columns[k].type));
        }
        std::vector<Expr> copies = conjuncts;
        for (Expr& copy : copies) substitute(copy, values);
        push(node.inputs[i], std::move(copies));
    }
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
    if (std::holds_alternative<Union>(node->op)) return push_into_union(*node, conjuncts);
    std::vector<Expr> staying = std::move(conjuncts);
    if (const auto* join = std::get_if<Join>(&node->op)) {
        for (std::size_t side = 0; side < 2; ++side) {
            staying = move_into(node->inputs[side], std::move(staying), movable(*node, *join, side));
        }
    } else {
        staying = move_into(node->inputs.front(), std::move(staying), movable(*node));
    }
    if (!staying.empty()) node = make_node(Filter{std::move(staying)}, std::move(node));
}

}  // namespace

void push_down_filters(NodePtr& root) {
    for (NodePtr& input : root->inputs) push_down_filters(input);
    if (auto* filter = std::get_if<Filter>(&root->op)) {
        std::vector<Expr> conjuncts = std::move(filter->conjuncts);
        NodePtr input = std::move(root->inputs.front());
        push(input, std::move(conjuncts));
        root = std::move(input);
    }
}

}  // namespace domain::opal::plan::rewrite
