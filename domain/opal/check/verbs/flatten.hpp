#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// flatten_single, flatten_leaves, flatten, flatten_all.
void check_flatten(VerbContext& context);

}  // namespace domain::opal::check
