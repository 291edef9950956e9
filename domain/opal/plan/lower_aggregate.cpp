#include "domain/opal/plan/lower_aggregate.hpp"

#include <array>
#include <algorithm>
#include <limits>
#include <utility>

#include "domain/opal/plan/expression.hpp"
#include "domain/opal/plan/lower_grid.hpp"
#include "domain/opal/plan/lower_statement.hpp"

namespace domain::opal::plan {
namespace {

/// Aggregates whose result depends on the order of the rows: ties go by input order.
constexpr std::array kOrdered{
    std::string_view("any"), std::string_view("first"), std::string_view("first_not_null"), std::string_view("last"),
    std::string_view("last_not_null"), std::string_view("array_agg"), std::string_view("string_agg"),
    std::string_view("delta_monotonic"),
};

/// Splits bindings over aggregates into the calls themselves and what is computed from them afterwards.
class AggregateSplitter {
public:
    AggregateSplitter(const Relation& input, check::ColumnIds& ids) : input_(input), ids_(ids) {}

    void add(const Binding& binding) {
        Binding outer = binding;
        extract(outer.value, &binding.column);
        if (as_column(outer.value) == nullptr || *as_column(outer.value) != outer.column) is_trivial_ = false;
        outer_.push_back(std::move(outer));
    }

    /// The calls, each with the id of its column.
    std::vector<Binding>& calls() { return calls_; }
    /// The bindings over those columns; when trivial, they are the calls.
    std::vector<Binding>& outer() { return outer_; }
    bool is_trivial() const { return is_trivial_; }

private:
    void extract(Expr& expr, const ColumnId* name) {
        if (auto* aggregate = std::get_if<check::Aggregate>(&expr.node)) {
            if (std::find(kOrdered.begin(), kOrdered.end(), aggregate->function) != kOrdered.end()) {
                append_input_order(aggregate->order_by, input_);
            }
            const ColumnId id = name != nullptr ? *name : ids_.next();
            const Type type = expr.type;
            calls_.push_back({id, std::move(expr)});
            expr = column_ref(id, type);
            return;
        }
        for (Expr& operand : expr.operands) extract(operand, nullptr);
    }

