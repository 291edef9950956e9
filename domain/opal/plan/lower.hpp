#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/opal/plan/node.hpp"

namespace domain::opal::plan {

/// A relation on its way through the statements.
struct Relation {
    NodePtr node;
    /// The columns, some of them hidden, that put the rows into input order: `limit`, `dedup` and `first` are repeatable by
    /// them. Events come by time, then bundle, then place in the bundle; groups by their keys.
    std::vector<ColumnId> row_order;
};
Relation clone(const Relation& relation);

/// A stored dataset: a scan that offers all columns of its schema, limited to the window unless it is a Table. A column
/// of the raw observation schema is read where the segment format has it; any other column stands in FIELDS under its name.
Relation lower_dataset(std::size_t dataset, std::string name, const check::DatasetState& state, Window window,
                       check::ColumnIds& ids);

/// The result pipeline of a checked script over `inputs`, in the order of the check's inputs. Every statement becomes one
/// node or a few; names, hidden columns and orders that nobody needs are left to the rewrites.
Relation lower(const check::Script& script, const std::vector<const Relation*>& inputs, Window window,
               check::ColumnIds& ids);

/// The plan of a result: the order that `state` asks for, at most `row_limit` rows, and the visible columns.
Plan lower_result(Relation relation, const check::DatasetState& state, std::optional<std::int64_t> row_limit);

}  // namespace domain::opal::plan
