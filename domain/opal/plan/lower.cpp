#include "domain/opal/plan/lower.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/lower_aggregate.hpp"
#include "domain/opal/plan/lower_grid.hpp"
#include "domain/opal/plan/lower_join.hpp"
#include "domain/opal/plan/lower_rows.hpp"
#include "domain/opal/plan/lower_runs.hpp"
#include "domain/opal/plan/lower_statement.hpp"

namespace domain::opal::plan {
namespace {

using check::DatasetState;

/// Every copy of a relation takes new ids, so their number bounds the size of a plan.
constexpr int kColumnIdsMax = 1'000'000;

constexpr std::int64_t kTimeMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kTimeMax = std::numeric_limits<std::int64_t>::max();

/// The time that much later, or the end of time.
std::int64_t moved_time(std::int64_t time, std::int64_t by) {
    if (by > 0 && time > kTimeMax - by) return kTimeMax;
    if (by < 0 && time < kTimeMin - by) return kTimeMin;
    return time + by;
}

/// Makes an order total: rows that are equal by `keys` follow in input order.
void append_row_order(std::vector<OrderKey>& keys, const std::vector<ColumnId>& row_order) {
    for (const ColumnId column : row_order) {
        const bool is_known =
            std::any_of(keys.begin(), keys.end(), [&](const OrderKey& key) { return key.column == column; });
        if (!is_known) keys.push_back({column});
    }
}

/// How far the frames of window calls reach.
struct Reach {
    std::int64_t back = 0;
    std::int64_t ahead = 0;

    void add(const Expr& expr) {
        if (const auto* window = std::get_if<check::WindowCall>(&expr.node)) {
            const auto& frame = window->frame;
            if (frame && frame->unit == check::WindowFrame::Unit::kTime) {
                back = std::max(back, frame->back.value_or(0));
                ahead = std::max(ahead, frame->ahead.value_or(0));
            }
        }
        for_each_child(expr, [&](const Expr& child) { add(child); });
    }
};

/// Lowers one statement over the relation before it.
struct StatementLowering {
    const StatementInput& context;

    Relation operator()(const check::Filter& filter) const {
        Expr predicate = filter.predicate;
        check::MakeColumns windows;
        take_volatile(predicate, windows.bindings, context.ids);
        take_windows(predicate, windows.bindings, context.ids);
        Relation relation = windows.bindings.empty() ? context.input(context.range) : (*this)(windows);
        relation.node = make_node(Filter{split_conjuncts(std::move(predicate))}, std::move(relation.node));
        return relation;
    }
    Relation operator()(const check::MakeColumns& columns) const {
        Reach reach;
        for (const Binding& binding : columns.bindings) reach.add(binding.value);
        const bool looks_around = reach.back != 0 || reach.ahead != 0;
        Relation relation = context.input(looks_around ? context.range.widened(reach.back, reach.ahead) : context.range);
        std::vector<Binding> bindings;
        for (Binding binding : columns.bindings) {
            take_volatile(binding.value, bindings, context.ids);
            bindings.push_back(std::move(binding));
        }
        for (Binding& binding : bindings) confine_windows(binding.value, context, relation, looks_around);
        relation.node = make_columns(std::move(relation.node), bindings);
        return looks_around ? cut(std::move(relation), context.after, context.range.rows) : std::move(relation);
    }
    // Names, keys and orders are metadata: the columns stay, the result picks and orders them.
    Relation operator()(const check::Project&) const { return context.input(range_for_result()); }
    Relation operator()(const check::Sort&) const { return context.input(context.range); }

