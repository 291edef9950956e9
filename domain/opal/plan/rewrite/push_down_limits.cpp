#include <algorithm>
#include <map>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/rewrite/rewrite.hpp"

// Rule: the first n rows of a projection are the projection of the first n rows, when the order is by columns that the
// projection passes on and nothing is computed over windows. So the expressions are computed for n rows only. Directly above a scan the bound becomes the
// scan's own: each file group then puts together n rows at most before they meet.
namespace domain::opal::plan::rewrite {
namespace {

/// The keys as they are called below the Project, or nothing when one is computed there.
bool rename_keys(std::vector<OrderKey>& keys, const Project& project) {
    std::map<ColumnId, ColumnId> names;
    for (const Binding& binding : project.columns) {
        if (const ColumnId* column = as_column(binding.value)) names.emplace(binding.column, *column);
    }
    for (OrderKey& key : keys) {
        const auto found = names.find(key.column);
        if (found == names.end()) return false;
        key.column = found->second;
    }
    return true;
}

}  // namespace

void push_down_limits(NodePtr& root) {
    if (auto* limit = std::get_if<Limit>(&root->op)) {
        if (auto* project = std::get_if<Project>(&root->input().op); project != nullptr && !has_window(root->input())) {
            RowBound bound = limit->bound;
            if (rename_keys(bound.keys, *project)) {
                NodePtr top = std::move(root->inputs.front());
                top->inputs.front() = make_node(Limit{std::move(bound)}, std::move(top->inputs.front()));
                root = std::move(top);
            }
        } else if (auto* scan = std::get_if<Scan>(&root->input().op); scan != nullptr && !scan->bound) {
            scan->bound = limit->bound;
            NodePtr top = std::move(root->inputs.front());
            root = std::move(top);
        }
    }
    for (NodePtr& input : root->inputs) push_down_limits(input);
}

}  // namespace domain::opal::plan::rewrite
