#pragma once

#include <string>
#include <vector>

#include "domain/opal/plan/node.hpp"
#include "domain/opal/sql/statement.hpp"

namespace domain::opal::sql {

/// `unnest(range(…))` over the bins that a row contributes to.
std::string spread_bins(const plan::SpreadBins& spread, Parameters& parameters);

/// The SELECT that adds empty bins to the rows of `groups`, which has these columns.
std::string fill_bins(const plan::FillBins& fill, const std::string& groups,
                      const std::vector<check::ColumnId>& columns);

}  // namespace domain::opal::sql
