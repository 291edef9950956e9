#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/opal/check/typed_ast.hpp"
#include "domain/opal/source/diagnostic.hpp"

namespace domain::opal::check {

/// A key of the grouping in whose aggregates an expression stands.
struct GroupKey {
    std::string name;
    ColumnId column;
    Type type = Type::kVariant;
    bool is_broken = false;
};

/// The other dataset of a verb that joins: what `@name.column` reads.
struct OtherDataset {
    std::string name;
    const DatasetState& state;
};

struct MetricSelection;

/// What the names in an expression mean. References must outlive it.
struct Scope {
    const DatasetState& state;
    /// Set in the aggregates of a verb: aggregate functions are legal, plain columns must be keys.
    const std::vector<GroupKey>* keys = nullptr;
    std::string verb;          ///< as messages name it
    bool in_aggregate = false;  ///< inside the arguments of an aggregate function
    /// The bindings of the same statement that come later, this one included; for a hint.
    std::span<const ast::Argument> later_bindings;
    const OtherDataset* other = nullptr;
    MetricSelection* metrics = nullptr;  ///< in `align`: metrics can be selected
    bool in_window = false;       ///< inside window(): lag(), row_number() and their like are legal
    bool allows_windows = false;  ///< the verb computes a value for each row, so window() is legal

    bool allows_aggregates() const { return keys != nullptr && !in_aggregate; }
};

/// The column with this name as an expression. Reports an unknown one; says nothing where the columns are not known
/// (after an error) or where the column itself is the result of one.
std::optional<Expr> resolve_column(const Scope& scope, const std::string& name, Span span,
                                   source::Diagnostics& diagnostics);

/// The column of the state with this name, or nullptr after the same reports. `dataset` is the name of another dataset for
/// messages.
const Column* find_column(const DatasetState& state, const std::string& name, Span span,
                          source::Diagnostics& diagnostics, std::span<const ast::Argument> later_bindings = {},
                          const std::string& dataset = {});

/// `[a, b, c]`: the columns of a state for messages.
std::string column_list(const DatasetState& state);

}  // namespace domain::opal::check
