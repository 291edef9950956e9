#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `histogram options(bins:…, empty_bins:…), value, group_by(…)`: how values are spread, in bins of equal width.
void check_histogram(VerbContext& context);

}  // namespace domain::opal::check
