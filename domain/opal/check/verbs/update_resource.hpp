#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `update_resource options(expiry:…), key=@events.key, …, name:@events.value, …`: columns of a Resource from events.
void check_update_resource(VerbContext& context);

}  // namespace domain::opal::check
