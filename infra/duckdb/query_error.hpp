#pragma once

#include <string_view>

#include "domain/base/error.hpp"

namespace infra::duckdb {

/// The error for a message of DuckDB (`Conversion Error: Could not …`), in OPAL's words where a query can cause it:
/// `integer overflow in addition: 9223372036854775807 + 1`. What is nobody's business goes to the log.
domain::base::Error to_error(std::string_view message);

}  // namespace infra::duckdb