    Relation operator()(const check::Retime& retime) const {
        Relation relation = context.input(context.range.shifted(-retime.shift_ns).widened(retime.back_ns, retime.ahead_ns));
        return cut(std::move(relation), context.after, context.range.rows);
    }
    Relation operator()(const check::Limit& limit) const {
        Relation relation = context.input(context.range);
        RowBound bound{.count = limit.count, .keys = context.before.order};
        // Without an order: the oldest rows.
        if (bound.keys.empty() && context.before.valid_from) bound.keys.push_back({*context.before.valid_from});
        append_row_order(bound.keys, relation.row_order);
        relation.node = make_node(Limit{std::move(bound)}, std::move(relation.node));
        return relation;
    }
    Relation operator()(const check::StatsBy& statement) const {
        return lower_stats_by(context.input(statement.all_time ? TimeRange::all() : range_for_result()), statement,
                              context.ids);
    }
    Relation operator()(const check::TimeChart& statement) const {
        const auto frame = statement.frame.value_or(check::Frame{});
        return lower_time_chart(context.input(context.range.widened(frame.back_ns, frame.ahead_ns)), statement,
                                context.before, context.range.rows, context.ids);
    }
    Relation operator()(const check::Dedup& statement) const {
        return lower_dedup(context.input(context.range), statement, context.ids);
    }
    Relation operator()(const check::ExtractRegex& statement) const {
        Relation relation = context.input(context.range);
        Expr pattern;
        pattern.type = Type::kString;
        pattern.node = check::Literal{statement.regex};
        const ColumnId captures = context.ids.next();
        std::vector<Binding> bindings;
        bindings.push_back({captures, call("plan.captures", Type::kArray, {statement.source, std::move(pattern)})});
        for (const check::CaptureGroup& group : statement.groups) {
            Expr value = call("plan.capture", Type::kString,
                              {column_ref(captures, Type::kArray), int_literal(group.number)});
            const check::Column* column = context.after.find(group.column);
            const Type type = column == nullptr ? Type::kString : column->type;
            if (group.cast != "string") value = call(group.cast, type, {std::move(value)});
            if (group.fallback) {
                value = call("coalesce", type, {std::move(value), column_ref(*group.fallback, Type::kString)});
            }
            bindings.push_back({group.column, std::move(value)});
        }
        relation.node = make_columns(std::move(relation.node), bindings);
        return relation;
    }
    Relation operator()(const check::Join& statement) const { return lower_join(context, statement); }
    Relation operator()(const check::Exists& statement) const { return lower_exists(context, statement); }
    Relation operator()(const check::Follow& statement) const { return lower_follow(context, statement); }
    Relation operator()(const check::Union& statement) const { return lower_union(context, statement); }
    Relation operator()(const check::TopK& statement) const { return lower_top_k(context, statement); }
    Relation operator()(const check::Flatten& statement) const { return lower_flatten(context, statement); }
    Relation operator()(const check::Unpivot& statement) const { return lower_unpivot(context, statement); }
    Relation operator()(const check::MakeResource& statement) const { return lower_make_resource(context, statement); }
    Relation operator()(const check::TimeStats& statement) const { return lower_time_stats(context, statement); }
    Relation operator()(const check::Session& statement) const { return lower_session(context, statement); }
    Relation operator()(const check::MergeEvents& statement) const { return lower_merge_events(context, statement); }
    Relation operator()(const check::UpdateResource& statement) const { return lower_update_resource(context, statement); }
    Relation operator()(const check::Histogram& statement) const {
        return lower_histogram(context.input(range_for_result()), statement, context.ids);
    }
    Relation operator()(const check::Fill& statement) const { return lower_fill(context, statement); }
    Relation operator()(const check::TimeWrap& statement) const { return lower_time_wrap(context, statement); }

    /// What loses its times is made of the rows of the query window: later steps that look around cannot ask it for more.
    TimeRange range_for_result() const {
        const bool loses_times = context.before.valid_from && !context.after.valid_from;
        return loses_times ? TimeRange::of(context.range.query) : context.range;
    }
};

Wanted wanted_as(Type type) {
    switch (type) {
        case Type::kBool: return Wanted::kBool;
        case Type::kInt64:
        case Type::kTimestamp:
        case Type::kDuration:
        case Type::kIpv4: return Wanted::kInt64;
        case Type::kFloat64:
        case Type::kNumeric: return Wanted::kFloat64;
        case Type::kString: return Wanted::kString;
        case Type::kArray: return Wanted::kArray;
        case Type::kVariant: return Wanted::kVariant;
        case Type::kObject:
        case Type::kTdigest:
        case Type::kHistogram:
        case Type::kExponentialHistogram: return Wanted::kObject;
    }
    return Wanted::kVariant;
}

/// A column of a dataset without times: what a table is made of, whatever its columns are called.
ColumnSource stored_in_table(const check::Column& column) {
    return PathDemand{catalog::PathBase::kFields, {column.name}, wanted_as(column.type)};
}

ColumnSource stored_as(const check::Column& column) {
    if (column.name == "FIELDS") return PathDemand{catalog::PathBase::kFields, {}, Wanted::kObject};
    if (column.name == "EXTRA") return PathDemand{catalog::PathBase::kExtra, {}, Wanted::kObject};
    if (column.name == "BUNDLE_TIMESTAMP") return FixedColumn::kTimestamp;
    if (column.name == "OBSERVATION_KIND") return FixedColumn::kKind;
    if (column.name == "BUNDLE_ID") return FixedColumn::kBundle;
    if (column.name == "OBSERVATION_INDEX") return FixedColumn::kIndex;
    if (column.name == "DATASTREAM_ID") return FixedColumn::kDatastream;
    if (column.name == "DATASTREAM_TOKEN_ID") return FixedColumn::kToken;
    return PathDemand{catalog::PathBase::kFields, {column.name}, wanted_as(column.type)};
}

/// Lowers the pipelines of one script.
class ScriptLowering {
public:
    ScriptLowering(const check::Script& script, std::span<const InputSource> inputs, check::ColumnIds& ids)
        : script_(script), inputs_(inputs), ids_(ids) {}

