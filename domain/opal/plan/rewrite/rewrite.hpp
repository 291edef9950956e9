#pragma once

#include "domain/opal/plan/node.hpp"

/// Rewrites: each keeps the result of every plan the same, and has one file that says why.
namespace domain::opal::plan::rewrite {

/// All of them, in the order in which they help each other.
void rewrite(Plan& plan, const Window& window, check::ColumnIds& ids);

/// `query_start_time()` and its like become constants.
void bind_window(Node& root, const Window& window);

/// `op.eq(variant, string)` compares `string(variant)`, and so on: what a variant is read as stands in the plan.
void cast_variants(Node& root);

/// `string(FIELDS.a.b)` becomes a column of the scan that is read as a string; so do other casts, bare paths and
/// `is_null(path)`, also through columns made from paths.
void bind_paths(Node& root, check::ColumnIds& ids);

/// Filters move towards the scan and become part of it.
void push_down_filters(NodePtr& root);

/// Neighbouring Projects become one; a Project that only renames nothing and drops nothing goes.
void merge_projects(NodePtr& root);

/// Limits move below Projects, and into a scan whose columns they order by.
void push_down_limits(NodePtr& root);

/// Columns that nobody reads go, down to the scan.
void prune_columns(Plan& plan);

}  // namespace domain::opal::plan::rewrite
