#pragma once

#include <memory>
#include <type_traits>

#include <duckdb.h>

/// Owners for the handles of DuckDB's C API; the raw handles appear nowhere else.
namespace infra::duckdb {

/// Calls a `duckdb_destroy_…(handle*)` function.
template <auto destroy>
struct HandleDeleter {
    template <class Pointed>
    void operator()(Pointed* handle) const {
        destroy(&handle);
    }
};

template <class Handle, auto destroy>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, HandleDeleter<destroy>>;

using Database = Owned<duckdb_database, duckdb_close>;
using Config = Owned<duckdb_config, duckdb_destroy_config>;
using Connection = Owned<duckdb_connection, duckdb_disconnect>;
using PreparedStatement = Owned<duckdb_prepared_statement, duckdb_destroy_prepare>;
using PendingResult = Owned<duckdb_pending_result, duckdb_destroy_pending>;
using DataChunk = Owned<duckdb_data_chunk, duckdb_destroy_data_chunk>;
using LogicalType = Owned<duckdb_logical_type, duckdb_destroy_logical_type>;
using ScalarFunction = Owned<duckdb_scalar_function, duckdb_destroy_scalar_function>;
using AggregateFunction = Owned<duckdb_aggregate_function, duckdb_destroy_aggregate_function>;
using Expression = Owned<duckdb_expression, duckdb_destroy_expression>;
using ClientContext = Owned<duckdb_client_context, duckdb_destroy_client_context>;
using Value = Owned<duckdb_value, duckdb_destroy_value>;
using ErrorData = Owned<duckdb_error_data, duckdb_destroy_error_data>;

/// A result is a plain structure in the C API; this owns what it points to.
class QueryResult {
public:
    QueryResult() = default;
    ~QueryResult() { duckdb_destroy_result(&result_); }
    QueryResult(const QueryResult&) = delete;
    QueryResult& operator=(const QueryResult&) = delete;
    duckdb_result* get() { return &result_; }
    const duckdb_result& value() const { return result_; }

private:
    duckdb_result result_{};
};

struct FreeDeleter {
    void operator()(char* text) const { duckdb_free(text); }
};
/// A text that DuckDB allocated for the caller.
using Text = std::unique_ptr<char, FreeDeleter>;

}  // namespace infra::duckdb
