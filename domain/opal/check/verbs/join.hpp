#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// join, leftjoin, fulljoin; and lookup.
void check_join(VerbContext& context);
void check_lookup(VerbContext& context);

}  // namespace domain::opal::check
