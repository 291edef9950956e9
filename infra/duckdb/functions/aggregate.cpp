#include "infra/duckdb/functions/aggregate.hpp"

namespace infra::duckdb::functions {

void AggregateRegistry::finish(duckdb_aggregate_function function, const char* name, duckdb_type result,
                               std::span<const duckdb_type> arguments) {
    for (const duckdb_type argument : arguments) {
        const LogicalType type(duckdb_create_logical_type(argument));
        duckdb_aggregate_function_add_parameter(function, type.get());
    }
    const LogicalType type(duckdb_create_logical_type(result));
    duckdb_aggregate_function_set_return_type(function, type.get());
    duckdb_aggregate_function_set_name(function, name);
    if (duckdb_register_aggregate_function(connection_, function) != DuckDBSuccess && refused_.empty()) refused_ = name;
}

}  // namespace infra::duckdb::functions
