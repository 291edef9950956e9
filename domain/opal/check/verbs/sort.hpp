#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `sort key, …`: sets the order; keys are columns or values inside asc desc nullsfirst nullslast.
void check_sort(VerbContext& context);

}  // namespace domain::opal::check
