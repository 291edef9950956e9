#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/query/query_store.hpp"
#include "infra/duckdb/handles.hpp"

namespace infra::duckdb {

/// One statement on a connection of its own, with a streaming result. All calls block; interrupt() is thread-safe, the
/// others come one at a time.
class Statement {
public:
    /// `database` must outlive the statement.
    explicit Statement(duckdb_database database);

    /// Prepares, binds and executes up to the first rows. Columns that DuckDB would give another type than the declared
    /// one are cast. Fails as the QueryStore does.
    domain::base::Result<void> start(const domain::query::ExecutableQuery& query);

    /// The next rows, or null at the end.
    domain::base::Result<std::unique_ptr<domain::query::RowBatch>> fetch();

    /// Makes the running and every later call fail with kDeadlineExceeded.
    void interrupt();

private:
    domain::base::Result<void> prepare(const std::string& sql, const domain::query::ExecutableQuery& query);
    domain::base::Result<void> bind(const std::vector<domain::query::BoundValue>& parameters);
    domain::base::Result<void> execute();
    domain::base::Error interrupted() const;

    // Destroyed from the bottom: the result before its connection.
    Connection connection_;
    PreparedStatement prepared_;
    std::unique_ptr<QueryResult> result_;
    std::atomic<bool> interrupted_{false};
};

}  // namespace infra::duckdb
