#include "tests/opal/support/awaited.hpp"

#include <algorithm>

namespace tests::opal {
namespace {

struct Awaited {
    std::string_view file;     // below tests/opal
    std::string_view missing;  // the verb, function or setting that it waits for
};

constexpr Awaited kAwaited[] = {
    {"examples/45_histogram.opal", "histogram"},
    {"examples/46_pivot.opal", "pivot"},
    {"examples/50_empty_bins.opal", "fill"},
    {"examples/54_gauge_per_series.opal", "align, m"},
    {"examples/55_combine_series.opal", "align, aggregate, m"},
    {"examples/56_counter_rate.opal", "align, aggregate, m, rate"},
    {"examples/57_two_metrics.opal", "align, aggregate, delta_monotonic, m"},
    {"examples/58_one_number_per_service.opal", "align, aggregate, m"},
    {"examples/60_sliding_window.opal", "align, aggregate, m"},
    {"examples/61_logs_to_metric.opal", "make_metric, set_metric, interface"},
    {"examples/62_rows_as_metric.opal", "set_metric, interface"},
    {"examples/69_spike.opal", "fill, lag, window"},
    {"examples/79_surrounding.opal", "surrounding"},
    {"examples/80_events_to_resource.opal", "make_resource, set_label"},
    {"examples/82_timestats.opal", "timestats"},
    {"examples/83_sessions.opal", "make_session"},
    {"examples/83b_merged_lines.opal", "merge_events"},
    {"examples/84e_period_comparison.opal", "timeshift, union"},
    {"examples/94_whole_history.opal", "make_reference"},
    {"examples/95_days_on_top.opal", "timewrap"},
    {"examples/95b_ip_enrichment.opal", "lookup_ip_info"},
    {"examples/96_enrich_a_resource.opal", "update_resource, make_table, interface"},
    {"examples/fail_e29_group_by_in_align.opal", "align, m"},
    {"examples/fail_e31_align_without_selector.opal", "align"},
    {"examples/fail_e32_align_without_interface.opal", "align, m"},
    {"examples/fail_e33_aggregate_without_grid.opal", "aggregate"},
    {"examples/fail_e34_fill_of_group_column.opal", "fill"},
    {"examples/page_rollup.opal", "rollup, metric"},
    {"examples/page_set_metric_metadata.opal", "set_metric_metadata"},
};

}  // namespace

bool is_awaited(std::string_view file) {
    return std::any_of(std::begin(kAwaited), std::end(kAwaited), [&](const Awaited& row) { return row.file == file; });
}

}  // namespace tests::opal
