#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "domain/opal/plan/lower.hpp"

/// What the lowering of one statement works with, and tools that several kinds of statements share. The statements are
/// spread over lower_*.cpp by theme.
namespace domain::opal::plan {

struct StatementInput {
    const check::DatasetState& before;  ///< what the statement reads
    const check::DatasetState& after;   ///< what it gives
    TimeRange range;                    ///< what it has to give
    std::function<Relation(const TimeRange&)> input;
    /// The other dataset, its columns under the ids of the import.
    std::function<Relation(const check::Import&, const TimeRange&)> import;
    check::ColumnIds& ids;
};

/// The node's own columns, as references: what a Project passes on unchanged.
std::vector<Binding> pass_all(const Node& node);

/// Adds computed columns. A binding that reads an earlier one of the same level opens the next level, for columns of one
/// Project do not see each other; so does a window call over a column that is computed with one.
NodePtr make_columns(NodePtr input, const std::vector<Binding>& bindings);

/// Takes window calls and volatile calls out of an expression: each becomes a column of `made`, and a reference to it.
void take_windows(Expr& expr, std::vector<Binding>& made, check::ColumnIds& ids);
void take_volatile(Expr& expr, std::vector<Binding>& made, check::ColumnIds& ids);

/// Appends the columns of the relation's input order that are not among the keys yet: the order becomes total.
void append_input_order(std::vector<check::SortKey>& order, const Relation& relation);

/// Makes the orders of window calls total, and lets those without a frame of time see the query window only, when
/// `relation` has more rows than that.
void confine_windows(Expr& expr, const StatementInput& context, const Relation& relation, bool has_more_rows);

/// The same rows under fresh ids: a second use of a relation in one plan. `names` gets the new id of every output column.
Relation copy(const Relation& relation, std::map<ColumnId, ColumnId>& names, check::ColumnIds& ids);

/// Keeps the rows that belong to the window by the time columns of `state`; Tables keep all.
Relation cut(Relation relation, const check::DatasetState& state, const Window& window);
/// The condition of that cut; nothing for a Table.
std::vector<Expr> in_window(const check::DatasetState& state, const Window& window);

/// One relation of the rows of several: `columns` are made from the given columns of each input, nothing standing for null.
struct UnionPart {
    NodePtr node;
    std::vector<std::optional<ColumnId>> columns;
};
NodePtr unite(std::vector<UnionPart> parts, std::vector<Column> columns, check::ColumnIds& ids);

/// floor((time - offset) / size) as an expression. Times of the window that are not before the offset divide plainly.
Expr bucket_of(Expr time, const Grid& grid, const Window& window);
/// The start of bin `bucket` plus `bins` bins.
Expr bin_edge(const Expr& bucket, const Grid& grid, std::int64_t bins);

/// Time as columns: an open end is the end of time.
Expr time_column(ColumnId column);
Expr time_literal(std::int64_t nanoseconds);
Expr end_of(ColumnId valid_to);

}  // namespace domain::opal::plan
