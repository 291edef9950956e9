#include "domain/opal/check/verbs/aggregate.hpp"

#include <algorithm>

#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr const char* kBucket = "_c_bucket";

/// The number of the bin that begins at `start`.
Expr bucket_of(Span span, const Column& start, const Grid& grid) {
    std::vector<Expr> parts;
    parts.push_back(make_column(span, start));
    std::vector<Expr> since;
    since.push_back(make_call(span, Type::kInt64, "int64", std::move(parts)));
    since.push_back(make_literal(span, Type::kInt64, grid.offset_ns));
    std::vector<Expr> quotient;
    quotient.push_back(make_call(span, Type::kInt64, "op.sub", std::move(since)));
    quotient.push_back(make_literal(span, Type::kInt64, grid.size_ns));
    return make_call(span, Type::kInt64, "int_div", std::move(quotient));
}

/// `bin_start_time()` and its like mean the bin of the row and of the group, which are the same.
void bind_bins(Expr& expr, const Column& from, const Column& to, const Grid& grid) {
    for (Expr& operand : expr.operands) bind_bins(operand, from, to, grid);
    const auto* call = std::get_if<Call>(&expr.node);
    if (call == nullptr || !expr.operands.empty()) return;
    if (call->function == "bin_start_time") expr = make_column(expr.span, from);
    else if (call->function == "bin_end_time") expr = make_column(expr.span, to);
    else if (call->function == "bin_size") expr.node = Literal{DurationValue{grid.size_ns}};
}

}  // namespace

void check_aggregate(VerbContext& context) {
    DatasetState& state = context.state;
    if (!state.is_open && !state.grid) {
        context.error("wrong-kind", context.statement.verb.span,
                      "\"" + context.verb() + "\" needs an input on a time grid",
                      "use align or timechart first, or statsby");
        return context.give_up();
    }
    AggregationArguments arguments = sort_arguments(context, false);
    if (state.is_open) return context.give_up();
    const Span span = context.statement.span;
    const Grid grid = *state.grid;
    const Column from = *state.find(*state.valid_from);
    const Column to = *state.find(*state.valid_to);
    const Column* numbered = state.find(kBucket);
    const bool has_bucket = numbered != nullptr && numbered->type == Type::kInt64;
    const Column bucket = has_bucket ? *numbered : Column{.id = context.ids.next(), .name = kBucket, .type = Type::kInt64};

    // Rows are grouped by their bin anyway.
    ast::Call group;
    if (arguments.group_by != nullptr) {
        group = *arguments.group_by;
        std::erase_if(group.arguments, [&](const ast::Argument& item) {
            const std::string* name = plain_column(item.value);
            const bool is_same = name != nullptr && (!item.name || item.name->text == *name);
            return is_same && (*name == from.name || *name == to.name || *name == kBucket);
        });
        arguments.group_by = &group;
    }
    Aggregation aggregation = check_aggregation(context, arguments, {from.name, to.name, kBucket});

    StatsBy node;
    node.keys.push_back({from.id, make_column(span, from)});
    node.keys.push_back({to.id, make_column(span, to)});
    node.keys.push_back({bucket.id, has_bucket ? make_column(span, bucket) : bucket_of(span, from, grid)});
    for (Binding& key : aggregation.keys) node.keys.push_back(std::move(key));
    for (Binding& binding : aggregation.aggregates) {
        bind_bins(binding.value, from, to, grid);
        node.aggregates.push_back(std::move(binding));
    }
    const std::optional<ColumnId> label = state.label;
    state = DatasetState{};
    state.kind = DatasetKind::kInterval;
    state.label = label;
    state.grid = grid;
    state.valid_from = from.id;
    state.valid_to = to.id;
    state.columns = {from, to};
    for (Column& key : aggregation.key_columns) {
        state.primary_key.push_back(key.id);
        state.columns.push_back(std::move(key));
    }
    for (Column& column : aggregation.aggregate_columns) state.columns.push_back(std::move(column));
    state.columns.push_back(bucket);
    state.grouping = state.primary_key;
    context.forget_lost_roles();
    if (!context.check_column_count(state.columns.size())) return context.give_up();
    context.emit(std::move(node));
}

}  // namespace domain::opal::check
