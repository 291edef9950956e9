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
    {"examples/79_surrounding.opal", "surrounding"},
    {"examples/80_events_to_resource.opal", "make_resource, set_label"},
    {"examples/82_timestats.opal", "timestats"},
    {"examples/83_sessions.opal", "make_session"},
    {"examples/83b_merged_lines.opal", "merge_events"},
    {"examples/94_whole_history.opal", "make_reference"},
    {"examples/95b_ip_enrichment.opal", "lookup_ip_info"},
    {"examples/96_enrich_a_resource.opal", "update_resource, make_table, interface"},
};

}  // namespace

bool is_awaited(std::string_view file) {
    return std::any_of(std::begin(kAwaited), std::end(kAwaited), [&](const Awaited& row) { return row.file == file; });
}

}  // namespace tests::opal
