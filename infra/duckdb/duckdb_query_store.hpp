#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>

#include "domain/base/result.hpp"
#include "domain/query/query_store.hpp"

namespace infra::duckdb {

struct DuckDbQueryStoreConfig {
    /// Where segments lie, absolute; nothing outside of it can be read.
    std::filesystem::path segment_directory;
    /// Where DuckDB spills what does not fit into memory; created when absent.
    std::filesystem::path temp_directory;
    std::size_t memory_bytes_max = std::size_t{1} << 30;       ///< of all queries together
    std::size_t temp_bytes_max = std::size_t{16} << 30;        ///< on disk, of all queries together
    std::size_t threads = 2;                                   ///< that compute, of all queries together
    std::size_t queries_running_max = 8;                       ///< further ones wait for their turn
    std::size_t queries_waiting_max = 64;                      ///< further ones are refused
};

/// QueryStore on DuckDB: one database in memory, in this process, one connection for each query. Thread-safe.
///
/// Statements run on threads of their own (queries_running_max of them, each held only while a step of its query runs)
/// and in DuckDB's worker threads. A stream that is destroyed, whose coroutine is cancelled, or whose deadline passes,
/// interrupts its statement; its memory is released in the background. Streams must not outlive the store.
///
/// Errors: a value out of range or not convertible is kInvalidArgument with DuckDB's sentence, lack of memory
/// kResourceExhausted, a passed deadline kDeadlineExceeded, a segment that cannot be read kUnavailable, all else
/// kInternal with the detail in the log only.
class DuckDbQueryStore final : public domain::query::QueryStore {
public:
    /// Opens the database and registers the functions. Fails with kInternal or kInvalidArgument (a bad setting).
    static domain::base::Result<std::unique_ptr<DuckDbQueryStore>> open(const DuckDbQueryStoreConfig& config);

    ~DuckDbQueryStore() override;

    domain::base::Task<domain::base::Result<std::unique_ptr<domain::query::RowStream>>> run(
        domain::query::ExecutableQuery query, domain::base::Timestamp deadline) override;

private:
    struct State;
    explicit DuckDbQueryStore(std::shared_ptr<State> state);

    std::shared_ptr<State> state_;
};

}  // namespace infra::duckdb
