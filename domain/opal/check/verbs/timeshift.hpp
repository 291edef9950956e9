#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

void check_timeshift(VerbContext& context);
void check_timewrap(VerbContext& context);

}  // namespace domain::opal::check
