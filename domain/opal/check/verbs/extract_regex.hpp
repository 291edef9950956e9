#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `extract_regex source, /…(?P<name::type>…)…/, flags`: a column for each named group of the first match.
void check_extract_regex(VerbContext& context);

}  // namespace domain::opal::check
