#include <set>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/rewrite/rewrite.hpp"

// Rule: a column that no node above reads may go. Keys of an Aggregate stay, for they make the rows.
namespace domain::opal::plan::rewrite {
namespace {

using Columns = std::set<ColumnId>;

void add(Columns& columns, const std::vector<OrderKey>& keys) {
    for (const OrderKey& key : keys) columns.insert(key.column);
}
void add(Columns& columns, const Expr& expr) {
    for_each_column(expr, [&](ColumnId column) { columns.insert(column); });
}

void prune(Node& node, Columns needed);

/// Drops what is not in `needed` from one node, and the same from its inputs.
struct Prune {
    Node& node;
    Columns needed;

    void operator()(Scan& scan) {
        for (const Expr& filter : scan.filters) add(needed, filter);
        if (scan.bound) add(needed, scan.bound->keys);
        std::erase_if(scan.columns, [&](const ScanColumn& column) { return !needed.contains(column.id); });
    }
    void operator()(Filter& filter) {
        for (const Expr& conjunct : filter.conjuncts) add(needed, conjunct);
        pass();
    }
    void operator()(Project& project) {
        std::erase_if(project.columns, [&](const Binding& binding) { return !needed.contains(binding.column); });
        needed.clear();
        for (const Binding& binding : project.columns) add(needed, binding.value);
        pass();
    }
    void operator()(Aggregate& aggregate) {
        std::erase_if(aggregate.aggregates, [&](const Binding& binding) { return !needed.contains(binding.column); });
        needed.clear();
        for (const Binding& key : aggregate.keys) add(needed, key.value);
        for (const Binding& binding : aggregate.aggregates) add(needed, binding.value);
        pass();
    }
    void operator()(SpreadBins& spread) {
        needed.erase(spread.bucket);
        needed.insert(spread.from);
        if (spread.to) needed.insert(*spread.to);
        pass();
    }
    void operator()(FillBins& fill) {
        needed.insert(fill.bucket);
        needed.insert(fill.keys.begin(), fill.keys.end());
        pass();
    }
    void operator()(Unnest& unnest) {
        std::erase_if(unnest.fields, [&](const Unnest::Field& field) { return !needed.contains(field.column.id); });
        add(needed, unnest.list);
        pass();
    }
    void operator()(Join& join) {
        for (const Expr& conjunct : join.conjuncts) add(needed, conjunct);
        for (const NodePtr& input : node.inputs) prune(*input, needed);
    }
    void operator()(Union& all) {
        for (std::size_t k = all.columns.size(); k-- > 0;) {
            if (needed.contains(all.columns[k].id)) continue;
            all.columns.erase(all.columns.begin() + static_cast<std::ptrdiff_t>(k));
            for (auto& columns : all.sources) columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(k));
        }
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            prune(*node.inputs[i], Columns(all.sources[i].begin(), all.sources[i].end()));
        }
    }
    void operator()(Histogram& histogram) {
        needed = {histogram.value};
        for (const Column& key : histogram.keys) needed.insert(key.id);
        pass();
    }
    void operator()(Sort& sort) {
        add(needed, sort.keys);
        pass();
    }
    void operator()(Limit& limit) {
        add(needed, limit.bound.keys);
        pass();
    }

    void pass() { prune(node.input(), std::move(needed)); }
};

void prune(Node& node, Columns needed) { std::visit(Prune{node, std::move(needed)}, node.op); }

}  // namespace

void prune_columns(Plan& plan) {
    Columns needed;
    for (const check::Column& column : plan.output) needed.insert(column.id);
    prune(*plan.root, std::move(needed));
}

}  // namespace domain::opal::plan::rewrite
