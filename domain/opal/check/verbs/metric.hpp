#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

void check_make_metric(VerbContext& context);
void check_set_metric(VerbContext& context);
void check_set_metric_metadata(VerbContext& context);

}  // namespace domain::opal::check
