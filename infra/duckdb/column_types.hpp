#pragma once

#include <functional>
#include <string>
#include <vector>

#include <duckdb.h>

#include "domain/catalog/schema.hpp"

namespace infra::duckdb {

/// What casting a statement's columns needs: nothing, or another statement around it.
enum class Fit { kFits, kNeedsCast, kUnknown };

/// Compares the types that DuckDB gives with the physical types (row_batch.hpp) of the declared columns. kUnknown when a
/// type depends on a parameter that is not bound yet.
Fit fit(const std::vector<domain::catalog::Column>& declared, const std::function<duckdb_type(std::size_t)>& actual);

/// The statement that casts what does not fit: `SELECT CAST(c0 AS BIGINT), … FROM (sql) AS t(c0, …)`.
std::string with_casts(std::string sql, const std::vector<domain::catalog::Column>& declared,
                       const std::function<duckdb_type(std::size_t)>& actual);

}  // namespace infra::duckdb
