#include "domain/opal/check/verbs/statsby.hpp"

#include "domain/opal/check/grouping.hpp"

namespace domain::opal::check {
namespace {

void check_groups(VerbContext& context, bool all_time) {
    const AggregationArguments arguments = sort_arguments(context, false);
    Aggregation aggregation = check_aggregation(context, arguments, {});
    if (!become_groups(context, DatasetKind::kTable, {}, arguments, aggregation)) return;
    if (context.state.columns.empty() && aggregation.is_ok && !context.state.is_open) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" needs an aggregate or a column to group by");
        return context.give_up();
    }
    context.emit(StatsBy{std::move(aggregation.keys), std::move(aggregation.aggregates), all_time});
}

}  // namespace

void check_statsby(VerbContext& context) { check_groups(context, false); }

void check_make_reference(VerbContext& context) {
    if (context.reject_kind(DatasetKind::kTable, "use \"statsby\" instead")) return context.give_up();
    check_groups(context, true);
}

}  // namespace domain::opal::check
