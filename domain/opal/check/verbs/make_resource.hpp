#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `make_resource options(expiry:…), name:expression, …, primary_key(…), valid_for(…)`: states of entities from events.
void check_make_resource(VerbContext& context);

}  // namespace domain::opal::check
