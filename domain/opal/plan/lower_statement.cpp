#include "domain/opal/plan/lower_statement.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "domain/opal/plan/expression.hpp"

namespace domain::opal::plan {
namespace {

/// Renames every column of the tree: by `names`, else by a fresh id that `names` then has.
void rename_tree(Node& node, std::map<ColumnId, ColumnId>& names, check::ColumnIds& ids) {
    for (const NodePtr& input : node.inputs) rename_tree(*input, names, ids);
    rename_columns(node, [&](ColumnId column) {
        const auto [place, is_new] = names.try_emplace(column);
        if (is_new) place->second = ids.next();
        return place->second;
    });
}

NodePtr copy_tree(const Node& node) {
    NodePtr made = make_node(node.op);
    for (const NodePtr& input : node.inputs) made->inputs.push_back(copy_tree(*input));
    return made;
}

}  // namespace

std::vector<Binding> pass_all(const Node& node) {
    std::vector<Binding> bindings;
    for (const Column& column : output_columns(node)) {
        bindings.push_back({column.id, column_ref(column.id, column.type)});
    }
    return bindings;
}

NodePtr make_columns(NodePtr input, const std::vector<Binding>& bindings) {
    std::vector<Binding> level = pass_all(*input);
    std::set<ColumnId> made_here;
    for (const Binding& binding : bindings) {
        const std::set<ColumnId> read = columns_of(binding.value);
        const bool reads_own_level =
            std::any_of(read.begin(), read.end(), [&](ColumnId column) { return made_here.contains(column); });
        if (reads_own_level) {
            input = make_node(Project{std::move(level)}, std::move(input));
            level = pass_all(*input);
            made_here.clear();
        }
        level.push_back(binding);
        made_here.insert(binding.column);
    }
    return make_node(Project{std::move(level)}, std::move(input));
}

namespace {

void take(Expr& expr, const std::function<bool(const Expr&)>& is_wanted, std::vector<Binding>& made, check::ColumnIds& ids) {
    for_each_child(expr, [&](Expr& child) { take(child, is_wanted, made, ids); });
    if (!is_wanted(expr)) return;
    const ColumnId column = ids.next();
    const Type type = expr.type;
    made.push_back({column, std::move(expr)});
    expr = column_ref(column, type);
}

}  // namespace

void take_windows(Expr& expr, std::vector<Binding>& made, check::ColumnIds& ids) {
    take(expr, [](const Expr& each) { return std::holds_alternative<check::WindowCall>(each.node); }, made, ids);
}

void take_volatile(Expr& expr, std::vector<Binding>& made, check::ColumnIds& ids) {
    take(expr, [](const Expr& each) { return as_call(each, "uniform") != nullptr || as_call(each, "zipf") != nullptr; }, made, ids);
}

void append_input_order(std::vector<check::SortKey>& order, const Relation& relation) {
    const std::vector<Column> columns = output_columns(*relation.node);
    for (const ColumnId id : relation.row_order) {
        const auto column = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.id == id; });
        const bool is_known = std::any_of(order.begin(), order.end(), [&](const check::SortKey& key) {
            return as_column(key.value) != nullptr && *as_column(key.value) == id;
        });
        if (column == columns.end() || is_known) continue;
        check::SortKey key;
        key.value = column_ref(id, column->type);
        order.push_back(std::move(key));
    }
}

void confine_windows(Expr& expr, const StatementInput& context, const Relation& relation, bool has_more_rows) {
    for_each_child(expr, [&](Expr& child) { confine_windows(child, context, relation, has_more_rows); });
    auto* window = std::get_if<check::WindowCall>(&expr.node);
    if (window == nullptr) return;
    const bool by_time = window->frame && window->frame->unit == check::WindowFrame::Unit::kTime;
    const bool by_place = window->function.starts_with("lag") || window->function.starts_with("lead");
    if (by_time && !by_place) return;
    // Ranks are shared by ties.
    if (window->function != "rank" && window->function != "dense_rank") append_input_order(window->order_by, relation);
    if (by_time) return;
    if (!has_more_rows && context.range.query == context.range.rows) return;
    std::vector<Expr> inside = in_window(context.before, context.range.query);
    if (!inside.empty()) window->partition_by.push_back(all_of(std::move(inside)));
}

Expr bucket_of(Expr time, const Grid& grid, const Window& window) {
    return call("plan.bucket", Type::kInt64,
                {std::move(time), int_literal(grid.size_ns), int_literal(grid.offset_ns),
                 int_literal(window.start >= grid.offset_ns ? 1 : 0)});
}

Expr bin_edge(const Expr& bucket, const Grid& grid, std::int64_t bins) {
    Expr start = call("op.mul", Type::kInt64, {bucket, int_literal(grid.size_ns)});
    Expr edge = call("op.add", Type::kTimestamp,
                     {std::move(start), int_literal(grid.offset_ns + bins * grid.size_ns, Type::kDuration)});
    return edge;
}

NodePtr unite(std::vector<UnionPart> parts, std::vector<Column> columns, check::ColumnIds& ids) {
    auto node = std::make_unique<Node>();
    Union all{std::move(columns), {}};
    for (UnionPart& part : parts) {
        std::vector<Binding> nulls;
        std::vector<ColumnId>& sources = all.sources.emplace_back();
        for (std::size_t k = 0; k < all.columns.size(); ++k) {
            if (!part.columns[k]) nulls.push_back({ids.next(), null_literal(all.columns[k].type)});
            sources.push_back(part.columns[k] ? *part.columns[k] : nulls.back().column);
        }
        node->inputs.push_back(nulls.empty() ? std::move(part.node) : make_columns(std::move(part.node), nulls));
    }
    node->op = std::move(all);
    return node;
}

Relation copy(const Relation& relation, std::map<ColumnId, ColumnId>& names, check::ColumnIds& ids) {
    Relation made{copy_tree(*relation.node), relation.row_order};
    rename_tree(*made.node, names, ids);
    for (ColumnId& column : made.row_order) column = names.at(column);
    return made;
}

std::vector<Expr> in_window(const check::DatasetState& state, const Window& window) {
    std::vector<Expr> conjuncts;
    if (!state.valid_from || window == TimeRange::all().rows) return conjuncts;
    const Expr from = time_column(*state.valid_from);
    conjuncts.push_back(call("op.lt", Type::kBool, {from, time_literal(window.end)}));
    if (state.valid_to) {
        conjuncts.push_back(call("op.gt", Type::kBool, {end_of(*state.valid_to), time_literal(window.start)}));
    } else {
        conjuncts.push_back(call("op.gte", Type::kBool, {from, time_literal(window.start)}));
    }
    return conjuncts;
}

Relation cut(Relation relation, const check::DatasetState& state, const Window& window) {
    std::vector<Expr> conjuncts = in_window(state, window);
    if (!conjuncts.empty()) relation.node = make_node(Filter{std::move(conjuncts)}, std::move(relation.node));
    return relation;
}

Expr time_column(ColumnId column) { return column_ref(column, Type::kTimestamp); }
Expr time_literal(std::int64_t nanoseconds) { return int_literal(nanoseconds, Type::kTimestamp); }
Expr end_of(ColumnId valid_to) {
    return call("coalesce", Type::kTimestamp,
                {time_column(valid_to), time_literal(std::numeric_limits<std::int64_t>::max())});
}

}  // namespace domain::opal::plan
