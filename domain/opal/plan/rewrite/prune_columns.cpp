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

/// Drops what is not in `needed` from one node and returns what it needs from its input.
struct Prune {
    Columns needed;

    Columns operator()(Scan& scan) {
        for (const Expr& filter : scan.filters) add(needed, filter);
        if (scan.bound) add(needed, scan.bound->keys);
        std::erase_if(scan.columns, [&](const ScanColumn& column) { return !needed.contains(column.id); });
        return {};
    }
    Columns operator()(Filter& filter) {
        for (const Expr& conjunct : filter.conjuncts) add(needed, conjunct);
        return needed;
    }
    Columns operator()(Project& project) {
        std::erase_if(project.columns, [&](const Binding& binding) { return !needed.contains(binding.column); });
        Columns below;
        for (const Binding& binding : project.columns) add(below, binding.value);
        return below;
    }
    Columns operator()(Aggregate& aggregate) {
        std::erase_if(aggregate.aggregates, [&](const Binding& binding) { return !needed.contains(binding.column); });
        Columns below;
        for (const Binding& key : aggregate.keys) add(below, key.value);
        for (const Binding& binding : aggregate.aggregates) add(below, binding.value);
        return below;
    }
    Columns operator()(SpreadBins& spread) {
        needed.erase(spread.bucket);
        needed.insert(spread.from);
        if (spread.to) needed.insert(*spread.to);
        return needed;
    }
    Columns operator()(FillBins& fill) {
        needed.insert(fill.bucket);
        needed.insert(fill.keys.begin(), fill.keys.end());
        return needed;
    }
    Columns operator()(Sort& sort) {
        add(needed, sort.keys);
        return needed;
    }
    Columns operator()(Limit& limit) {
        add(needed, limit.bound.keys);
        return needed;
    }
};

}  // namespace

void prune_columns(Plan& plan) {
    Columns needed;
    for (const check::Column& column : plan.output) needed.insert(column.id);
    for (Node* node = plan.root.get(); node != nullptr; node = node->input.get()) {
        needed = std::visit(Prune{std::move(needed)}, node->op);
    }
}

}  // namespace domain::opal::plan::rewrite
