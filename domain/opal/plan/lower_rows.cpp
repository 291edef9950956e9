#include "domain/opal/plan/lower_rows.hpp"

#include <array>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/lower_aggregate.hpp"

namespace domain::opal::plan {
namespace {

std::string_view mode_name(check::Flatten::Mode mode) {
    constexpr std::array<std::string_view, 4> kNames{"leaves", "single", "nodes", "all"};
    return kNames[static_cast<std::size_t>(mode)];
}

}  // namespace

// Groups are scored and ranked by themselves, then joined with the rows, so that all rows of the best groups stay.
Relation lower_top_k(const StatementInput& context, const check::TopK& statement) {
    Relation relation = context.input(context.range);
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
