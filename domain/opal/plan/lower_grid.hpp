#pragma once

#include "domain/opal/plan/lower_statement.hpp"

/// The statements that add rows in time: bins that are missing, copies from other times.
namespace domain::opal::plan {

/// Throws PlanTooLarge when the window has more than check::kTimeBinsMax bins of the grid.
void require_few_bins(const check::Grid& grid, const Window& window);

Relation lower_fill(const StatementInput& context, const check::Fill& statement);
Relation lower_time_wrap(const StatementInput& context, const check::TimeWrap& statement);

}  // namespace domain::opal::plan