    Relation pipeline(std::size_t index, const TimeRange& range) const {
        const check::Pipeline& pipeline = script_.pipelines[index];
        return prefix(pipeline, pipeline.statements.size(), range);
    }

private:
    /// The rows after the first `count` statements.
    Relation prefix(const check::Pipeline& pipeline, std::size_t count, const TimeRange& range) const {
        // Stages that read a stage twice double the plan each time.
        if (ids_.count() > kColumnIdsMax) {
            throw PlanTooLarge{"the stages read each other too often", "read each stage once, or join fewer of them"};
        }
        if (count == 0) return source(pipeline.source, range);
        const check::Statement& statement = pipeline.statements[count - 1];
        const DatasetState& before = count == 1 ? pipeline.input : pipeline.statements[count - 2].output;
        const StatementInput context{
            before,
            statement.output,
            range,
            [&](const TimeRange& wanted) { return prefix(pipeline, count - 1, wanted); },
            [&](const check::Import& import, const TimeRange& wanted) { return imported(import, wanted); },
            ids_};
        return std::visit(StatementLowering{context}, statement.node);
    }

    Relation source(const check::PipelineSource& source, const TimeRange& range) const {
        if (source.kind == check::PipelineSource::Kind::kInput) return inputs_[source.index](range);
        return pipeline(source.index, range);
    }

    Relation imported(const check::Import& import, const TimeRange& range) const {
        std::map<ColumnId, ColumnId> names;
        for (const auto& [there, here] : import.columns) names.emplace(there, here);
        return copy(source(import.source, range), names, ids_);
    }

    const check::Script& script_;
    std::span<const InputSource> inputs_;
    check::ColumnIds& ids_;
};

}  // namespace

TimeRange TimeRange::widened(std::int64_t back_ns, std::int64_t ahead_ns) const {
    TimeRange wider = *this;
    wider.rows = {moved_time(rows.start, -back_ns), moved_time(rows.end, ahead_ns)};
    return wider;
}

TimeRange TimeRange::shifted(std::int64_t nanoseconds) const {
    const auto move = [&](const Window& window) {
        return Window{moved_time(window.start, nanoseconds), moved_time(window.end, nanoseconds)};
    };
    return {move(query), move(rows)};
}

TimeRange TimeRange::all() { return of({kTimeMin, kTimeMax}); }

Relation lower_dataset(std::size_t dataset, std::string name, const DatasetState& state, const TimeRange& range,
                       check::ColumnIds& ids) {
    Scan scan;
    scan.dataset = dataset;
    scan.name = std::move(name);
    if (state.valid_from) scan.window = range.rows;
    for (const check::Column& column : state.columns) {
        scan.columns.push_back({column.id, column.type, state.valid_from ? stored_as(column) : stored_in_table(column)});
        if (column.id == state.valid_from) scan.valid_from = stored_as(column);
        if (column.id == state.valid_to) scan.valid_to = stored_as(column);
    }
    const ColumnId bundle = ids.next();
    const ColumnId index = ids.next();
    scan.columns.push_back({bundle, Type::kString, FixedColumn::kBundle});
    scan.columns.push_back({index, Type::kInt64, FixedColumn::kIndex});
    std::vector<ColumnId> row_order{bundle, index};
    if (state.valid_from) row_order.insert(row_order.begin(), *state.valid_from);
    return {make_node(std::move(scan)), std::move(row_order)};
}

Relation lower(const check::Script& script, std::span<const InputSource> inputs, const TimeRange& range,
               check::ColumnIds& ids) {
    return ScriptLowering(script, inputs, ids).pipeline(script.pipelines.size() - 1, range);
}

Plan lower_result(Relation relation, const DatasetState& state, std::optional<std::int64_t> row_limit) {
    NodePtr node = std::move(relation.node);
    std::vector<OrderKey> keys = state.order;
    if (!keys.empty()) append_row_order(keys, relation.row_order);
    if (row_limit) {
        node = make_node(Limit{{*row_limit, keys}}, std::move(node));
    }
    if (!keys.empty()) node = make_node(Sort{std::move(keys)}, std::move(node));
    return {std::move(node), state.columns};
}

}  // namespace domain::opal::plan
