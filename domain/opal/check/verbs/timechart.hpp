#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `timechart options(…), bin, frame(…), name:aggregate, …, group_by(…)`: one row for each time bin and group, an Interval
/// dataset on a grid. Sizes that depend on the query window are computed here.
void check_timechart(VerbContext& context);

}  // namespace domain::opal::check
