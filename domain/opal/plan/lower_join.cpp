#include "domain/opal/plan/lower_join.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "domain/opal/plan/expression.hpp"

namespace domain::opal::plan {
namespace {

using check::DatasetState;

/// What a row of a dataset is in time.
enum class Shape { kTimeless, kPoint, kSpan };

Shape shape_of(const DatasetState& state) {
    if (!state.valid_from) return Shape::kTimeless;
    return state.valid_to ? Shape::kSpan : Shape::kPoint;
}

Expr minus(Expr time, std::int64_t nanoseconds) {
    if (nanoseconds == 0) return time;
    return call("op.sub", Type::kTimestamp, {std::move(time), int_literal(nanoseconds, Type::kDuration)});
}

/// `a` or `b`, whichever is greater (or less); neither is null.
Expr either(std::string_view comparison, const Expr& a, const Expr& b) {
    return call("if", Type::kTimestamp, {test(comparison, a, b), a, b});
}

/// The two sides of a statement, and what their times say.
struct Times {
    const DatasetState& left;
    const DatasetState& right;

    Expr left_from() const { return time_column(*left.valid_from); }
    Expr right_from() const { return time_column(*right.valid_from); }
    Expr left_end() const { return end_of(*left.valid_to); }
    Expr right_end() const { return end_of(*right.valid_to); }

    /// Rows meet: points when they are equal or anything (without a frame, points of two datasets are not compared), a
    /// point in a span, spans that overlap. The frame widens the left row. An open end is the end of time, so only starts
    /// are moved: nothing overflows.
    std::vector<Expr> meet(const std::optional<check::Frame>& frame) const {
        const Shape a = shape_of(left), b = shape_of(right);
        std::vector<Expr> conjuncts;
        if (a == Shape::kTimeless || b == Shape::kTimeless) return conjuncts;
        const std::int64_t back = frame ? frame->back_ns : 0;
        const std::int64_t ahead = frame ? frame->ahead_ns : 0;
        if (a == Shape::kPoint && b == Shape::kPoint) {
            if (!frame) return conjuncts;
            conjuncts.push_back(test("op.gte", right_from(), minus(left_from(), back)));
            conjuncts.push_back(test("op.lte", minus(right_from(), ahead), left_from()));
        } else if (a == Shape::kPoint) {
            conjuncts.push_back(test("op.lte", minus(right_from(), ahead), left_from()));
            conjuncts.push_back(test("op.lt", minus(left_from(), back), right_end()));
        } else if (b == Shape::kPoint) {
            conjuncts.push_back(test("op.lte", minus(left_from(), back), right_from()));
            conjuncts.push_back(test("op.lt", minus(right_from(), ahead), left_end()));
        } else {
            conjuncts.push_back(test("op.lt", minus(left_from(), back), right_end()));
            conjuncts.push_back(test("op.lt", minus(right_from(), ahead), left_end()));
        }
        return conjuncts;
    }

    /// The same for exists and follow, where both ends of the frame belong to it and no frame means no condition.
    std::vector<Expr> near(const std::optional<check::Frame>& frame) const {
        std::vector<Expr> conjuncts;
        const bool has_times = shape_of(left) != Shape::kTimeless && shape_of(right) != Shape::kTimeless;
        if (!frame || !has_times) return conjuncts;
        const Expr left_last = shape_of(left) == Shape::kSpan ? left_end() : left_from();
        const Expr right_last = shape_of(right) == Shape::kSpan ? right_end() : right_from();
        conjuncts.push_back(test("op.lte", minus(right_from(), frame->ahead_ns), left_last));
        conjuncts.push_back(test("op.gte", right_last, minus(left_from(), frame->back_ns)));
        return conjuncts;
    }
};

TimeRange around(const TimeRange& range, const std::optional<check::Frame>& frame) {
    return frame ? range.widened(frame->back_ns, frame->ahead_ns) : range;
}

std::vector<Expr> with_predicate(std::vector<Expr> conjuncts, const Expr& predicate) {
    for (Expr& conjunct : split_conjuncts(predicate)) conjuncts.push_back(std::move(conjunct));
    return conjuncts;
}


using Names = std::map<ColumnId, ColumnId>;

std::vector<std::optional<ColumnId>> renamed(const std::vector<Column>& columns, const Names& names) {
    std::vector<std::optional<ColumnId>> ids;
    for (const Column& column : columns) {
        const auto found = names.find(column.id);
        ids.push_back(found == names.end() ? std::nullopt : std::optional(found->second));
    }
    return ids;
}

/// Joins of rows that last. Hits are the times that two rows share; gaps are the times of a row that no hit covers.
class SpanJoin {
public:
    SpanJoin(const StatementInput& context, const check::Join& statement)
        : context_(context), statement_(statement), times_{context.before, statement.other.state},
          left_(numbered(context.input(context.range))),
          right_(numbered(context.import(statement.other, around(context.range, statement.frame)))) {}

