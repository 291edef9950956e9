#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

void check_unpivot(VerbContext& context);

}  // namespace domain::opal::check