    const Relation& input_;
    check::ColumnIds& ids_;
    std::vector<Binding> calls_;
    std::vector<Binding> outer_;
    bool is_trivial_ = true;
};

Binding pass(const Binding& binding) { return {binding.column, column_ref(binding.column, binding.value.type)}; }

/// Puts the bins into `bin_start_time()` and its like. `bucket` is the number of the bin as an expression.
void bind_bins(Expr& expr, const check::TimeChart& statement, const Expr& bucket) {
    for (Expr& operand : expr.operands) bind_bins(operand, statement, bucket);
    const auto* function = std::get_if<check::Call>(&expr.node);
    if (function == nullptr || !expr.operands.empty()) return;
    const Grid& grid = statement.grid;
    if (function->function == "bin_start_time") expr = bin_edge(bucket, grid, 0);
    else if (function->function == "bin_end_time") expr = bin_edge(bucket, grid, 1);
    else if (function->function == "bin_size") {
        const auto& frame = statement.frame;
        expr.node = check::Literal{frame ? frame->back_ns + frame->ahead_ns : grid.size_ns};
    }
}

/// The same for a whole binding: inside an aggregate the bin is that of the row, around it that of the group.
void bind_bins(Expr& expr, const check::TimeChart& statement, const Expr& row_bucket, const Expr& group_bucket) {
    if (std::holds_alternative<check::Aggregate>(expr.node)) {
        for (Expr& operand : expr.operands) bind_bins(operand, statement, row_bucket);
        return;
    }
    for (Expr& operand : expr.operands) bind_bins(operand, statement, row_bucket, group_bucket);
    if (expr.operands.empty()) bind_bins(expr, statement, group_bucket);
}

}  // namespace

Relation lower_stats_by(Relation input, const check::StatsBy& statement, check::ColumnIds& ids) {
    AggregateSplitter splitter(input, ids);
    for (const Binding& binding : statement.aggregates) splitter.add(binding);
    std::vector<ColumnId> order;
    for (const Binding& key : statement.keys) order.push_back(key.column);
    NodePtr node = make_node(Aggregate{statement.keys, std::move(splitter.calls())}, std::move(input.node));
    if (!splitter.is_trivial()) {
        std::vector<Binding> columns;
        for (const Binding& key : statement.keys) columns.push_back(pass(key));
        for (Binding& binding : splitter.outer()) columns.push_back(std::move(binding));
        node = make_node(Project{std::move(columns)}, std::move(node));
    }
    return {std::move(node), std::move(order)};
}

Relation lower_time_chart(Relation input, const check::TimeChart& statement, const check::DatasetState& before,
                          Window window, check::ColumnIds& ids) {
    const ColumnId time = before.valid_from.value_or(ColumnId{});
    const Expr group_bucket = column_ref(statement.bucket, Type::kInt64);
    const bool is_spread = statement.frame || before.valid_to;
    if (is_spread || statement.empty_bins) require_few_bins(statement.grid, window);
    const Expr row_bucket =
        is_spread ? group_bucket : bucket_of(column_ref(time, Type::kTimestamp), statement.grid, window);

    AggregateSplitter splitter(input, ids);
    for (Binding binding : statement.aggregates) {
        bind_bins(binding.value, statement, row_bucket, group_bucket);
        splitter.add(binding);
    }
    NodePtr node = std::move(input.node);
    if (is_spread) {
        node = make_node(
            SpreadBins{statement.bucket, statement.grid, window, time, before.valid_to, statement.frame},
            std::move(node));
    }
    std::vector<Binding> keys;
    keys.push_back({statement.bucket, row_bucket});
    std::vector<ColumnId> group;
    for (Binding key : statement.keys) {
        bind_bins(key.value, statement, row_bucket);
        group.push_back(key.column);
        keys.push_back(std::move(key));
    }
    node = make_node(Aggregate{std::move(keys), std::move(splitter.calls())}, std::move(node));
    if (statement.empty_bins) {
        node = make_node(FillBins{statement.bucket, statement.grid, window, group}, std::move(node));
    }

    std::vector<Binding> columns;
    columns.push_back({statement.valid_from, bin_edge(group_bucket, statement.grid, 0)});
    columns.push_back({statement.valid_to, bin_edge(group_bucket, statement.grid, 1)});
    for (const Binding& key : statement.keys) columns.push_back(pass(key));
    for (Binding& binding : splitter.outer()) columns.push_back(std::move(binding));
    columns.push_back({statement.bucket, group_bucket});
    group.insert(group.begin(), statement.bucket);
    return {make_node(Project{std::move(columns)}, std::move(node)), std::move(group)};
}

Relation lower_histogram(Relation input, const check::Histogram& statement, check::ColumnIds& ids) {
    Histogram histogram{.bins = statement.bins, .only_filled = statement.only_filled, .value = ids.next(),
                        .type = statement.value.type, .keys = {}, .start = statement.start, .end = statement.end,
                        .count = statement.count};
    std::vector<Binding> columns{{histogram.value, statement.value}};
    std::vector<ColumnId> order;
    for (const Binding& key : statement.keys) {
        columns.push_back(key);
        histogram.keys.push_back({key.column, key.value.type});
        order.push_back(key.column);
    }
    order.push_back(statement.start);
    NodePtr node = make_node(Project{std::move(columns)}, std::move(input.node));
    return {make_node(std::move(histogram), std::move(node)), std::move(order)};
}

// Groups take the first value that is not null in input order, columns independently of each other.
Relation lower_dedup(Relation input, const check::Dedup& statement, check::ColumnIds& ids) {
    const std::vector<Column> columns = output_columns(*input.node);
    std::vector<check::SortKey> order;
    append_input_order(order, input);

    Aggregate aggregate;
    std::vector<ColumnId> grouped;
    for (const Expr& key : statement.keys) {
        const ColumnId* column = as_column(key);
        const ColumnId id = column != nullptr ? *column : ids.next();
        if (std::find(grouped.begin(), grouped.end(), id) != grouped.end()) continue;
        grouped.push_back(id);
        aggregate.keys.push_back({id, key});
    }
    for (const Column& column : columns) {
        if (std::find(grouped.begin(), grouped.end(), column.id) != grouped.end()) continue;
        Expr first;
        first.type = column.type;
        first.node = check::Aggregate{"first_not_null", order};
        first.operands.push_back(column_ref(column.id, column.type));
        aggregate.aggregates.push_back({column.id, std::move(first)});
    }
    return {make_node(std::move(aggregate), std::move(input.node)), std::move(input.row_order)};
}

}  // namespace domain::opal::plan
