#pragma once

#include "domain/base/result.hpp"
#include "infra/duckdb/duckdb_query_store.hpp"
#include "infra/duckdb/handles.hpp"

namespace infra::duckdb {

/// Opens a database in memory that can read the segment directory and nothing else, with OPAL's functions, and locks its
/// settings.
domain::base::Result<Database> open_database(const DuckDbQueryStoreConfig& config);

}  // namespace infra::duckdb
