#include "domain/opal/plan/node.hpp"

#include <utility>

#include "domain/opal/plan/expression.hpp"

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
        std::vector<Column> columns = output_columns(node.input());
        columns.push_back({spread.bucket, Type::kInt64});
        return columns;
    }
    std::vector<Column> operator()(const Unnest& unnest) const {
        std::vector<Column> columns = output_columns(node.input());
        for (const Unnest::Field& field : unnest.fields) columns.push_back(field.column);
        return columns;
    }
    std::vector<Column> operator()(const Join& join) const {
        std::vector<Column> columns = output_columns(node.input());
        if (join.kind == Join::Kind::kSemi || join.kind == Join::Kind::kAnti) return columns;
        for (const Column& column : output_columns(*node.inputs[1])) columns.push_back(column);
        return columns;
    }
    std::vector<Column> operator()(const Union& all) const { return all.columns; }
    std::vector<Column> operator()(const Histogram& histogram) const {
        std::vector<Column> columns = histogram.keys;
        columns.push_back({histogram.start, histogram.type});
        columns.push_back({histogram.end, histogram.type});
        columns.push_back({histogram.count, Type::kInt64});
        return columns;
    }
    std::vector<Column> operator()(const auto&) const { return output_columns(node.input()); }

    static std::vector<Column> bound(const std::vector<Binding>& bindings) {
        std::vector<Column> columns;
        for (const Binding& binding : bindings) columns.push_back({binding.column, binding.value.type});
        return columns;
    }
};

/// Renames what is not inside an expression.
struct Renamer {
    const std::function<ColumnId(ColumnId)>& rename;

    void operator()(Scan& scan) const {
        for (ScanColumn& column : scan.columns) column.id = rename(column.id);
        if (scan.bound) (*this)(scan.bound->keys);
    }
    void operator()(Filter&) const {}
    void operator()(Project& project) const { (*this)(project.columns); }
    void operator()(Aggregate& aggregate) const {
        (*this)(aggregate.keys);
        (*this)(aggregate.aggregates);
    }
    void operator()(SpreadBins& spread) const {
        spread.bucket = rename(spread.bucket);
        spread.from = rename(spread.from);
        if (spread.to) spread.to = rename(*spread.to);
    }
    void operator()(FillBins& fill) const {
        fill.bucket = rename(fill.bucket);
        for (ColumnId& key : fill.keys) key = rename(key);
    }
    void operator()(Unnest& unnest) const {
        for (Unnest::Field& field : unnest.fields) field.column.id = rename(field.column.id);
    }
    void operator()(Join&) const {}
    void operator()(Union& all) const {
        (*this)(all.columns);
        for (std::vector<ColumnId>& columns : all.sources) {
            for (ColumnId& column : columns) column = rename(column);
        }
    }
    void operator()(Histogram& histogram) const {
        (*this)(histogram.keys);
        for (ColumnId* id : {&histogram.value, &histogram.start, &histogram.end, &histogram.count}) *id = rename(*id);
    }
    void operator()(Sort& sort) const { (*this)(sort.keys); }
    void operator()(Limit& limit) const { (*this)(limit.bound.keys); }

    void operator()(std::vector<OrderKey>& keys) const {
        for (OrderKey& key : keys) key.column = rename(key.column);
    }
    void operator()(std::vector<Binding>& bindings) const {
        for (Binding& binding : bindings) binding.column = rename(binding.column);
    }
    void operator()(std::vector<Column>& columns) const {
        for (Column& column : columns) column.id = rename(column.id);
    }
};

void collect_scans(const Node& node, std::vector<const Scan*>& found) {
    if (const auto* scan = std::get_if<Scan>(&node.op)) found.push_back(scan);
    for (const NodePtr& input : node.inputs) collect_scans(*input, found);
}

}  // namespace

NodePtr make_node(decltype(Node::op) op, NodePtr input) {
    auto node = std::make_unique<Node>();
    node->op = std::move(op);
    if (input) node->inputs.push_back(std::move(input));
    return node;
}

NodePtr make_node(decltype(Node::op) op, NodePtr first, NodePtr second) {
    auto node = make_node(std::move(op), std::move(first));
    node->inputs.push_back(std::move(second));
    return node;
}

std::vector<Column> output_columns(const Node& node) { return std::visit(OutputColumns{node}, node.op); }

void rename_columns(Node& node, const std::function<ColumnId(ColumnId)>& rename) {
    std::visit(Renamer{rename}, node.op);
    for_each_expression(node, [&](Expr& expr) {
        for_each_column(expr, [&](ColumnId& column) { column = rename(column); });
    });
}

std::vector<const Scan*> scans(const Node& root) {
    std::vector<const Scan*> found;
    collect_scans(root, found);
    return found;
}

}  // namespace domain::opal::plan
