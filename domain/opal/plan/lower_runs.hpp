#pragma once

#include "domain/opal/plan/lower_statement.hpp"

/// The statements that look at the rows of a group one after the other: runs of rows become one row.
namespace domain::opal::plan {

Relation lower_make_resource(const StatementInput& context, const check::MakeResource& statement);
Relation lower_time_stats(const StatementInput& context, const check::TimeStats& statement);
Relation lower_session(const StatementInput& context, const check::Session& statement);
Relation lower_merge_events(const StatementInput& context, const check::MergeEvents& statement);
Relation lower_update_resource(const StatementInput& context, const check::UpdateResource& statement);

}  // namespace domain::opal::plan
