#include "infra/duckdb/segment_merger.hpp"

#include <atomic>
#include <string_view>
#include <vector>

#include "infra/duckdb/handles.hpp"
#include "infra/duckdb/merge_sql.hpp"
#include "infra/duckdb/spill_directory.hpp"

namespace infra::duckdb {
namespace {

namespace base = domain::base;

base::Error merge_error(const char* message) {
    const std::string_view text = message == nullptr ? "no reason given" : message;
    auto code = base::ErrorCode::kInternal;
    if (text.starts_with("IO Error")) code = base::ErrorCode::kUnavailable;
    if (text.starts_with("Out of Memory Error")) code = base::ErrorCode::kResourceExhausted;
    return {code, "segments not merged: " + std::string(text.substr(0, text.find('\n')))};
}

/// Applied in this order: the directories before external access ends, the lock last.
std::vector<std::string> settings(const SegmentMergerConfig& config, const std::string& directory,
                                  const std::filesystem::path& spill_directory) {
    const auto bytes = [](std::size_t count) { return quoted_text(std::to_string(count) + "B"); };
    return {
        "SET threads = 1",
        "SET memory_limit = " + bytes(config.memory_bytes_max),
        "SET temp_directory = " + quoted_text(spill_directory.string()),
        "SET max_temp_directory_size = " + bytes(config.temp_bytes_max),
        "SET autoinstall_known_extensions = false",
        "SET autoload_known_extensions = false",
        "SET allowed_directories = [" + quoted_text(directory) + "]",
        "SET enable_external_access = false",
        "SET lock_configuration = true",
    };
}

}  // namespace

struct SegmentMerger::State {
    base::Result<void> run(const std::string& sql, QueryResult& result);

    std::string directory;  // ends with a slash
    // Destroyed from the bottom: the database before its directory.
    SpillDirectory spill;
    Database database;
    Connection connection;
    std::atomic<bool> stopping{false};
};

base::Result<void> SegmentMerger::State::run(const std::string& sql, QueryResult& result) {
    duckdb_prepared_statement raw_prepared = nullptr;
    const duckdb_state prepared_state = duckdb_prepare(connection.get(), sql.c_str(), &raw_prepared);
    const PreparedStatement prepared(raw_prepared);
    if (prepared_state != DuckDBSuccess) return merge_error(duckdb_prepare_error(raw_prepared));
    duckdb_pending_result raw_pending = nullptr;
    const duckdb_state pending_state = duckdb_pending_prepared(prepared.get(), &raw_pending);
    const PendingResult pending(raw_pending);
    if (pending_state != DuckDBSuccess) return merge_error(duckdb_pending_error(raw_pending));
    // Task by task, so that stop() is heard; what is left undone ends with the handle.
    for (auto state = DUCKDB_PENDING_RESULT_NOT_READY; !duckdb_pending_execution_is_finished(state);) {
        if (stopping) return base::Error(base::ErrorCode::kUnavailable, "segments not merged: stopped");
        state = duckdb_pending_execute_task(pending.get());
        if (state == DUCKDB_PENDING_ERROR) return merge_error(duckdb_pending_error(pending.get()));
    }
    if (duckdb_execute_pending(pending.get(), result.get()) == DuckDBSuccess) return {};
    const char* const message = duckdb_result_error(result.get());
    return merge_error(message == nullptr ? duckdb_pending_error(pending.get()) : message);
}

base::Result<std::unique_ptr<SegmentMerger>> SegmentMerger::open(const SegmentMergerConfig& config) {
    std::error_code failed;
    std::filesystem::create_directories(config.segment_directory, failed);
    if (failed || !config.segment_directory.is_absolute()) {
        return base::Error(base::ErrorCode::kInvalidArgument,
                           "segment directory must be absolute and writable: " + config.segment_directory.string());
    }
    auto spill = SpillDirectory::create(config.temp_directory);
    if (!spill) return spill.error();
    auto state = std::make_unique<State>();
    state->spill = std::move(*spill);
    state->directory = config.segment_directory.lexically_normal().string();
    if (!state->directory.ends_with('/')) state->directory += '/';
    duckdb_database raw_database = nullptr;
    char* raw_message = nullptr;
    const duckdb_state opened = duckdb_open_ext(nullptr, &raw_database, nullptr, &raw_message);
    state->database.reset(raw_database);
    const Text message(raw_message);
    if (opened != DuckDBSuccess) return merge_error(message.get());
    duckdb_connection raw_connection = nullptr;
    duckdb_connect(state->database.get(), &raw_connection);
    state->connection.reset(raw_connection);
    for (const std::string& sql : settings(config, state->directory, state->spill.path())) {
        QueryResult result;
        if (auto done = state->run(sql, result); !done) return done.error();
    }
    return std::unique_ptr<SegmentMerger>(new SegmentMerger(std::move(state)));
}

SegmentMerger::SegmentMerger(std::unique_ptr<State> state) : state_(std::move(state)) {}

SegmentMerger::~SegmentMerger() = default;

base::Result<MergedRows> SegmentMerger::merge(std::span<const domain::catalog::Segment> segments,
                                              const domain::catalog::SegmentLayout& layout, const std::string& file) {
    const std::string target = state_->directory + file;
    QueryResult copied;
    if (auto done = state_->run(merge_statement(segments, layout, state_->directory, target), copied); !done) {
        return done.error();
    }
    QueryResult checked;
    const std::string check = "SELECT count(*)::BIGINT, min(ts)::BIGINT, max(ts)::BIGINT FROM read_parquet(" +
                              quoted_text(target) + ") HAVING count(ts) = count(*)";
    if (auto done = state_->run(check, checked); !done) return done.error();
    const DataChunk chunk(duckdb_fetch_chunk(checked.value()));
    if (!chunk || duckdb_data_chunk_get_size(chunk.get()) != 1) {
        return base::Error(base::ErrorCode::kInternal, "segments not merged: a row has no time");
    }
    const auto number = [&](idx_t column) {
        return *static_cast<const std::int64_t*>(
            duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk.get(), column)));
    };
    MergedRows rows;
    rows.rows = number(0);
    if (rows.rows == 0) return base::Error(base::ErrorCode::kInternal, "segments not merged: they have no rows");
    rows.time_min = base::from_nanoseconds(number(1));
    rows.time_max = base::from_nanoseconds(number(2));
    return rows;
}

void SegmentMerger::stop() { state_->stopping = true; }

}  // namespace infra::duckdb
