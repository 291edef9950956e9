#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `filter predicate`: keeps the rows for which the predicate is true; the state stays.
void check_filter(VerbContext& context);

}  // namespace domain::opal::check
