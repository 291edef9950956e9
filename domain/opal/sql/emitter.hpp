#pragma once

#include <span>
#include <vector>

#include "domain/catalog/segment.hpp"
#include "domain/opal/plan/node.hpp"
#include "domain/opal/sql/statement.hpp"

namespace domain::opal::sql {

/// The plan as one statement of the query store: a chain of common table expressions, one for each node that needs a level
/// of its own, and a last SELECT with the plan's output columns in order. `segments` holds one list for each scan of the
/// plan, in the order of plan::scans().
Statement emit(const plan::Plan& plan, std::span<const std::vector<catalog::Segment>> segments);

}  // namespace domain::opal::sql
