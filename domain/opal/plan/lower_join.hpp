#pragma once

#include "domain/opal/plan/lower_statement.hpp"

/// The statements that read another dataset.
namespace domain::opal::plan {

Relation lower_join(const StatementInput& context, const check::Join& statement);
Relation lower_exists(const StatementInput& context, const check::Exists& statement);
Relation lower_follow(const StatementInput& context, const check::Follow& statement);
Relation lower_union(const StatementInput& context, const check::Union& statement);

}  // namespace domain::opal::plan
