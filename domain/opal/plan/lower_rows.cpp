#include "domain/opal/plan/lower_rows.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/lower_aggregate.hpp"

namespace domain::opal::plan {
namespace {

std::string_view mode_name(check::Flatten::Mode mode) {
    constexpr std::array<std::string_view, 4> kNames{"leaves", "single", "nodes", "all"};
    return kNames[static_cast<std::size_t>(mode)];
}

/// Whether no two rows have the same values, or nulls, in all of these columns.
bool is_unique(const Node& node, const std::vector<ColumnId>& columns) {
    const auto has = [&](ColumnId column) { return std::find(columns.begin(), columns.end(), column) != columns.end(); };
    if (const auto* aggregate = std::get_if<Aggregate>(&node.op)) {
        return std::all_of(aggregate->keys.begin(), aggregate->keys.end(), [&](const Binding& key) { return has(key.column); });
    }
    if (const auto* project = std::get_if<Project>(&node.op)) {
        std::vector<ColumnId> below;
        for (const Binding& binding : project->columns) {
            const ColumnId* passed = as_column(binding.value);
            if (passed != nullptr && has(binding.column)) below.push_back(*passed);
        }
        return is_unique(node.input(), below);
    }
    const bool keeps_rows_apart = std::holds_alternative<Filter>(node.op) || std::holds_alternative<Sort>(node.op) ||
                                  std::holds_alternative<Limit>(node.op);
    return keeps_rows_apart && is_unique(node.input(), columns);
}

/// Whether the score of a group with one row is its operand.
bool is_plain_in_one_row(const Expr& score) {
    const auto* aggregate = std::get_if<check::Aggregate>(&score.node);
    return aggregate != nullptr && (aggregate->function == "max" || aggregate->function == "min") && score.operands.size() == 1 &&
           score.operands.front().type == score.type;
}

/// Where each row is a group of its own, the best groups are the first rows of an order; nothing where that is not known.
std::optional<Relation> best_rows(const StatementInput& context, const check::TopK& statement, Relation& relation) {
    if (statement.each_row || (statement.score && !is_plain_in_one_row(*statement.score))) return std::nullopt;
    if (context.range.query != context.range.rows && !in_window(context.before, context.range.query).empty()) return std::nullopt;
    std::vector<ColumnId> columns;
    for (const Expr& key : statement.keys) {
        const ColumnId* column = as_column(key);
        if (column == nullptr) return std::nullopt;
        columns.push_back(*column);
    }
    if (!is_unique(*relation.node, columns)) return std::nullopt;
    RowBound bound{.count = statement.count, .keys = {}};
    check::WindowCall rank;
    rank.function = "row_number";
    const auto order_by = [&](ColumnId column, Type type, bool is_descending) {
        bound.keys.push_back({.column = column, .is_descending = is_descending});
        check::SortKey key;
        key.value = column_ref(column, type);
        key.is_descending = is_descending;
        rank.order_by.push_back(std::move(key));
    };
    if (statement.score) {
        const ColumnId column = context.ids.next();
        relation.node = make_columns(std::move(relation.node), {{column, statement.score->operands.front()}});
        order_by(column, statement.score->type, !statement.is_bottom);
    }
    for (std::size_t i = 0; i < columns.size(); ++i) order_by(columns[i], statement.keys[i].type, false);
    relation.node = make_node(Limit{std::move(bound)}, std::move(relation.node));
    Expr number;
    number.type = Type::kInt64;
    number.node = std::move(rank);
    relation.node = make_columns(std::move(relation.node), {{statement.rank, std::move(number)}});
    return std::move(relation);
}

}  // namespace

// Groups are scored and ranked by themselves, then joined with the rows, so that all rows of the best groups stay.
Relation lower_top_k(const StatementInput& context, const check::TopK& statement) {
    Relation relation = context.input(context.range);
    if (auto best = best_rows(context, statement, relation)) return std::move(*best);
    std::vector<Expr> keys = statement.keys;
    if (statement.each_row) {
        std::vector<check::SortKey> order;
        append_input_order(order, relation);
        for (check::SortKey& key : order) keys.push_back(std::move(key.value));
    }
    std::map<ColumnId, ColumnId> names;
    Relation rows = copy(relation, names, context.ids);
    const auto rename = [&](Expr expr) {
        for_each_column(expr, [&](ColumnId& column) {
            if (const auto found = names.find(column); found != names.end()) column = found->second;
        });
        return expr;
    };
    // Only what the query window shows is scored.
    if (context.range.query != context.range.rows) {
        std::vector<Expr> inside = in_window(context.before, context.range.query);
        for (Expr& conjunct : inside) conjunct = rename(std::move(conjunct));
        if (!inside.empty()) rows.node = make_node(Filter{std::move(inside)}, std::move(rows.node));
    }
    check::StatsBy groups;
    check::WindowCall rank;
    rank.function = "row_number";
    std::vector<Expr> same;
    for (const Expr& key : keys) {
        Expr value = rename(key);
        // The score may read a bare column of the group.
        const ColumnId* bare = as_column(value);
        const ColumnId column = bare != nullptr ? *bare : context.ids.next();
        Expr reference = column_ref(column, key.type);
        groups.keys.push_back({column, std::move(value)});
        same.push_back(call("op.same", Type::kBool, {key, std::move(reference)}));
    }
    if (statement.score) {
        const ColumnId column = context.ids.next();
        check::SortKey key;
        key.value = column_ref(column, statement.score->type);
        key.is_descending = !statement.is_bottom;
        rank.order_by.push_back(std::move(key));
        groups.aggregates.push_back({column, rename(*statement.score)});
    }
    for (const Binding& key : groups.keys) {
        check::SortKey ascending;
        ascending.value = column_ref(key.column, key.value.type);
        rank.order_by.push_back(std::move(ascending));
    }
    Relation best = lower_stats_by(std::move(rows), groups, context.ids);
    Expr number;
    number.type = Type::kInt64;
    number.node = std::move(rank);
    best.node = make_columns(std::move(best.node), {{statement.rank, std::move(number)}});
    std::vector<Expr> few;
    few.push_back(call("op.lte", Type::kBool, {column_ref(statement.rank, Type::kInt64), int_literal(statement.count)}));
    best.node = make_node(Filter{std::move(few)}, std::move(best.node));
    relation.node = make_node(Join{Join::Kind::kInner, std::move(same)}, std::move(relation.node), std::move(best.node));
    return relation;
}

Relation lower_flatten(const StatementInput& context, const check::Flatten& statement) {
    Relation relation = context.input(context.range);
    const check::Column* source = context.before.find(statement.source);
    const Type type = source == nullptr ? Type::kVariant : source->type;
    Unnest unnest;
    unnest.list = call("plan.flatten", Type::kArray,
                       {column_ref(statement.source, type), text_literal(std::string(mode_name(statement.mode)))});
    const ColumnId place = context.ids.next();
    unnest.fields.push_back({"place", {place, Type::kInt64}});
    unnest.fields.push_back({"path", {statement.path, Type::kString}});
    unnest.fields.push_back({"value", {statement.value, Type::kVariant}});
    if (statement.type) unnest.fields.push_back({"type", {*statement.type, Type::kString}});
    relation.node = make_node(std::move(unnest), std::move(relation.node));
    relation.row_order.push_back(place);
    return relation;
}

Relation lower_unpivot(const StatementInput& context, const check::Unpivot& statement) {
    Relation relation = context.input(context.range);
    std::vector<Expr> operands;
    operands.push_back(int_literal(3));
    for (std::size_t i = 0; i < statement.sources.size(); ++i) {
        const check::Column& source = statement.sources[i];
        operands.push_back(int_literal(static_cast<std::int64_t>(i)));
        operands.push_back(text_literal(source.name));
        Expr value = column_ref(source.id, source.type);
        const bool is_converted = source.type != statement.type;
        operands.push_back(is_converted ? call("plan.variant", Type::kVariant, {std::move(value)}) : std::move(value));
    }
    Unnest unnest;
    unnest.list = call("plan.rows", Type::kArray, std::move(operands));
    const ColumnId place = context.ids.next();
    unnest.fields.push_back({"f1", {place, Type::kInt64}});
    unnest.fields.push_back({"f2", {statement.name, Type::kString}});
    unnest.fields.push_back({"f3", {statement.value, statement.type}});
    relation.node = make_node(std::move(unnest), std::move(relation.node));
    relation.row_order.push_back(place);
    return relation;
}

}  // namespace domain::opal::plan
