#pragma once

#include "domain/opal/plan/node.hpp"

namespace domain::opal::plan {

/// Whether the plan has more nodes on top of each other, or a deeper expression, than the query store takes.
bool is_too_deep(const Node& root);

}  // namespace domain::opal::plan
