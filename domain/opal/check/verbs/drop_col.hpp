#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `drop_col column, …`: removes columns, but no time column, no key column of a Resource and not the last one.
void check_drop_col(VerbContext& context);

}  // namespace domain::opal::check
