#pragma once

#include <duckdb.h>

#include "domain/base/result.hpp"

namespace infra::duckdb::functions {

/// Registers opalite_object, opalite_rest and opalite_has (infra/duckdb/README.md) in the connection's database. Call once
/// for each database. Fails with kInternal when DuckDB refuses one.
domain::base::Result<void> register_segment_functions(duckdb_connection connection);

}  // namespace infra::duckdb::functions