    Relation run() {
        Relation hits = make_hits();
        Relation result;
        result.row_order = left_.row_order;
        result.row_order.insert(result.row_order.end(), right_.row_order.begin(), right_.row_order.end());
        if (statement_.kind == check::Join::Kind::kInner) {
            result.node = std::move(hits.node);
            return result;
        }
        const std::vector<Column> columns = output_columns(*hits.node);
        std::vector<UnionPart> parts;
        parts.push_back(gaps(hits, left_, context_.before, columns));
        if (statement_.kind == check::Join::Kind::kFull) {
            parts.push_back(gaps(hits, right_, statement_.other.state, columns));
        }
        Names names;
        Relation covered = copy(hits, names, context_.ids);
        parts.push_back({std::move(covered.node), renamed(columns, names)});
        result.node = unite(std::move(parts), columns, context_.ids);
        return result;
    }

private:
    /// Gives each row a number: what stays the same in all pieces of it. All columns take part in the order, so that every
    /// copy of the relation gives a row the same number.
    Relation numbered(Relation relation) const {
        check::WindowCall number;
        number.function = "row_number";
        append_input_order(number.order_by, relation);
        Relation all{std::move(relation.node), {}};
        for (const Column& column : output_columns(*all.node)) all.row_order.push_back(column.id);
        append_input_order(number.order_by, all);
        relation.node = std::move(all.node);
        Expr value;
        value.type = Type::kInt64;
        value.node = std::move(number);
        const ColumnId column = context_.ids.next();
        relation.node = make_columns(std::move(relation.node), {{column, std::move(value)}});
        relation.row_order.insert(relation.row_order.begin(), column);
        return relation;
    }

    Relation make_hits() const {
        Names left_names, right_names;
        for (const Column& column : output_columns(*left_.node)) left_names.emplace(column.id, column.id);
        for (const Column& column : output_columns(*right_.node)) right_names.emplace(column.id, column.id);
        Relation left = copy(left_, left_names, context_.ids);
        Relation right = copy(right_, right_names, context_.ids);
        std::vector<Expr> conjuncts = with_predicate(times_.meet(statement_.frame), statement_.predicate);
        Relation hits;
        hits.node = make_node(Join{Join::Kind::kInner, std::move(conjuncts)}, std::move(left.node), std::move(right.node));
        std::vector<Binding> columns = statement_.bindings;
        columns.push_back({*statement_.valid_from, either("op.gt", times_.left_from(), times_.right_from())});
        const Expr end = either("op.lt", times_.left_end(), times_.right_end());
        columns.push_back({*statement_.valid_to, open_end(end)});
        hits.node = make_columns(std::move(hits.node), columns);
        return hits;
    }

    static Expr open_end(Expr end) {
        return call("null_if", Type::kTimestamp, {std::move(end), time_literal(std::numeric_limits<std::int64_t>::max())});
    }

    /// The times of the rows of `side` that no hit covers, as rows of `columns`, those of the other side being null. All
    /// hits of a row and two empty spans at its start and end are marks; a gap lies between a mark and the greatest end of
    /// the marks before it.
    UnionPart gaps(const Relation& hits, const Relation& side, const DatasetState& state,
                   const std::vector<Column>& columns) const {
        const std::vector<Column> own = output_columns(*side.node);
        const ColumnId from = context_.ids.next(), to = context_.ids.next();
        std::vector<Column> marks;
        Names shown;  // the side's columns in the marks
        for (const Column& column : own) {
            marks.push_back({context_.ids.next(), column.type});
            shown.emplace(column.id, marks.back().id);
        }
        marks.push_back({from, Type::kTimestamp});
        marks.push_back({to, Type::kTimestamp});

        std::vector<UnionPart> parts;
        parts.push_back(hit_marks(hits, own));
        parts.push_back(edge_mark(side, own, time_column(*state.valid_from)));
        parts.push_back(edge_mark(side, own, end_of(*state.valid_to)));
        NodePtr node = unite(std::move(parts), marks, context_.ids);

        const ColumnId covered = context_.ids.next();
        node = make_columns(std::move(node), {{covered, end_before(shown.at(side.row_order.front()), from, to)}});
        std::vector<Expr> is_gap;
        is_gap.push_back(test("op.lt", time_column(covered), time_column(from)));
        node = make_node(Filter{std::move(is_gap)}, std::move(node));
        const ColumnId end = context_.ids.next();
        node = make_columns(std::move(node), {{end, open_end(time_column(from))}});

        shown.emplace(*statement_.valid_from, covered);
        shown.emplace(*statement_.valid_to, end);
        return {std::move(node), renamed(columns, shown)};
    }

