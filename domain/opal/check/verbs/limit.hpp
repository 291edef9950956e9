#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `limit count`: the first rows in the present order. Not for Resources.
void check_limit(VerbContext& context);

}  // namespace domain::opal::check
