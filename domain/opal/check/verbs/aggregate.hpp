#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

void check_aggregate(VerbContext& context);

}  // namespace domain::opal::check
