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
    kArgument,   ///< `options(…)`, `group_by(…)` …: read by verbs, never a value
    kUnsupported,  ///< known to the language, not to this version
};

/// A set of types, one bit for each catalog::Type.
using TypeSet = std::uint32_t;
constexpr TypeSet type_bit(catalog::Type type) { return TypeSet{1} << static_cast<unsigned>(type); }

struct Parameter {
    std::string_view name;
    TypeSet accepts = 0;
    bool is_generic = false;   ///< `T`: all generic arguments of a call have one common type
    bool is_regex = false;     ///< a constant regex, or a constant string read as one
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

// How the typed AST calls some functions, where the operands are not simply the arguments as written:
//   op.and op.or            two or more operands
//   op.eq op.ne op.lt op.lte op.gt op.gte   also for eq(), ne() …; either operand may be a variant: the value is then
//                           compared as the type of the other one, null when it is not convertible
//   op.same                 null-safe equality, `same(a, b)`
//   op.match_text           haystack text, needle text: `a ~ f(b)`, contains ignoring case
//   op.neg op.not           one operand
//   op.add op.sub           numbers, durations, timestamp ± duration, timestamp - timestamp
//   op.mul op.div           numbers, durations with numbers, duration / duration; x / 0 is null; numbers divide as float64
//   make_object             operand 0 is the constant keep_nulls, then key (constant string) and value by turns
//   make_fields             operand 0 is the object, then key and value by turns
//   case                    condition and value by turns
//   regex functions         the pattern is a Literal of a Regex that holds the flags too; there is no flags operand
//   max min avg             as a Call: the scalar form with two or more operands; null if any operand is null
//   bool_null() …           become a Literal null of that type; regex() and search() never reach the typed AST

}  // namespace domain::opal::check