    UnionPart hit_marks(const Relation& hits, const std::vector<Column>& own) const {
        Names names;
        Relation copied = copy(hits, names, context_.ids);
        const ColumnId end = context_.ids.next();
        copied.node = make_columns(std::move(copied.node), {{end, end_of(names.at(*statement_.valid_to))}});
        UnionPart part{std::move(copied.node), renamed(own, names)};
        part.columns.push_back(names.at(*statement_.valid_from));
        part.columns.push_back(end);
        return part;
    }

    /// An empty span at `time` for each row of the side.
    UnionPart edge_mark(const Relation& side, const std::vector<Column>& own, Expr time) const {
        Names names;
        Relation copied = copy(side, names, context_.ids);
        for_each_column(time, [&](ColumnId& column) { column = names.at(column); });
        const ColumnId edge = context_.ids.next();
        copied.node = make_columns(std::move(copied.node), {{edge, std::move(time)}});
        UnionPart part{std::move(copied.node), renamed(own, names)};
        part.columns.push_back(edge);
        part.columns.push_back(edge);
        return part;
    }

    /// The greatest end of the marks before one.
    static Expr end_before(ColumnId row, ColumnId from, ColumnId to) {
        check::WindowCall window;
        window.function = "max";
        window.partition_by.push_back(column_ref(row, Type::kInt64));
        for (const ColumnId column : {from, to}) {
            check::SortKey key;
            key.value = time_column(column);
            window.order_by.push_back(std::move(key));
        }
        window.frame = check::WindowFrame{check::WindowFrame::Unit::kRows, std::nullopt, -1};
        Expr end;
        end.type = Type::kTimestamp;
        end.node = std::move(window);
        end.operands.push_back(time_column(to));
        return end;
    }

