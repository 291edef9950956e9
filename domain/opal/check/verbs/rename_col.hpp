#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `rename_col new:old, …`: gives columns other names, all at once; roles follow. A column that had a new name before is
/// removed, unless it has a role that the dataset needs.
void check_rename_col(VerbContext& context);

}  // namespace domain::opal::check
