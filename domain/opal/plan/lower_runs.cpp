#include "domain/opal/plan/lower_runs.hpp"

#include <limits>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/lower_aggregate.hpp"
#include "domain/opal/plan/lower_join.hpp"

namespace domain::opal::plan {
namespace {

using check::SortKey;
using check::WindowFrame;

constexpr std::int64_t kEndOfTime = std::numeric_limits<std::int64_t>::max();
constexpr WindowFrame kUpToHere{WindowFrame::Unit::kRows, std::nullopt, 0};
constexpr WindowFrame kBeforeHere{WindowFrame::Unit::kRows, std::nullopt, -1};

Expr choose(Expr condition, Expr yes, Expr no) {
    const Type type = yes.type;
    std::vector<Expr> operands;
    operands.push_back(std::move(condition));
    operands.push_back(std::move(yes));
    operands.push_back(std::move(no));
    return call("if", type, std::move(operands));
}

Expr is_null(Expr value) {
    std::vector<Expr> operands;
    operands.push_back(std::move(value));
    return call("is_null", Type::kBool, std::move(operands));
}

Expr flag(Expr condition) { return choose(std::move(condition), int_literal(1), int_literal(0)); }
Expr duration(std::int64_t nanoseconds) { return int_literal(nanoseconds, Type::kDuration); }

std::vector<SortKey> ascending(std::vector<Expr> values) {
    std::vector<SortKey> keys;
    for (Expr& value : values) keys.emplace_back().value = std::move(value);
    return keys;
}

NodePtr keep(NodePtr input, Expr condition) {
    return make_node(Filter{split_conjuncts(std::move(condition))}, std::move(input));
}

/// Window calls over the rows of the groups in one order.
struct Sequence {
    std::vector<Expr> groups;
    std::vector<SortKey> order;

    Expr over(std::string_view function, Expr value, std::optional<WindowFrame> frame = {}) const {
        check::WindowCall window;
        window.function = function;
        window.partition_by = groups;
        window.order_by = order;
        window.frame = frame;
        Expr expr;
        expr.type = value.type;
        expr.node = std::move(window);
        expr.operands.push_back(std::move(value));
        return expr;
    }
    Expr before(Expr value) const { return over("lag", std::move(value)); }
    Expr behind(Expr value) const { return over("lead", std::move(value)); }
    Expr number() const {
        Expr expr = over("row_number", int_literal(0));
        expr.operands.clear();
        return expr;
    }
    /// Counts the rows so far whose value is 1.
    Expr count_so_far(ColumnId marks) const { return over("sum", column_ref(marks, Type::kInt64), kUpToHere); }

