#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Numbers and truth values as OPAL's casts read and write them (spec: opal overview §4, functions §G).
namespace infra::duckdb::functions {

/// The shortest text: `1.5`, `100`, `1e+30`.
void append_float(std::string& out, double value);

/// Reads a decimal number; white space around it is ignored. False on anything else.
bool read_float(double& result, std::string_view text);

/// As read_float, rounded to the nearest integer, halves away from zero; false outside int64. Integers keep all digits.
bool read_int(std::int64_t& result, std::string_view text);
bool round_to_int(std::int64_t& result, double value);

/// `1 true t yes on`, `0 false f no off` in any case.
bool read_bool(bool& result, std::string_view text);

}  // namespace infra::duckdb::functions
