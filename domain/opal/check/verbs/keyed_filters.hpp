#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// Verbs that keep or drop all rows of a key together.
void check_filter_last(VerbContext& context);
void check_ever(VerbContext& context);
void check_always(VerbContext& context);
void check_never(VerbContext& context);

}  // namespace domain::opal::check
