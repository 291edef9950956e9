#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "domain/catalog/schema.hpp"

/// The table of functions and operators: a function is one row of functions.cpp.
namespace domain::opal::check {

enum class FunctionKind {
    kOperator,   ///< `op.add` …: written with a symbol
    kScalar,
    kAggregate,  ///< legal only in the aggregates of statsby and timechart
    kWindow,     ///< lag, row_number …: legal only as the value of window()
    kArgument,   ///< `options(…)`, `group_by(…)` …: read by verbs, never a value
};

/// A set of types, one bit for each catalog::Type.
using TypeSet = std::uint32_t;
constexpr TypeSet type_bit(catalog::Type type) { return TypeSet{1} << static_cast<unsigned>(type); }

struct Parameter {
    std::string_view name;
    TypeSet accepts = 0;
    bool is_generic = false;   ///< `T`: all generic arguments of a call have one common type
    bool is_regex = false;     ///< a constant regex, or a constant string read as one
    bool is_text = false;      ///< any type, cast to string by the checker
    bool is_constant = false;
    bool is_optional = false;
    bool is_repeated = false;  ///< the last parameter: one or more (zero or more when optional)
};

/// One way to call a function. The result's type is `result`, or the common type of the generic arguments.
struct Overload {
    std::vector<Parameter> parameters;
    bool result_is_generic = false;
    catalog::Type result = catalog::Type::kVariant;
};

struct Function {
    std::string_view name;
    FunctionKind kind = FunctionKind::kScalar;
    int tier = 1;
    std::vector<Overload> overloads;  ///< the first one that fits counts
    std::string_view doc;             ///< one sentence
};

struct FunctionAlias {
    std::string_view name;
    std::string_view canonical;
    bool is_deprecated = false;
};

/// All rows, sorted by name; some names are both a scalar and an aggregate (`max`). Built once, thread-safe.
std::span<const Function> functions();
std::span<const FunctionAlias> function_aliases();

/// The row with this canonical name and kind, or nullptr.
const Function* find_function(std::string_view name, FunctionKind kind);

// How the typed AST calls functions, where the operands are not simply the arguments as written:
//   op.and op.or            two or more operands
//   op.eq op.ne op.lt op.lte op.gt op.gte op.same in
//                           also for eq(), same() …; numbers compare with numbers; either side may be a variant: its value
//                           is then compared as the type of the other one, null when it is not convertible
//   op.match_text           haystack text, needle text: `a ~ f(b)`, contains ignoring case
//   op.add op.sub op.mul op.div
//                           the types of the operands decide (see the rows); x / 0 is null, numbers divide as float64
//   if case coalesce if_null null_if, scalar max min
//                           the values have one type: casts are written out as calls of float64()
//   make_object             operand 0 is the constant keep_nulls, then key (constant string) and value by turns
//   regex functions         the pattern is a Literal of a Regex that holds the flags too; there is no flags operand;
//                           the input is cast to string
//   max min avg             as a Call: the scalar form with two or more operands
//   count                   as an Aggregate: constant arguments are dropped
//   percentile… …_quantile  operand 1 is a float64 constant in [0, 1]
//   sort_array              operands 1 and 2 are bool constants: descending, nulls first
//   bin_start_time bin_end_time bin_size      only inside StatsBy and TimeChart; now query_start_time query_end_time anywhere
// Never in the typed AST: eq ne lt lte gt gte same search regex path_exists row_timestamp row_end_time and the typed nulls;
// they become operators, SearchMatch, PathAccess, ColumnRef and Literal. A cast to the type that a value has vanishes.

}  // namespace domain::opal::check
