#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// Verbs that put neighbouring rows of a group together.
void check_make_session(VerbContext& context);
void check_merge_events(VerbContext& context);

}  // namespace domain::opal::check
