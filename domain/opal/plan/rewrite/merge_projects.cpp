#include <algorithm>
#include <map>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/rewrite/rewrite.hpp"

// Rule: Project(f) over Project(g) is Project(f∘g), and an Aggregate over Project(g) reads g's expressions itself. Done only
// when no computation of g would be written twice, and when the composed expressions stay shallow: the query store bounds the
// depth of expressions. A Project that passes on all columns of its input and nothing else is its input.
namespace domain::opal::plan::rewrite {
namespace {

constexpr std::size_t kMergedDepthMax = 60;

bool is_cheap(const Expr& expr) { return as_column(expr) != nullptr || is_literal(expr); }

/// A window call may stand neither in an aggregate nor in another window call.
bool nests_windows(const Node& outer, const Node& inner) {
    return has_window(inner) && (std::holds_alternative<Aggregate>(outer.op) || has_window(outer));
}

bool can_merge(const Node& outer, const Node& inner_node) {
    if (nests_windows(outer, inner_node)) return false;
    const auto& inner = std::get<Project>(inner_node.op);
    std::map<ColumnId, int> reads;
    std::size_t outer_depth = 0;
    for_each_expression(outer, [&](const Expr& expr) {
        for_each_column(expr, [&](ColumnId column) { ++reads[column]; });
        outer_depth = std::max(outer_depth, depth(expr));
    });
    return std::all_of(inner.columns.begin(), inner.columns.end(), [&](const Binding& binding) {
        if (is_cheap(binding.value)) return true;
        const auto found = reads.find(binding.column);
        if (found == reads.end()) return true;
        if (is_volatile(binding.value)) return false;
        return found->second == 1 && outer_depth + depth(binding.value) <= kMergedDepthMax;
    });
}

bool passes_all(const Project& project, const Node& input) {
    const std::vector<Column> columns = output_columns(input);
    if (columns.size() != project.columns.size()) return false;
    return std::all_of(project.columns.begin(), project.columns.end(), [](const Binding& binding) {
        const ColumnId* column = as_column(binding.value);
        return column != nullptr && *column == binding.column;
    });
}

}  // namespace

void merge_projects(NodePtr& root) {
    for (NodePtr& input : root->inputs) merge_projects(input);
    const bool is_project = std::holds_alternative<Project>(root->op);
    if (!is_project && !std::holds_alternative<Aggregate>(root->op)) return;
    if (auto* inner = std::get_if<Project>(&root->input().op); inner != nullptr && can_merge(*root, root->input())) {
        std::map<ColumnId, Expr> values;
        for (Binding& binding : inner->columns) values.emplace(binding.column, std::move(binding.value));
        for_each_expression(*root, [&](Expr& expr) { substitute(expr, values); });
        NodePtr below = std::move(root->input().inputs.front());
        root->inputs.front() = std::move(below);
    }
    if (is_project && passes_all(std::get<Project>(root->op), root->input())) {
        NodePtr input = std::move(root->inputs.front());
        root = std::move(input);
    }
}

}  // namespace domain::opal::plan::rewrite
