#pragma once

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// `pick_col column, name:value, …`: the output has exactly these columns in this order. The time columns, and the primary key
/// of a Resource, must be among them, under any name.
void check_pick_col(VerbContext& context);

}  // namespace domain::opal::check
