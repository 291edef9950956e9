#include "domain/opal/plan/lower_rows.hpp"

#include <array>
#include <utility>

#include "domain/opal/plan/expression.hpp"

namespace domain::opal::plan {
namespace {

/// Aggregates over the group become window calls, which say the same in every row of it.
void over_group(Expr& expr, const std::vector<Expr>& keys) {
    if (auto* aggregate = std::get_if<check::Aggregate>(&expr.node)) {
        check::WindowCall window;
        window.function = aggregate->function;
        window.partition_by = keys;
        window.order_by = std::move(aggregate->order_by);
        expr.node = std::move(window);
        return;
    }
    for (Expr& operand : expr.operands) over_group(operand, keys);
}

std::string_view mode_name(check::Flatten::Mode mode) {
    constexpr std::array<std::string_view, 4> kNames{"leaves", "single", "nodes", "all"};
    return kNames[static_cast<std::size_t>(mode)];
}

}  // namespace

Relation lower_top_k(const StatementInput& context, const check::TopK& statement) {
    Relation relation = context.input(context.range);
    std::vector<Expr> keys = statement.keys;
    if (statement.each_row) {
        std::vector<check::SortKey> order;
        append_input_order(order, relation);
        for (check::SortKey& key : order) keys.push_back(std::move(key.value));
    }
    std::vector<Binding> bindings;
    check::WindowCall rank;
    rank.function = "dense_rank";
    if (statement.score) {
        Expr score = *statement.score;
        over_group(score, keys);
        confine_windows(score, context, relation, false);
        const ColumnId column = context.ids.next();
        check::SortKey key;
        key.value = column_ref(column, score.type);
        key.is_descending = !statement.is_bottom;
        rank.order_by.push_back(std::move(key));
        bindings.push_back({column, std::move(score)});
    }
    for (const Expr& key : keys) {
        check::SortKey ascending;
        ascending.value = key;
        rank.order_by.push_back(std::move(ascending));
    }
    // Not confined: rows outside of the query window share the ranks of their groups.
    Expr number;
    number.type = Type::kInt64;
    number.node = std::move(rank);
    bindings.push_back({statement.rank, std::move(number)});
    relation.node = make_columns(std::move(relation.node), bindings);
    std::vector<Expr> best;
    best.push_back(call("op.lte", Type::kBool, {column_ref(statement.rank, Type::kInt64), int_literal(statement.count)}));
    relation.node = make_node(Filter{std::move(best)}, std::move(relation.node));
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
