#include "infra/duckdb/merge/column_source.hpp"

#include <string_view>
#include <vector>

#include "infra/duckdb/merge/merge_sql.hpp"

namespace infra::duckdb::merge {
namespace {

namespace base = domain::base;

base::Error read_error(const char* message) {
    const std::string_view text = message == nullptr ? "no reason given" : message;
    auto code = base::ErrorCode::kInternal;
    if (text.starts_with("IO Error")) code = base::ErrorCode::kUnavailable;
    if (text.starts_with("Out of Memory Error")) code = base::ErrorCode::kResourceExhausted;
    return {code, "segments not merged: " + std::string(text.substr(0, text.find('\n')))};
}

/// Applied in this order: the directories before external access ends, the lock last.
std::vector<std::string> settings(const std::string& directory, std::size_t memory_bytes_max) {
    return {
        "SET threads = 1",
        "SET memory_limit = " + quoted_text(std::to_string(memory_bytes_max) + "B"),
        "SET temp_directory = ''",
        // One file is read again for each of its columns.
        "SET parquet_metadata_cache = true",
        "SET autoinstall_known_extensions = false",
        "SET autoload_known_extensions = false",
        "SET allowed_directories = [" + quoted_text(directory) + "]",
        "SET enable_external_access = false",
        "SET lock_configuration = true",
    };
}

}  // namespace

base::Result<std::unique_ptr<ColumnSource>> ColumnSource::open(const std::string& directory, std::size_t memory_bytes_max) {
    std::unique_ptr<ColumnSource> source(new ColumnSource());
    duckdb_database raw_database = nullptr;
    char* raw_message = nullptr;
    const duckdb_state opened = duckdb_open_ext(nullptr, &raw_database, nullptr, &raw_message);
    source->database_.reset(raw_database);
    const Text message(raw_message);
    if (opened != DuckDBSuccess) return read_error(message.get());
    duckdb_connection raw_connection = nullptr;
    duckdb_connect(source->database_.get(), &raw_connection);
    source->connection_.reset(raw_connection);
    for (const std::string& sql : settings(directory, memory_bytes_max)) {
        QueryResult result;
        if (auto done = source->execute(sql, result); !done) return done.error();
    }
    return source;
}

base::Result<void> ColumnSource::execute(const std::string& sql, QueryResult& result) {
    duckdb_prepared_statement raw_prepared = nullptr;
    const duckdb_state prepared_state = duckdb_prepare(connection_.get(), sql.c_str(), &raw_prepared);
    const PreparedStatement prepared(raw_prepared);
    if (prepared_state != DuckDBSuccess) return read_error(duckdb_prepare_error(raw_prepared));
    duckdb_pending_result raw_pending = nullptr;
    const duckdb_state pending_state = duckdb_pending_prepared_streaming(prepared.get(), &raw_pending);
    const PendingResult pending(raw_pending);
    if (pending_state != DuckDBSuccess) return read_error(duckdb_pending_error(raw_pending));
    if (duckdb_execute_pending(pending.get(), result.get()) == DuckDBSuccess) return {};
    const char* const message = duckdb_result_error(result.get());
    return read_error(message == nullptr ? duckdb_pending_error(pending.get()) : message);
}

base::Result<void> ColumnSource::read(const std::string& sql, const Visit& visit) {
    QueryResult result;
    if (auto done = execute(sql, result); !done) return done;
    while (!stopping_) {
        const DataChunk chunk(duckdb_fetch_chunk(result.value()));
        if (!chunk) {
            const char* const message = duckdb_result_error(result.get());
            return message == nullptr ? base::Result<void>() : read_error(message);
        }
        const std::size_t rows = duckdb_data_chunk_get_size(chunk.get());
        if (rows == 0) return {};
        const auto wants_more = visit(chunk.get(), rows);
        if (!wants_more) return wants_more.error();
        if (!*wants_more) return {};
    }
    return base::Error(base::ErrorCode::kUnavailable, "segments not merged: stopped");
}

}  // namespace infra::duckdb::merge
