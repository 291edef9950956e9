#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// The arguments of an aggregating verb, sorted by what they are.
struct AggregationArguments {
    const ast::Call* group_by = nullptr;
    const ast::Call* options = nullptr;
    const ast::Call* frame = nullptr;
    std::vector<const ast::Argument*> others;  ///< in order
};
/// Reports argument functions that occur twice or that the verb does not know (`allows_time`: options and frame).
AggregationArguments sort_arguments(VerbContext& context, bool allows_time);

/// Keys and aggregates of a statement with the columns that they make.
struct Aggregation {
    std::vector<Binding> keys;
    std::vector<Binding> aggregates;
    std::vector<Column> key_columns;
    std::vector<Column> aggregate_columns;
    bool is_ok = true;  ///< false when something was reported; the columns are then those that the writer meant
};
/// Checks `group_by(…)`, or takes the primary key when there is none, and the aggregates. `reserved` names are made by the verb
/// itself. With `metrics` the groups are their series, and the aggregates select their values.
Aggregation check_aggregation(VerbContext& context, const AggregationArguments& arguments,
                              const std::vector<std::string>& reserved, MetricSelection* metrics = nullptr);

/// Reports `frame(…)` for verbs that take options only.
bool reject_frame(VerbContext& context, const AggregationArguments& arguments);

/// The dataset becomes one of groups: the times, then the keys, which are its primary key, then the aggregates. False after
/// reporting that there are too many columns.
bool become_groups(VerbContext& context, DatasetKind kind, const std::vector<Column>& times,
                   const AggregationArguments& arguments, const Aggregation& aggregation);

/// The number of nanoseconds that a constant duration argument has; reports anything else.
std::optional<std::int64_t> constant_duration(VerbContext& context, const ast::Expr& expr, const std::string& owner,
                                              std::size_t parameter, std::string_view name);

}  // namespace domain::opal::check