    /// The same with one more key.
    Sequence within(ColumnId key) const {
        Sequence narrower = *this;
        narrower.groups.push_back(column_ref(key, Type::kInt64));
        return narrower;
    }
};

Expr aggregate(std::string_view function, Expr value, std::vector<SortKey> order = {}) {
    Expr expr;
    expr.type = value.type;
    expr.node = check::Aggregate{function, std::move(order)};
    expr.operands.push_back(std::move(value));
    return expr;
}

std::vector<Expr> refs(const std::vector<Binding>& bindings) {
    std::vector<Expr> columns;
    for (const Binding& binding : bindings) columns.push_back(column_ref(binding.column, binding.value.type));
    return columns;
}

std::vector<Binding> passed(const std::vector<Binding>& bindings) {
    std::vector<Binding> result;
    for (const Binding& binding : bindings) result.push_back({binding.column, column_ref(binding.column, binding.value.type)});
    return result;
}

/// Computes the keys of groups as columns, as far as they are none yet.
void make_keys(Relation& relation, const std::vector<Binding>& keys) {
    std::vector<Binding> computed;
    for (const Binding& key : keys) {
        const ColumnId* column = as_column(key.value);
        if (column == nullptr || *column != key.column) computed.push_back(key);
    }
    if (!computed.empty()) relation.node = make_columns(std::move(relation.node), computed);
}

/// The columns of a dataset with these ids, as references.
std::vector<Expr> columns_of_state(const check::DatasetState& state, const std::vector<ColumnId>& ids) {
    std::vector<Expr> columns;
    for (const ColumnId id : ids) {
        const check::Column* column = state.find(id);
        columns.push_back(column_ref(id, column == nullptr ? Type::kVariant : column->type));
    }
    return columns;
}

/// Groups in the order of time; rows of one time in input order.
Sequence by_time(std::vector<Expr> groups, ColumnId time, const Relation& relation) {
    std::vector<Expr> first;
    first.push_back(time_column(time));
    Sequence sequence{std::move(groups), ascending(std::move(first))};
    append_input_order(sequence.order, relation);
    return sequence;
}

std::vector<ColumnId> ids_of(const std::vector<Expr>& columns) {
    std::vector<ColumnId> ids;
    for (const Expr& column : columns) ids.push_back(*as_column(column));
    return ids;
}

/// How long the state of an event lasts: its lifetime, but never longer than the expiry, never less than nothing.
Expr lifetime_of(const check::MakeResource& statement) {
    if (!statement.lifetime) return duration(statement.expiry_ns);
    Expr asked = binary("coalesce", Type::kDuration, *statement.lifetime, duration(statement.expiry_ns));
    Expr bounded = choose(test("op.lt", asked, duration(statement.expiry_ns)), asked, duration(statement.expiry_ns));
    return choose(test("op.lt", asked, duration(0)), duration(0), std::move(bounded));
}

}  // namespace

// Events of one time: the last one stays. A state begins where values change or where the one before has ended; it ends
// with the last event's lifetime or where the next state begins.
Relation lower_make_resource(const StatementInput& context, const check::MakeResource& statement) {
    Relation events = context.input(context.range.widened(statement.expiry_ns, 0));
    const ColumnId time = *context.before.valid_from;
    const std::vector<Expr> keys = columns_of_state(context.before, statement.keys);
    const std::vector<Expr> values = columns_of_state(context.before, statement.values);
    NodePtr node = std::move(events.node);
    for (const Expr& key : keys) node = keep(std::move(node), call("op.not", Type::kBool, {is_null(key)}));
    events.node = std::move(node);

    const ColumnId next = context.ids.next(), end = context.ids.next();
    node = make_columns(std::move(events.node), {{next, by_time(keys, time, events).behind(time_column(time))}});
    node = keep(std::move(node), call("op.or", Type::kBool, {is_null(time_column(next)), test("op.gt", time_column(next), time_column(time))}));
    node = make_columns(std::move(node), {{end, binary("op.add", Type::kTimestamp, time_column(time), lifetime_of(statement))}});

    std::vector<Expr> by;
    by.push_back(time_column(time));
    const Sequence sequence{keys, ascending(std::move(by))};
    std::vector<Expr> goes_on;
    goes_on.push_back(test("op.lte", time_column(time), sequence.before(time_column(end))));
    for (const Expr& value : values) goes_on.push_back(test("op.same", sequence.before(value), value));
    const ColumnId starts = context.ids.next(), run = context.ids.next();
    node = make_columns(std::move(node), {{starts, choose(all_of(std::move(goes_on)), int_literal(0), int_literal(1))},
                                          {run, sequence.count_so_far(starts)}});

    check::StatsBy states;
    for (const Expr& key : keys) states.keys.push_back({*as_column(key), key});
    states.keys.push_back({run, column_ref(run, Type::kInt64)});
    const ColumnId last_end = context.ids.next(), after = context.ids.next();
    states.aggregates.push_back({statement.valid_from, aggregate("min", time_column(time))});
    states.aggregates.push_back({last_end, aggregate("last", time_column(end), sequence.order)});
    for (const Expr& value : values) states.aggregates.push_back({*as_column(value), aggregate("first", value, sequence.order)});
    Relation result = lower_stats_by({std::move(node), {}}, states, context.ids);

    std::vector<Expr> starts_by;
    starts_by.push_back(time_column(statement.valid_from));
    const Sequence of_states{keys, ascending(std::move(starts_by))};
    result.node = make_columns(
        std::move(result.node),
        {{after, of_states.behind(time_column(statement.valid_from))},
         {statement.valid_to, choose(test("op.lt", time_column(after), time_column(last_end)), time_column(after), time_column(last_end))}});
    result.node = keep(std::move(result.node), test("op.lt", time_column(statement.valid_from), time_column(statement.valid_to)));
    result.row_order = statement.keys;
    result.row_order.push_back(statement.valid_from);
    return cut(std::move(result), context.after, context.range.rows);
}

// The starts and ends of a group's rows are its marks; a piece lies between two neighbouring marks, so that a row covers all
// of it or nothing. Rows outside of the range do not cut the pieces inside it.
Relation lower_time_stats(const StatementInput& context, const check::TimeStats& statement) {
    Relation rows = context.input(context.range);
    make_keys(rows, statement.keys);
    const ColumnId end = context.ids.next(), from = *context.before.valid_from;
    rows.node = make_columns(std::move(rows.node), {{end, end_of(*context.before.valid_to)}});
    const std::vector<Expr> keys = refs(statement.keys);

    std::vector<Column> columns;
    for (const Expr& key : keys) columns.push_back({context.ids.next(), key.type});
    const ColumnId mark = context.ids.next();
    columns.push_back({mark, Type::kTimestamp});
    std::vector<UnionPart> parts;
    for (const ColumnId time : {from, end}) {
        std::map<ColumnId, ColumnId> names;
        Relation side = copy(rows, names, context.ids);
        UnionPart part{std::move(side.node), {}};
        for (const Expr& key : keys) part.columns.push_back(names.at(*as_column(key)));
        part.columns.push_back(names.at(time));
        parts.push_back(std::move(part));
    }
    Aggregate distinct;
    for (const Column& column : columns) distinct.keys.push_back({column.id, column_ref(column.id, column.type)});
    NodePtr pieces = make_node(std::move(distinct), unite(std::move(parts), columns, context.ids));
    columns.pop_back();
    std::vector<Expr> mark_keys, by_mark;
    for (const Column& column : columns) mark_keys.push_back(column_ref(column.id, column.type));
    by_mark.push_back(time_column(mark));
    const ColumnId next = context.ids.next();
    pieces = make_columns(std::move(pieces), {{next, Sequence{mark_keys, ascending(std::move(by_mark))}.behind(time_column(mark))}});
    pieces = keep(std::move(pieces), call("op.not", Type::kBool, {is_null(time_column(next))}));

    std::vector<Expr> covers;
    for (std::size_t i = 0; i < keys.size(); ++i) covers.push_back(test("op.same", mark_keys[i], keys[i]));
    covers.push_back(test("op.lte", time_column(from), time_column(mark)));
    covers.push_back(test("op.gte", time_column(end), time_column(next)));
    rows.node = make_node(Join{Join::Kind::kInner, std::move(covers)}, std::move(rows.node), std::move(pieces));
    check::StatsBy covered{passed(statement.keys), statement.aggregates};
    covered.keys.push_back({mark, time_column(mark)});
    covered.keys.push_back({next, time_column(next)});
    Relation result = lower_stats_by(std::move(rows), covered, context.ids);

    std::vector<Expr> order;
    order.push_back(time_column(mark));
    const Sequence sequence{keys, ascending(std::move(order))};
    std::vector<Expr> goes_on;
    goes_on.push_back(test("op.same", sequence.before(time_column(next)), time_column(mark)));
    for (const Expr& value : refs(statement.aggregates)) goes_on.push_back(test("op.same", sequence.before(value), value));
    const ColumnId starts = context.ids.next(), run = context.ids.next(), last = context.ids.next();
    result.node = make_columns(std::move(result.node), {{starts, choose(all_of(std::move(goes_on)), int_literal(0), int_literal(1))},
                                                        {run, sequence.count_so_far(starts)}});
    check::StatsBy merged{passed(statement.keys), {}};
    merged.keys.push_back({run, column_ref(run, Type::kInt64)});
    merged.aggregates.push_back({statement.valid_from, aggregate("min", time_column(mark))});
    merged.aggregates.push_back({last, aggregate("max", time_column(next))});
    for (const Binding& binding : passed(statement.aggregates)) {
        merged.aggregates.push_back({binding.column, aggregate("first", binding.value, sequence.order)});
    }
    result = lower_stats_by(std::move(result), merged, context.ids);
    result.node = make_columns(std::move(result.node),
                               {{statement.valid_to, binary("null_if", Type::kTimestamp, time_column(last), time_literal(kEndOfTime))}});
    result.row_order = ids_of(keys);
    result.row_order.push_back(statement.valid_from);
    return cut(std::move(result), context.after, context.range.rows);
}

// Sessions at the edges of the range take in what lies up to the gap around it.
Relation lower_session(const StatementInput& context, const check::Session& statement) {
    Relation rows = context.input(context.range.widened(statement.gap_ns, statement.gap_ns));
    make_keys(rows, statement.keys);
    const ColumnId from = *context.before.valid_from;
    const bool lasts = context.before.valid_to.has_value();
    ColumnId end = from;
    if (lasts) {
        end = context.ids.next();
        rows.node = make_columns(std::move(rows.node), {{end, end_of(*context.before.valid_to)}});
    }
    const std::vector<Expr> keys = refs(statement.keys);
    const Sequence sequence = by_time(keys, from, rows);
    const ColumnId reached = context.ids.next(), starts = context.ids.next(), run = context.ids.next(), last = context.ids.next();
    Expr since = binary("op.sub", Type::kTimestamp, time_column(from), duration(statement.gap_ns));
    // A row inside the session belongs to it even when there is no gap to bridge.
    Expr joins = lasts ? call("op.or", Type::kBool,
                              {test("op.lt", since, time_column(reached)), test("op.lt", time_column(from), time_column(reached))})
                       : test("op.lte", since, time_column(reached));
    rows.node = make_columns(std::move(rows.node), {{reached, sequence.over("max", time_column(end), kBeforeHere)},
                                                    {starts, choose(std::move(joins), int_literal(0), int_literal(1))},
                                                    {run, sequence.count_so_far(starts)}});
    check::StatsBy sessions{passed(statement.keys), statement.aggregates};
    sessions.keys.push_back({run, column_ref(run, Type::kInt64)});
    sessions.aggregates.push_back({statement.valid_from, aggregate("min", time_column(from))});
    sessions.aggregates.push_back({last, aggregate("max", time_column(end))});
    Relation result = lower_stats_by(std::move(rows), sessions, context.ids);
    result.node = make_columns(std::move(result.node),
                               {{statement.valid_to, binary("null_if", Type::kTimestamp, time_column(last), time_literal(kEndOfTime))}});
    result.row_order = ids_of(keys);
    result.row_order.push_back(statement.valid_from);
    if (context.range.rows == TimeRange::all().rows) return result;
    // The last event of a session is part of it, and so are rows without length.
    const Window& window = context.range.rows;
    std::vector<Expr> touches;
    touches.push_back(test(lasts ? "op.gt" : "op.gte", time_column(last), time_literal(window.start)));
    touches.push_back(test("op.gte", time_column(statement.valid_from), time_literal(window.start)));
    result.node = keep(std::move(result.node), test("op.lt", time_column(statement.valid_from), time_literal(window.end)));
    result.node = keep(std::move(result.node), call("op.or", Type::kBool, std::move(touches)));
    return result;
}

// A row that is too late, or one too many, closes its event: those behind it are later still, and more.
Relation lower_merge_events(const StatementInput& context, const check::MergeEvents& statement) {
    const std::int64_t reach = statement.gap_max_ns.value_or(0);
    Relation rows = context.input(context.range.widened(reach, reach));
    make_keys(rows, statement.keys);
    const ColumnId time = *context.before.valid_from;
    Sequence sequence{refs(statement.keys), statement.order_by};
    if (sequence.order.empty()) sequence = by_time(refs(statement.keys), time, rows);
    else append_input_order(sequence.order, rows);

    const ColumnId starts = context.ids.next(), run = context.ids.next(), place = context.ids.next(), late = context.ids.next(),
                   closed = context.ids.next(), alone = context.ids.next();
    const Sequence in_run = sequence.within(run);
    std::vector<Expr> joins;
    joins.push_back(test("op.gt", column_ref(run, Type::kInt64), int_literal(0)));
    if (statement.size_max) joins.push_back(test("op.lte", column_ref(place, Type::kInt64), int_literal(*statement.size_max)));
    std::vector<Binding> columns;
    columns.push_back({starts, flag(statement.starts)});
    columns.push_back({run, sequence.count_so_far(starts)});
    columns.push_back({place, in_run.number()});
    if (statement.gap_max_ns) {
        Expr before = in_run.before(time_column(time));
        Expr gap = binary("op.sub", Type::kDuration, time_column(time), std::move(before));
        columns.push_back({late, flag(test("op.gt", std::move(gap), duration(*statement.gap_max_ns)))});
        columns.push_back({closed, in_run.count_so_far(late)});
        joins.push_back(test("op.eq", column_ref(closed, Type::kInt64), int_literal(0)));
    }
    Expr belongs = all_of(std::move(joins));
    // Rows that stay alone differ by their places.
    if (statement.passthrough) columns.push_back({alone, choose(std::move(belongs), int_literal(0), column_ref(place, Type::kInt64))});
    rows.node = make_columns(std::move(rows.node), columns);
    if (!statement.passthrough) rows.node = keep(std::move(rows.node), std::move(belongs));

    check::StatsBy events{passed(statement.keys), statement.aggregates};
    events.keys.push_back({run, column_ref(run, Type::kInt64)});
    if (statement.passthrough) events.keys.push_back({alone, column_ref(alone, Type::kInt64)});
    events.aggregates.push_back({statement.time, aggregate("first", time_column(time), sequence.order)});
    Relation result = lower_stats_by(std::move(rows), events, context.ids);
    result.row_order = ids_of(sequence.groups);
    result.row_order.insert(result.row_order.begin(), statement.time);
    result.row_order.push_back(run);
    if (statement.passthrough) result.row_order.push_back(alone);
    return cut(std::move(result), context.after, context.range.rows);
}

// Events become rows that last; the rest is a left join of such.
Relation lower_update_resource(const StatementInput& context, const check::UpdateResource& statement) {
    StatementInput with_spans = context;
    with_spans.import = [&](const check::Import& import, const TimeRange& range) {
        Relation events = context.import(import, range.widened(statement.expiry_ns, 0));
        const ColumnId time = *import.state.valid_from, next = context.ids.next();
        Expr expires = binary("op.add", Type::kTimestamp, time_column(time), duration(statement.expiry_ns));
        events.node = make_columns(
            std::move(events.node),
            {{next, by_time(statement.entity, time, events).behind(time_column(time))},
             {statement.event_end, choose(test("op.lt", time_column(next), expires), time_column(next), expires)}});
        // Of several events at one time the last one counts.
        events.node = keep(std::move(events.node), test("op.lt", time_column(time), time_column(statement.event_end)));
        return cut(std::move(events), import.state, range.rows);
    };
    return lower_join(with_spans, statement.join);
}

}  // namespace domain::opal::plan
