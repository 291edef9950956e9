#pragma once

#include <map>
#include <string>

#include "domain/opal/plan/node.hpp"

namespace domain::opal::plan {

/// What columns are called in explanations.
using ColumnNames = std::map<ColumnId, std::string>;

/// The names of all columns of a script; hidden ones are missing.
void add_names(ColumnNames& names, const check::Script& script);
void add_names(ColumnNames& names, const check::DatasetState& state);

/// The plan as text, the root first, inputs indented below. A scan's columns are called by what they are read from;
/// columns without a name are called `$1`, `$2`, … in order of appearance.
std::string explain(const Plan& plan, const ColumnNames& names);

}  // namespace domain::opal::plan
