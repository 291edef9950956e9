#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "domain/base/result.hpp"
#include "infra/duckdb/handles.hpp"

namespace infra::duckdb::merge {

/// Reads segments in a small DuckDB database of its own, on the calling thread alone, so that rows come in the order of files
/// and of rows in them. Calls come one at a time; stop() is thread-safe.
class ColumnSource {
public:
    /// `directory` is absolute and ends with a slash; nothing outside of it can be read. Fails with kInternal.
    static domain::base::Result<std::unique_ptr<ColumnSource>> open(const std::string& directory, std::size_t memory_bytes_max);
    ColumnSource(const ColumnSource&) = delete;
    ColumnSource& operator=(const ColumnSource&) = delete;

    /// Calls `visit` with chunk after chunk of the statement's rows, until it gives false or fails. Fails as it does, and with kUnavailable (a
    /// file, or stopped), kResourceExhausted (memory), kInternal.
    using Visit = std::function<domain::base::Result<bool>(duckdb_data_chunk chunk, std::size_t rows)>;
    domain::base::Result<void> read(const std::string& sql, const Visit& visit);

    /// Makes the running and every later read fail soon.
    void stop() { stopping_ = true; }

private:
    ColumnSource() = default;
    domain::base::Result<void> execute(const std::string& sql, QueryResult& result);

    Database database_;  // destroyed after its connection
    Connection connection_;
    std::atomic<bool> stopping_{false};
};

}  // namespace infra::duckdb::merge
