#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `dedup value, …`: one row for each combination of these values and the time columns; without arguments, of all columns.
void check_dedup(VerbContext& context);

}  // namespace domain::opal::check
