#include "domain/opal/plan/lower.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/lower_aggregate.hpp"

namespace domain::opal::plan {
namespace {

using check::DatasetState;

/// The rows' own columns, as references: what a Project passes on unchanged.
std::vector<Binding> pass_all(const Node& node) {
    std::vector<Binding> bindings;
    for (const Column& column : output_columns(node)) {
        bindings.push_back({column.id, column_ref(column.id, column.type)});
    }
    return bindings;
}

/// Adds computed columns. A binding that reads an earlier one of the same level opens the next level, for columns of one
/// Project do not see each other.
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

/// Makes an order total: rows that are equal by `keys` follow in input order.
void append_row_order(std::vector<OrderKey>& keys, const std::vector<ColumnId>& row_order) {
    for (const ColumnId column : row_order) {
        const bool is_known =
            std::any_of(keys.begin(), keys.end(), [&](const OrderKey& key) { return key.column == column; });
        if (!is_known) keys.push_back({column});
    }
}

struct StatementLowering {
    Relation relation;
    const DatasetState& before;  ///< state of the input
    const DatasetState& after;
    Window window;
    check::ColumnIds& ids;

    void operator()(const check::Filter& filter) {
        relation.node = make_node(Filter{split_conjuncts(filter.predicate)}, std::move(relation.node));
    }
    void operator()(const check::MakeColumns& columns) {
        relation.node = make_columns(std::move(relation.node), columns.bindings);
    }
    // Names and orders are metadata: the columns stay, the result picks and orders them.
    void operator()(const check::Project&) {}
    void operator()(const check::Sort&) {}

    void operator()(const check::Limit& limit) {
        RowBound bound{.count = limit.count, .keys = before.order};
        // Without an order: the oldest rows.
        if (bound.keys.empty() && before.valid_from) bound.keys.push_back({*before.valid_from});
        append_row_order(bound.keys, relation.row_order);
        relation.node = make_node(Limit{std::move(bound)}, std::move(relation.node));
    }
    void operator()(const check::StatsBy& statement) {
        relation = lower_stats_by(std::move(relation), statement, ids);
    }
    void operator()(const check::TimeChart& statement) {
        relation = lower_time_chart(std::move(relation), statement, before, window, ids);
    }
    void operator()(const check::Dedup& statement) {
        relation = lower_dedup(std::move(relation), statement, ids);
    }
    void operator()(const check::ExtractRegex& statement) {
        Expr pattern;
        pattern.type = Type::kString;
        pattern.node = check::Literal{statement.regex};
        const ColumnId captures = ids.next();
        std::vector<Binding> bindings;
        bindings.push_back({captures, call("plan.captures", Type::kArray, {statement.source, std::move(pattern)})});
        for (const check::CaptureGroup& group : statement.groups) {
            Expr value = call("plan.capture", Type::kString,
                              {column_ref(captures, Type::kArray), int_literal(group.number)});
            const check::Column* column = after.find(group.column);
            const Type type = column == nullptr ? Type::kString : column->type;
            if (group.cast != "string") value = call(group.cast, type, {std::move(value)});
            if (group.fallback) {
                value = call("coalesce", type, {std::move(value), column_ref(*group.fallback, Type::kString)});
            }
            bindings.push_back({group.column, std::move(value)});
        }
        relation.node = make_columns(std::move(relation.node), bindings);
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

Relation lower_pipeline(const check::Script& script, std::size_t index, const std::vector<const Relation*>& inputs,
                        Window window, check::ColumnIds& ids) {
    const check::Pipeline& pipeline = script.pipelines[index];
    Relation relation = pipeline.source.kind == check::PipelineSource::Kind::kInput
                            ? clone(*inputs[pipeline.source.index])
                            : lower_pipeline(script, pipeline.source.index, inputs, window, ids);
    const DatasetState* before = &pipeline.input;
    for (const check::Statement& statement : pipeline.statements) {
        StatementLowering lowering{std::move(relation), *before, statement.output, window, ids};
        std::visit(lowering, statement.node);
        relation = std::move(lowering.relation);
        before = &statement.output;
    }
    return relation;
}

}  // namespace

Relation clone(const Relation& relation) { return {clone(*relation.node), relation.row_order}; }

Relation lower_dataset(std::size_t dataset, std::string name, const DatasetState& state, Window window,
                       check::ColumnIds& ids) {
    Scan scan;
    scan.dataset = dataset;
    scan.name = std::move(name);
    if (state.valid_from) scan.window = window;
    for (const check::Column& column : state.columns) {
        scan.columns.push_back({column.id, column.type, stored_as(column)});
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

Relation lower(const check::Script& script, const std::vector<const Relation*>& inputs, Window window,
               check::ColumnIds& ids) {
    return lower_pipeline(script, script.pipelines.size() - 1, inputs, window, ids);
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
