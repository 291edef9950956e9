#pragma once

#include <duckdb.h>

#include "domain/base/result.hpp"
#include "infra/duckdb/functions/aggregate.hpp"
#include "infra/duckdb/functions/scalar.hpp"

namespace infra::duckdb::functions {

/// Registers what OPAL's functions need beyond SQL (domain/opal/sql/scalar_templates.cpp names them all) in the
/// connection's database. Call once for each database. Fails with kInternal when DuckDB refuses one.
domain::base::Result<void> register_opal_functions(duckdb_connection connection);

void register_array_functions(Registry& registry);
void register_array_edit_functions(Registry& registry);
void register_array_set_functions(Registry& registry);
void register_base64_functions(Registry& registry);
void register_browser_functions(Registry& registry);
void register_csv_functions(Registry& registry);
void register_digest_functions(Registry& registry);
void register_flatten_functions(Registry& registry);
void register_jmespath_functions(Registry& registry);
void register_json_functions(Registry& registry);
void register_like_functions(Registry& registry);
void register_net_functions(Registry& registry);
void register_number_functions(Registry& registry);
void register_object_functions(Registry& registry);
void register_random_functions(Registry& registry);
void register_regex_functions(Registry& registry);
void register_search_functions(Registry& registry);
void register_sketch_functions(Registry& registry);
void register_sql_params_functions(Registry& registry);
void register_text_functions(Registry& registry);
void register_time_functions(Registry& registry);
void register_token_functions(Registry& registry);
void register_trigonometry_functions(Registry& registry);
void register_uri_functions(Registry& registry);

void register_collect_aggregates(AggregateRegistry& registry);
void register_sketch_aggregates(AggregateRegistry& registry);

}  // namespace infra::duckdb::functions
