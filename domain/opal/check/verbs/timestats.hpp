#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `timestats name:aggregate, …, group_by(…)`: aggregates at every point in time.
void check_timestats(VerbContext& context);

}  // namespace domain::opal::check
