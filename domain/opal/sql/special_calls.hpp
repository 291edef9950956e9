#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/opal/check/typed_ast.hpp"

/// What ExpressionEmitter needs to know about the functions that a template cannot say.
namespace domain::opal::sql {

std::string join(const std::vector<std::string>& texts, std::string_view separator);

/// Stands behind the query store's own aggregate call in a text until it is known whether a window follows.
inline constexpr char kCallEnd = '\x01';

/// A template's SQL with the operands in its holes.
std::string fill(std::string_view sql, const std::vector<std::string>& operands);

bool is_special_scalar(std::string_view function);
bool is_special_aggregate(std::string_view function);

/// Whether the aggregate is one of ours (infra/duckdb/functions), not the query store's.
bool is_own_aggregate(std::string_view function);

/// Whether this operand stands inside an object or array: it is passed as JSON text.
bool takes_json_text(std::string_view function, std::size_t operand);

/// The pattern with its flags in front, as RE2 reads it.
std::string re2_pattern(const check::Regex& regex);

/// The steps as a JSON array for opalite_json_get: `["a",0,"b"]`.
std::string path_steps(const check::PathAccess& path);

/// The terms for opalite_search, a JSON array of groups of terms, each `[flags, run, …]`; flags are a subset of `^` (at the
/// start), `$` (at the end) and `-` (must not match). Runs are in lower case.
std::string encode_terms(const check::SearchTerms& terms);

/// The quotient rounded down: `//` rounds towards zero. Writes `dividend` twice.
std::string floor_divide(const std::string& dividend, const std::string& divisor);

/// A part of the time of day: `(time / nanoseconds) mod count`.
struct ClockUnit {
    std::int64_t nanoseconds = 0;
    std::int64_t count = 0;
};
/// The unit when the expression is `format_time(time, "HH24")`, `"MI"` or `"SS"` in UTC.
std::optional<ClockUnit> clock_unit(const check::Expr& expr);

}  // namespace domain::opal::sql
