#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

void check_topk(VerbContext& context);
void check_bottomk(VerbContext& context);

}  // namespace domain::opal::check
