#include "domain/opal/check/verbs/timechart.hpp"

#include "domain/opal/check/bins.hpp"
#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/time_frame.hpp"

namespace domain::opal::check {
namespace {

constexpr BinColumns kTimechartColumns{"_c_valid_from", "_c_valid_to", "_c_bucket"};

}  // namespace

void check_timechart(VerbContext& context) {
    if (context.reject_kind(DatasetKind::kTable, "use \"statsby\" instead")) return context.give_up();
    AggregationArguments arguments = sort_arguments(context, true);
    const ast::Argument* bin = take_bin_duration(arguments.others);
    const BinOptions options = check_bin_options(context, arguments.options, true);
    const auto grid = check_grid(context, bin, options, "bin_duration");
    TimeChart chart;
    chart.grid = grid.value_or(Grid{1, 0});
    chart.empty_bins = options.empty_bins;
    if (arguments.frame != nullptr) {
        chart.frame = check_frame(context.expressions, context.scope(), *arguments.frame, context.verb());
    }
    Aggregation aggregation =
        check_aggregation(context, arguments, {kTimechartColumns.valid_from, kTimechartColumns.valid_to, kTimechartColumns.bucket});
    if (!aggregation.keys.empty()) context.state.is_open = false;
    become_bins(context, kTimechartColumns, chart, std::move(aggregation.key_columns), std::move(aggregation.aggregate_columns));
    if (!context.check_column_count(context.state.columns.size())) return context.give_up();
    chart.keys = std::move(aggregation.keys);
    chart.aggregates = std::move(aggregation.aggregates);
    context.emit(std::move(chart));
}

}  // namespace domain::opal::check
