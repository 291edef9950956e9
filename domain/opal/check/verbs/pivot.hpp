#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `pivot options(align:…), name, value, column:"value of name", …, group_by(…)`: rows become columns.
void check_pivot(VerbContext& context);

}  // namespace domain::opal::check
