#pragma once

#include <functional>
#include <optional>
#include <span>
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

/// Where in time a step of the query works.
struct TimeRange {
    Window query;  ///< the query window as this step sees it (a time shift below moves it)
    Window rows;   ///< the rows that are asked for; contains `query`, wider when a later step looks around

    static TimeRange of(const Window& window) { return {window, window}; }
    /// The range that a step needs which looks around that far.
    TimeRange widened(std::int64_t back_ns, std::int64_t ahead_ns) const;
    /// The range that much later (negative: earlier), of the query window too.
    TimeRange shifted(std::int64_t nanoseconds) const;
    /// Everything there is.
    static TimeRange all();
};

/// A stored dataset: a scan that offers all columns of its schema, limited to the rows of the range unless it is a Table. A
/// column of the raw observation schema is read where the segment format has it; any other column stands in FIELDS under
/// its name.
Relation lower_dataset(std::size_t dataset, std::string name, const check::DatasetState& state, const TimeRange& range,
                       check::ColumnIds& ids);

/// Thrown by lower() and the inputs it asks: what the plan would be too large for, in the words of a diagnostic.
struct PlanTooLarge {
    std::string message;
    std::string hint;
};

/// Gives the rows of one input of a script that belong to a range. The columns have the ids that the check of the script
/// knows them by.
using InputSource = std::function<Relation(const TimeRange&)>;

/// The result pipeline of a checked script over `inputs`, in the order of the check's inputs: its rows that belong to
/// the range. Every statement becomes one node or a few; names, hidden columns and orders that nobody needs are left to the
/// rewrites. Statements that look around read their input from a wider range and cut the result; so an input may be asked
/// for several times, for other ranges. Throws PlanTooLarge.
Relation lower(const check::Script& script, std::span<const InputSource> inputs, const TimeRange& range,
               check::ColumnIds& ids);

/// The plan of a result: the order that `state` asks for, at most `row_limit` rows, and the visible columns.
Plan lower_result(Relation relation, const check::DatasetState& state, std::optional<std::int64_t> row_limit);

}  // namespace domain::opal::plan
