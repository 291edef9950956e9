#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// Verbs that change which columns are the time of a row.
void check_make_event(VerbContext& context);
void check_make_interval(VerbContext& context);
void check_set_timestamp(VerbContext& context);
void check_set_valid_from(VerbContext& context);
void check_set_valid_to(VerbContext& context);

}  // namespace domain::opal::check