    const StatementInput& context_;
    const check::Join& statement_;
    Times times_;
    Relation left_;
    Relation right_;
};

Join::Kind kind_of(check::Join::Kind kind) {
    switch (kind) {
        case check::Join::Kind::kInner: return Join::Kind::kInner;
        case check::Join::Kind::kLeft: return Join::Kind::kLeft;
        case check::Join::Kind::kFull: return Join::Kind::kFull;
    }
    return Join::Kind::kInner;
}

/// Bindings are null in rows without a partner, whatever they compute.
void bind_partners_only(std::vector<Binding>& bindings, Relation& right, check::ColumnIds& ids) {
    const auto is_plain = [](const Binding& binding) { return as_column(binding.value) != nullptr; };
    if (std::all_of(bindings.begin(), bindings.end(), is_plain)) return;
    const ColumnId partner = ids.next();
    right.node = make_columns(std::move(right.node), {{partner, all_of({})}});
    for (Binding& binding : bindings) {
        const Type type = binding.value.type;
        Expr no_value = null_literal(type);
        binding.value = call("if", type, {column_ref(partner, Type::kBool), std::move(binding.value), std::move(no_value)});
    }
}

}  // namespace

Relation lower_join(const StatementInput& context, const check::Join& statement) {
    const Times times{context.before, statement.other.state};
    if (shape_of(times.left) == Shape::kSpan && shape_of(times.right) == Shape::kSpan) {
        return cut(SpanJoin(context, statement).run(), context.after, context.range.rows);
    }
    Relation left = context.input(context.range);
    Relation right = context.import(statement.other, around(context.range, statement.frame));
    std::vector<Binding> bindings = statement.bindings;
    if (statement.kind != check::Join::Kind::kInner) bind_partners_only(bindings, right, context.ids);
    std::vector<Expr> conjuncts = with_predicate(times.meet(statement.frame), statement.predicate);
    left.node = make_node(Join{kind_of(statement.kind), std::move(conjuncts)}, std::move(left.node), std::move(right.node));
    std::vector<Binding> columns = std::move(bindings);
    if (statement.valid_from) {
        columns.push_back({*statement.valid_from, call("coalesce", Type::kTimestamp, {times.left_from(), times.right_from()})});
    }
    left.node = make_columns(std::move(left.node), columns);
    left.row_order.insert(left.row_order.end(), right.row_order.begin(), right.row_order.end());
    const bool keeps_time = context.after.valid_from == context.before.valid_from;
    return keeps_time ? std::move(left) : cut(std::move(left), context.after, context.range.rows);
}

// Without a frame both sides are what the query window shows.
Relation lower_exists(const StatementInput& context, const check::Exists& statement) {
    const Times times{context.before, statement.other.state};
    Relation left = context.input(context.range);
    Relation right = context.import(statement.other, statement.frame ? around(context.range, statement.frame)
                                                                     : TimeRange::of(context.range.query));
    std::vector<Expr> conjuncts = with_predicate(times.near(statement.frame), statement.predicate);
    const Join::Kind kind = statement.is_negated ? Join::Kind::kAnti : Join::Kind::kSemi;
    left.node = make_node(Join{kind, std::move(conjuncts)}, std::move(left.node), std::move(right.node));
    return left;
}

Relation lower_follow(const StatementInput& context, const check::Follow& statement) {
    const Times times{context.before, statement.other.state};
    // A row here sees `back` before itself, so those that see a given row of the other dataset lie up to `back` behind it.
    const TimeRange here = statement.frame
                               ? context.range.widened(statement.frame->ahead_ns, statement.frame->back_ns)
                               : TimeRange::of(context.range.query);
    Relation rows = context.import(statement.other, context.range);
    Relation partners = context.input(here);
    std::vector<Expr> conjuncts = with_predicate(times.near(statement.frame), statement.predicate);
    const Join::Kind kind = statement.is_negated ? Join::Kind::kAnti : Join::Kind::kSemi;
    rows.node = make_node(Join{kind, std::move(conjuncts)}, std::move(rows.node), std::move(partners.node));
    return rows;
}

namespace {

/// The rows of another dataset that lie in the frame around a row here.
Relation rows_near(const StatementInput& context, const check::Import& other, const check::Frame& frame) {
    Relation rows = context.import(other, context.range);
    std::map<ColumnId, ColumnId> names;
    Relation partners = copy(context.input(context.range.widened(frame.ahead_ns, frame.back_ns)), names, context.ids);
    check::DatasetState here;
    here.valid_from = names.at(*context.before.valid_from);
    const Times times{here, other.state};
    rows.node = make_node(Join{Join::Kind::kSemi, times.near(frame)}, std::move(rows.node), std::move(partners.node));
    return rows;
}

}  // namespace

Relation lower_union(const StatementInput& context, const check::Union& statement) {
    std::vector<Column> columns;
    for (const check::Column& column : statement.columns) columns.push_back({column.id, column.type});
    // Rows are in the order of their times, then of the inputs, then as in their input.
    const ColumnId branch = context.ids.next();
    columns.push_back({branch, Type::kInt64});
    std::vector<ColumnId> row_order{branch};
    if (context.after.valid_from) row_order.insert(row_order.begin(), *context.after.valid_from);

    std::vector<Relation> inputs;
    inputs.push_back(context.input(context.range));
    for (const check::Import& other : statement.others) {
        inputs.push_back(statement.near ? rows_near(context, other, *statement.near) : context.import(other, context.range));
    }
    std::vector<UnionPart> parts;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const ColumnId number = context.ids.next();
        NodePtr node = make_columns(std::move(inputs[i].node), {{number, int_literal(static_cast<std::int64_t>(i))}});
        UnionPart part{std::move(node), statement.sources[i]};
        part.columns.push_back(number);
        parts.push_back(std::move(part));
    }
    // The places inside an input, as far as their types agree.
    for (std::size_t k = 0;; ++k) {
        std::vector<std::optional<ColumnId>> sources;
        std::optional<Type> type;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            sources.emplace_back();
            if (k >= inputs[i].row_order.size()) continue;
            for (const Column& column : output_columns(*parts[i].node)) {
                if (column.id != inputs[i].row_order[k] || (type && *type != column.type)) continue;
                type = column.type;
                sources.back() = column.id;
            }
        }
        if (!type) break;
        columns.push_back({context.ids.next(), *type});
        row_order.push_back(columns.back().id);
        for (std::size_t i = 0; i < inputs.size(); ++i) parts[i].columns.push_back(sources[i]);
    }
    return {unite(std::move(parts), std::move(columns), context.ids), std::move(row_order)};
}

}  // namespace domain::opal::plan
