#include "domain/opal/plan/depth_check.hpp"

#include <algorithm>

#include "domain/opal/plan/expression.hpp"

namespace domain::opal::plan {
namespace {

// DuckDB binds statements and expressions recursively and refuses 1000 levels; one node or operator of ours is up to three
// levels there.
constexpr std::size_t kNodesMax = 300;
constexpr std::size_t kExpressionDepthMax = 250;

}  // namespace

bool is_too_deep(const Node& root) {
    std::size_t nodes = 0;
    std::size_t deepest = 0;
    for (const Node* node = &root; node != nullptr; node = node->input.get()) {
        ++nodes;
        for_each_expression(*node, [&](const Expr& expr) { deepest = std::max(deepest, depth(expr)); });
    }
    return nodes > kNodesMax || deepest > kExpressionDepthMax;
}

}  // namespace domain::opal::plan
