#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// exists, not_exists; follow, follow_not.
void check_exists(VerbContext& context);
void check_follow(VerbContext& context);

}  // namespace domain::opal::check
