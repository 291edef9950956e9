#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

void check_union(VerbContext& context);
/// The rows here and those of another dataset that lie near them in time.
void check_surrounding(VerbContext& context);

}  // namespace domain::opal::check
