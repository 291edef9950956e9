#include "domain/opal/check/verbs/statsby.hpp"

#include "domain/opal/check/grouping.hpp"

namespace domain::opal::check {

void check_statsby(VerbContext& context) {
    const AggregationArguments arguments = sort_arguments(context, false);
    Aggregation aggregation = check_aggregation(context, arguments, {});
    const bool is_open = context.state.is_open;
    const std::optional<ColumnId> label = context.state.label;
    context.state = DatasetState{};
    context.state.is_open = is_open && arguments.group_by == nullptr;
    context.state.label = label;
    for (const Column& key : aggregation.key_columns) {
        context.state.columns.push_back(key);
        context.state.primary_key.push_back(key.id);
    }
    for (const Column& column : aggregation.aggregate_columns) context.state.columns.push_back(column);
    context.state.grouping = context.state.primary_key;
    context.forget_lost_roles();
    if (context.state.columns.empty() && aggregation.is_ok && !context.state.is_open) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" needs an aggregate or a column to group by");
        return context.give_up();
    }
    if (!context.check_column_count(context.state.columns.size())) return context.give_up();
    context.emit(StatsBy{std::move(aggregation.keys), std::move(aggregation.aggregates)});
}

}  // namespace domain::opal::check
