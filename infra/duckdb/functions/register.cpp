#include "infra/duckdb/functions/register.hpp"

namespace infra::duckdb::functions {

domain::base::Result<void> register_opal_functions(duckdb_connection connection) {
    Registry registry(connection);
    register_array_functions(registry);
    register_array_edit_functions(registry);
    register_array_set_functions(registry);
    register_base64_functions(registry);
    register_browser_functions(registry);
    register_csv_functions(registry);
    register_digest_functions(registry);
    register_flatten_functions(registry);
    register_jmespath_functions(registry);
    register_json_functions(registry);
    register_like_functions(registry);
    register_net_functions(registry);
    register_number_functions(registry);
    register_object_functions(registry);
    register_random_functions(registry);
    register_regex_functions(registry);
    register_search_functions(registry);
    register_sketch_functions(registry);
    register_sql_params_functions(registry);
    register_text_functions(registry);
    register_time_functions(registry);
    register_token_functions(registry);
    register_trigonometry_functions(registry);
    register_uri_functions(registry);
    AggregateRegistry aggregates(connection);
    register_collect_aggregates(aggregates);
    register_sketch_aggregates(aggregates);
    const std::string& refused = registry.refused().empty() ? aggregates.refused() : registry.refused();
    if (refused.empty()) return {};
    return domain::base::Error(domain::base::ErrorCode::kInternal, "query store not opened: function refused: " + refused);
}

}  // namespace infra::duckdb::functions
