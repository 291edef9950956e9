#pragma once

#include <string_view>

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

void check_align(VerbContext& context);
void check_rollup(VerbContext& context);

/// `gauge`, `cumulativeCounter`, `delta`, `tdigest`, `histogram`, `exponentialHistogram`.
bool is_metric_type(std::string_view type);

}  // namespace domain::opal::check
