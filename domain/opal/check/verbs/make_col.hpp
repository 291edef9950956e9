#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `make_col name:value, …`: appends columns, or replaces those of the same name in their place; a value sees the columns
/// made before it. Time columns, and key columns of a Resource, cannot be replaced.
void check_make_col(VerbContext& context);

}  // namespace domain::opal::check
