#include "infra/duckdb/database.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/segment.hpp"

namespace infra::duckdb {
namespace {

namespace base = domain::base;

std::string sql_text(std::string_view text) {
    std::string sql = "'";
    for (const char c : text) sql.append(c == '\'' ? 2 : 1, c);
    return sql + "'";
}

base::Result<void> execute(duckdb_connection connection, const std::string& sql) {
    QueryResult result;
    if (duckdb_query(connection, sql.c_str(), result.get()) == DuckDBSuccess) return {};
    return base::Error(base::ErrorCode::kInternal,
                       "query store not opened: " + sql + ": " + duckdb_result_error(result.get()));
}

/// Applied in this order: the directories before external access ends, the lock last.
std::vector<std::string> settings(const DuckDbQueryStoreConfig& config, const std::string& directory) {
    const auto bytes = [](std::size_t count) { return sql_text(std::to_string(count) + "B"); };
    return {
        "SET memory_limit = " + bytes(config.memory_bytes_max),
        "SET threads = " + std::to_string(config.threads),
        "SET temp_directory = " + sql_text(config.temp_directory.string()),
        "SET max_temp_directory_size = " + bytes(config.temp_bytes_max),
        "SET parquet_metadata_cache = true",
        "SET TimeZone = 'UTC'",
        // A pipeline may sort or collect by a constant.
        "SET GLOBAL order_by_non_integer_literal = true",
        // The whole path stands here and not in each query, so that SQL names segments as the catalog does.
        "CREATE MACRO opalite_segments(files) AS TABLE SELECT * FROM read_parquet(list_transform(files, lambda file: " +
            sql_text(directory) + " || file), file_row_number = true, filename = true)",
        "SET autoinstall_known_extensions = false",
        "SET autoload_known_extensions = false",
        "SET allowed_directories = [" + sql_text(directory) + "]",
        "SET enable_external_access = false",
        "SET lock_configuration = true",
    };
}

}  // namespace

base::Result<Database> open_database(const DuckDbQueryStoreConfig& config) {
    std::error_code failed;
    std::filesystem::create_directories(config.segment_directory, failed);
    if (!failed) std::filesystem::create_directories(config.temp_directory, failed);
    if (failed || !config.segment_directory.is_absolute()) {
        return base::Error(base::ErrorCode::kInvalidArgument,
                           "segment and temp directory must be absolute and writable: " + config.segment_directory.string());
    }
    duckdb_database raw_database = nullptr;
    char* raw_message = nullptr;
    const duckdb_state opened = duckdb_open_ext(nullptr, &raw_database, nullptr, &raw_message);
    Database database(raw_database);
    const Text message(raw_message);
    if (opened != DuckDBSuccess) {
        return base::Error(base::ErrorCode::kInternal, std::string("query store not opened: ") + message.get());
    }
    duckdb_connection raw_connection = nullptr;
    duckdb_connect(database.get(), &raw_connection);
    const Connection connection(raw_connection);
    if (auto done = functions::register_segment_functions(connection.get()); !done) return done.error();
    if (auto done = functions::register_opal_functions(connection.get()); !done) return done.error();
    for (const std::string& sql : settings(config, config.segment_directory.lexically_normal().string() + "/")) {
        if (auto done = execute(connection.get(), sql); !done) return done.error();
    }
    return database;
}

}  // namespace infra::duckdb
