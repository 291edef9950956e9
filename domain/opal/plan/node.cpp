#include "domain/opal/plan/node.hpp"

#include <utility>

namespace domain::opal::plan {
namespace {

struct OutputColumns {
    const Node& node;

    std::vector<Column> operator()(const Scan& scan) const {
        std::vector<Column> columns;
        for (const ScanColumn& column : scan.columns) columns.push_back({column.id, column.type});
        return columns;
    }
    std::vector<Column> operator()(const Project& project) const { return bound(project.columns); }
    std::vector<Column> operator()(const Aggregate& aggregate) const {
        std::vector<Column> columns = bound(aggregate.keys);
        for (const Column& column : bound(aggregate.aggregates)) columns.push_back(column);
        return columns;
    }
    std::vector<Column> operator()(const SpreadBins& spread) const {
        std::vector<Column> columns = output_columns(*node.input);
        columns.push_back({spread.bucket, Type::kInt64});
        return columns;
    }
    std::vector<Column> operator()(const auto&) const { return output_columns(*node.input); }

    static std::vector<Column> bound(const std::vector<Binding>& bindings) {
        std::vector<Column> columns;
        for (const Binding& binding : bindings) columns.push_back({binding.column, binding.value.type});
        return columns;
    }
};

}  // namespace

NodePtr make_node(decltype(Node::op) op, NodePtr input) {
    auto node = std::make_unique<Node>();
    node->op = std::move(op);
    node->input = std::move(input);
    return node;
}

NodePtr clone(const Node& node) {
    return make_node(node.op, node.input ? clone(*node.input) : nullptr);
}

std::vector<Column> output_columns(const Node& node) { return std::visit(OutputColumns{node}, node.op); }

std::vector<const Scan*> scans(const Node& root) {
    std::vector<const Scan*> found;
    for (const Node* node = &root; node != nullptr; node = node->input.get()) {
        if (const auto* scan = std::get_if<Scan>(&node->op)) found.push_back(scan);
    }
    return found;
}

}  // namespace domain::opal::plan
