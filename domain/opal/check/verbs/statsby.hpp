#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `statsby name:aggregate, …, group_by(…)`: one row for each group, a Table whose key is the grouping.
void check_statsby(VerbContext& context);

/// `make_reference`: the same over the whole history of the dataset, whatever the query window is.
void check_make_reference(VerbContext& context);

}  // namespace domain::opal::check
