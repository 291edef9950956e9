#include "domain/opal/plan/depth_check.hpp"

#include <algorithm>

#include "domain/opal/plan/expression.hpp"

namespace domain::opal::plan {
namespace {

// DuckDB binds statements and expressions recursively and refuses 1000 levels; one node or operator of ours is up to three
// levels there. The number of nodes is bounded because stages that read a stage twice can double it each time.
constexpr std::size_t kLevelsMax = 300;
constexpr std::size_t kNodesMax = 3000;
constexpr std::size_t kExpressionDepthMax = 250;

struct Size {
    std::size_t nodes = 0;
    std::size_t levels = 0;
    std::size_t expression = 0;
};

Size measure(const Node& node) {
    Size size;
    for (const NodePtr& input : node.inputs) {
        const Size below = measure(*input);
        size.nodes += below.nodes;
        size.levels = std::max(size.levels, below.levels);
        size.expression = std::max(size.expression, below.expression);
    }
    ++size.nodes;
    ++size.levels;
    for_each_expression(node, [&](const Expr& expr) { size.expression = std::max(size.expression, depth(expr)); });
    return size;
}

}  // namespace

bool is_too_deep(const Node& root) {
    const Size size = measure(root);
    return size.levels > kLevelsMax || size.nodes > kNodesMax || size.expression > kExpressionDepthMax;
}

}  // namespace domain::opal::plan
