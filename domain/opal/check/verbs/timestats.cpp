#include "domain/opal/check/verbs/timestats.hpp"

#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

void check_timestats(VerbContext& context) {
    if (context.reject_kind(DatasetKind::kTable, "use \"statsby\" instead")) return context.give_up();
    const AggregationArguments arguments = sort_arguments(context, false);
    if (context.state.kind != DatasetKind::kEvent) {
        Aggregation aggregation = check_aggregation(context, arguments, {"valid_from", "valid_to"});
        const Column from{.id = context.ids.next(), .name = "valid_from", .type = Type::kTimestamp};
        const Column to{.id = context.ids.next(), .name = "valid_to", .type = Type::kTimestamp};
        if (!become_groups(context, DatasetKind::kInterval, {from, to}, arguments, aggregation)) return;
        return context.emit(TimeStats{from.id, to.id, std::move(aggregation.keys), std::move(aggregation.aggregates)});
    }
    const Column* time = context.state.valid_from ? context.state.find(*context.state.valid_from) : nullptr;
    if (time == nullptr) return context.give_up();
    const Column kept = *time;
    Aggregation aggregation = check_aggregation(context, arguments, {kept.name});
    if (!become_groups(context, DatasetKind::kEvent, {kept}, arguments, aggregation)) return;
    aggregation.keys.insert(aggregation.keys.begin(), Binding{kept.id, make_column(context.statement.span, kept)});
    context.emit(StatsBy{std::move(aggregation.keys), std::move(aggregation.aggregates)});
}

}  // namespace domain::opal::check
