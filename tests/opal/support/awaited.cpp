#include "tests/opal/support/awaited.hpp"

#include <algorithm>

namespace tests::opal {
namespace {

struct Awaited {
    std::string_view file;     // below tests/opal
    std::string_view missing;  // the verb, function or setting that it waits for
};

constexpr Awaited kAwaited[] = {
    {"examples/08b_not_equal_to_a_constant_v2026.opal", "language version"},
    {"examples/24_one_row_per_element.opal", "flatten_single"},
    {"examples/25_leaves_with_paths.opal", "flatten_leaves"},
    {"examples/41_lists.opal", "sort_array"},
    {"examples/43_topk.opal", "topk"},
    {"examples/45_histogram.opal", "histogram"},
    {"examples/46_pivot.opal", "pivot"},
    {"examples/47_unpivot.opal", "unpivot"},
    {"examples/48_most_frequent_values.opal", "topk_agg"},
    {"examples/50_empty_bins.opal", "fill"},
    {"examples/54_gauge_per_series.opal", "align, m"},
    {"examples/55_combine_series.opal", "align, aggregate, m"},
    {"examples/56_counter_rate.opal", "align, aggregate, m, rate"},
    {"examples/57_two_metrics.opal", "align, aggregate, delta_monotonic, m"},
    {"examples/58_one_number_per_service.opal", "align, aggregate, m"},
    {"examples/60_sliding_window.opal", "align, aggregate, m"},
    {"examples/61_logs_to_metric.opal", "make_metric, set_metric, interface"},
    {"examples/62_rows_as_metric.opal", "set_metric, interface"},
    {"examples/63_time_since_previous.opal", "lag, window"},
    {"examples/64_running_total.opal", "frame_preceding, window"},
    {"examples/65_whole_partition.opal", "window"},
    {"examples/66_trailing_count.opal", "window"},
    {"examples/67_latest_row_per_key.opal", "row_number, window"},
    {"examples/68_share_of_total.opal", "window"},
    {"examples/69_spike.opal", "fill, lag, window"},
    {"examples/70_reference_table.opal", "lookup"},
    {"examples/71_key_without_partner.opal", "lookup"},
    {"examples/72_state_at_that_time.opal", "lookup"},
    {"examples/73_pieces.opal", "lookup"},
    {"examples/74_events_near_events.opal", "join"},
    {"examples/75_semi_join.opal", "exists"},
    {"examples/76_anti_join_keeps_null.opal", "not_exists"},
    {"examples/77_follow.opal", "follow"},
    {"examples/78_union.opal", "union"},
    {"examples/79_surrounding.opal", "surrounding"},
    {"examples/80_events_to_resource.opal", "make_resource, set_label"},
    {"examples/81_filter_last.opal", "filter_last"},
    {"examples/81b_ever.opal", "ever"},
    {"examples/81c_never.opal", "never"},
    {"examples/82_timestats.opal", "timestats"},
    {"examples/83_sessions.opal", "make_session"},
    {"examples/83b_merged_lines.opal", "merge_events"},
    {"examples/84_error_budget.opal", "leftjoin, lookup, $parameters"},
    {"examples/84c_union_of_subqueries.opal", "union"},
    {"examples/84d_subquery_of_an_input.opal", "lookup"},
    {"examples/84e_period_comparison.opal", "timeshift, union"},
    {"examples/85_lowest_groups.opal", "bottomk"},
    {"examples/86_rows_without_match.opal", "follow_not"},
    {"examples/87_state_changes.opal", "make_event"},
    {"examples/88_full_join.opal", "fulljoin"},
    {"examples/89_another_time.opal", "set_timestamp"},
    {"examples/90_events_to_intervals.opal", "set_valid_to"},
    {"examples/91_declared_key.opal", "set_primary_key"},
    {"examples/92_hidden_from_search.opal", "set_col_enum, set_col_searchable, set_col_visible"},
    {"examples/92b_searchable.opal", "set_col_enum, set_col_visible"},
    {"examples/93_all_nodes.opal", "flatten_all"},
    {"examples/94_whole_history.opal", "make_reference"},
    {"examples/95_days_on_top.opal", "timewrap"},
    {"examples/95b_ip_enrichment.opal", "lookup_ip_info"},
    {"examples/96_enrich_a_resource.opal", "update_resource, make_table, interface"},
    {"examples/fail_e29_group_by_in_align.opal", "align, m"},
    {"examples/fail_e31_align_without_selector.opal", "align"},
    {"examples/fail_e32_align_without_interface.opal", "align, m"},
    {"examples/fail_e33_aggregate_without_grid.opal", "aggregate"},
    {"examples/fail_e34_fill_of_group_column.opal", "fill"},
    {"examples/fail_e35_unknown_column_of_other.opal", "lookup"},
    {"examples/fail_e36_no_key_of_target.opal", "lookup"},
    {"examples/fail_e37_implicit_lookup_without_key.opal", "lookup"},
    {"examples/fail_e39_unknown_dataset.opal", "join"},
    {"examples/fail_e40_outer_join_after_statsby.opal", "leftjoin"},
    {"examples/fail_e41_union_of_kinds.opal", "union"},
    {"examples/fail_e43_ever_without_key.opal", "ever"},
    {"examples/page_add_key.opal", "lookup, add_key"},
    {"examples/page_always.opal", "always"},
    {"examples/page_flatten.opal", "flatten"},
    {"examples/page_make_interval.opal", "make_interval"},
    {"examples/page_rollup.opal", "rollup, metric"},
    {"examples/page_set_dataset_alias.opal", "set_dataset_alias"},
    {"examples/page_set_link.opal", "lookup, set_link"},
    {"examples/page_set_metric_metadata.opal", "set_metric_metadata"},
    {"examples/page_set_valid_from.opal", "set_valid_from"},
};

}  // namespace

bool is_awaited(std::string_view file) {
    return std::any_of(std::begin(kAwaited), std::end(kAwaited), [&](const Awaited& row) { return row.file == file; });
}

}  // namespace tests::opal
