#include "domain/opal/plan/lower_grid.hpp"

#include <algorithm>
#include <utility>

#include "domain/opal/check/time_grid.hpp"
#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/lower.hpp"

namespace domain::opal::plan {

namespace {

/// A later step that looks around asks for more rows than the query window has, but bins are added in the window only, for
/// the groups with rows in it.
Relation keep_bins_of_query(Relation relation, const StatementInput& context, const check::Fill& statement, ColumnId mark) {
    const Expr is_added = call("is_null", Type::kBool, {column_ref(mark, Type::kInt64)});
    const Expr in_query = all_of(in_window(context.after, context.range.query));
    std::vector<Expr> conditions;
    if (!statement.keys.empty()) {
        check::WindowCall count;
        count.function = "count";
        for (const check::Column& key : statement.keys) count.partition_by.push_back(column_ref(key.id, key.type));
        Expr seen;
        seen.type = Type::kInt64;
        seen.node = std::move(count);
        const Expr is_seen = call("op.and", Type::kBool, {call("op.not", Type::kBool, {is_added}), in_query});
        seen.operands.push_back(call("if", Type::kInt64, {is_seen, int_literal(1), null_literal(Type::kInt64)}));
        const ColumnId rows = context.ids.next();
        relation.node = make_columns(std::move(relation.node), {{rows, std::move(seen)}});
        conditions.push_back(call("op.gt", Type::kBool, {column_ref(rows, Type::kInt64), int_literal(0)}));
    }
    conditions.push_back(in_query);
    Expr is_kept = call("op.or", Type::kBool, {call("op.not", Type::kBool, {is_added}), all_of(std::move(conditions))});
    std::vector<Expr> conjuncts;
    conjuncts.push_back(std::move(is_kept));
    relation.node = make_node(Filter{std::move(conjuncts)}, std::move(relation.node));
    return cut(std::move(relation), context.after, context.range.rows);
}

}  // namespace

// The check bounds the bins of the query's window; a statement further on may read a wider range.
void require_few_bins(const check::Grid& grid, const Window& window) {
    const std::int64_t bins = check::bin_count(grid, window.start, window.end);
    if (bins <= check::kTimeBinsMax) return;
    throw PlanTooLarge{"a later verb reads a time range that would have " + std::to_string(bins) + " bins, at most " +
                           std::to_string(check::kTimeBinsMax) + " are allowed",
                       "make_reference and frames look beyond the query window: take wider bins, or leave empty ones out"};
}

// A mark that every row of the input has tells them from the rows that are added.
Relation lower_fill(const StatementInput& context, const check::Fill& statement) {
    require_few_bins(statement.grid, context.range.rows);
    const std::int64_t ahead = statement.ahead_ns.value_or(0);
    Relation relation = context.input(context.range.widened(ahead, 0));
    const ColumnId mark = context.ids.next();
    relation.node = make_columns(std::move(relation.node),
                                 {{mark, int_literal(1)},
                                  {statement.bucket, bucket_of(time_column(*context.before.valid_from), statement.grid,
                                                               context.range.widened(ahead, 0).rows)}});
    FillBins fill{statement.bucket, statement.grid, context.range.rows, {}, {}};
    for (const check::Column& key : statement.keys) fill.keys.push_back(key.id);
    if (statement.ahead_ns) fill.ahead = ahead / statement.grid.size_ns;
    relation.node = make_node(std::move(fill), std::move(relation.node));

    const Expr bucket = column_ref(statement.bucket, Type::kInt64);
    std::vector<Binding> columns;
    columns.push_back({statement.valid_from, bin_edge(bucket, statement.grid, 0)});
    columns.push_back({statement.valid_to, bin_edge(bucket, statement.grid, 1)});
    for (const check::Fill::Value& value : statement.values) {
        const Type type = value.constant.value.type;
        Expr is_added = call("is_null", Type::kBool, {column_ref(mark, Type::kInt64)});
        columns.push_back({value.constant.column,
                           call("if", type, {std::move(is_added), value.constant.value, column_ref(value.source, type)})});
    }
    relation.node = make_columns(std::move(relation.node), columns);
    if (!statement.ahead_ns && context.range.query != context.range.rows) return keep_bins_of_query(std::move(relation), context, statement, mark);
    return cut(std::move(relation), context.after, context.range.rows);
}

Relation lower_time_wrap(const StatementInput& context, const check::TimeWrap& statement) {
    std::vector<Column> columns;
    for (const check::Column& column : statement.columns) columns.push_back({column.id, column.type});
    const ColumnId copy_number = context.ids.next();
    columns.push_back({copy_number, Type::kInt64});
    std::vector<ColumnId> row_order{*context.after.valid_from, copy_number};
    std::vector<UnionPart> parts;
    for (std::size_t i = 0; i < statement.labels.size(); ++i) {
        const std::int64_t moved = static_cast<std::int64_t>(i) * statement.interval_ns;
        std::map<ColumnId, ColumnId> names;
        Relation relation = copy(context.input(context.range.shifted(-moved)), names, context.ids);
        std::vector<Binding> made;
        const auto add = [&](Expr value) {
            made.push_back({context.ids.next(), std::move(value)});
            return made.back().column;
        };
        UnionPart part;
        for (const ColumnId source : statement.sources) {
            const bool is_time = source == context.before.valid_from || source == context.before.valid_to;
            part.columns.push_back(is_time ? add(call("op.add", Type::kTimestamp,
                                                      {time_column(names.at(source)), int_literal(moved, Type::kDuration)}))
                                           : names.at(source));
        }
        part.columns.push_back(add(text_literal(statement.labels[i])));
        const ColumnId number = add(int_literal(static_cast<std::int64_t>(i)));
        if (statement.index) part.columns.push_back(number);
        part.columns.push_back(number);
        // The places inside a copy: those of the input, which all copies have.
        const std::vector<Column> inside = output_columns(*relation.node);
        for (const ColumnId place : relation.row_order) {
            const auto column = std::find_if(inside.begin(), inside.end(), [&](const Column& c) { return c.id == place; });
            if (column == inside.end()) continue;
            part.columns.push_back(place);
            if (i > 0) continue;
            columns.push_back({context.ids.next(), column->type});
            row_order.push_back(columns.back().id);
        }
        part.node = make_columns(std::move(relation.node), made);
        parts.push_back(std::move(part));
    }
    return {unite(std::move(parts), std::move(columns), context.ids), std::move(row_order)};
}

}  // namespace domain::opal::plan
