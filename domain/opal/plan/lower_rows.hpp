#pragma once

#include "domain/opal/plan/lower_statement.hpp"

/// The statements that choose rows by their groups, or make several rows of one.
namespace domain::opal::plan {

Relation lower_top_k(const StatementInput& context, const check::TopK& statement);
Relation lower_flatten(const StatementInput& context, const check::Flatten& statement);
Relation lower_unpivot(const StatementInput& context, const check::Unpivot& statement);

}  // namespace domain::opal::plan
