#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/rewrite/rewrite.hpp"

// Rule: the bounds of the query window are the same for every row. Outside of time charts (whose bins lowering has put in
// already) the one bin is the window.
namespace domain::opal::plan::rewrite {
namespace {

void visit(Expr& expr, const Window& window) {
    for_each_child(expr, [&](Expr& child) { visit(child, window); });
    const auto* call = std::get_if<check::Call>(&expr.node);
    if (call == nullptr || !expr.operands.empty()) return;
    if (call->function == "query_start_time" || call->function == "bin_start_time") {
        expr.node = check::Literal{window.start};
    } else if (call->function == "query_end_time" || call->function == "bin_end_time") {
        expr.node = check::Literal{window.end};
    } else if (call->function == "bin_size") {
        expr.node = check::Literal{window.end - window.start};
    }
}

}  // namespace

void bind_window(Node& root, const Window& window) {
    for_each_expression(root, [&](Expr& expr) { visit(expr, window); });
    for (const NodePtr& input : root.inputs) bind_window(*input, window);
}

}  // namespace domain::opal::plan::rewrite
