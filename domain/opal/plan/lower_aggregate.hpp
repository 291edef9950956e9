#pragma once

#include "domain/opal/plan/lower.hpp"

/// The statements that make groups.
namespace domain::opal::plan {

Relation lower_stats_by(Relation input, const check::StatsBy& statement, check::ColumnIds& ids);

Relation lower_time_chart(Relation input, const check::TimeChart& statement, const check::DatasetState& before,
                          Window window, check::ColumnIds& ids);

Relation lower_histogram(Relation input, const check::Histogram& statement, check::ColumnIds& ids);

Relation lower_dedup(Relation input, const check::Dedup& statement, check::ColumnIds& ids);

}  // namespace domain::opal::plan
