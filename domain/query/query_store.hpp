#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/base/time.hpp"
#include "domain/catalog/schema.hpp"
#include "domain/query/row_batch.hpp"

namespace domain::query {

/// A value bound to `$1`, `$2`, … of a statement.
using BoundValue = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string>;

/// One statement of the query store with everything it needs.
struct ExecutableQuery {
    std::string sql;
    std::vector<BoundValue> parameters;
    /// Name and type of each result column, in the order of the statement's columns.
    std::vector<catalog::Column> columns;
};

/// Rows of a running query, pulled: a slow reader slows the query.
class RowStream {
public:
    /// Cancels the query when it still runs.
    virtual ~RowStream() = default;

    /// The next rows, or a null pointer at the end. One call at a time. Fails with kInvalidArgument when a value made
    /// the query impossible (integer overflow), kDeadlineExceeded, kResourceExhausted (memory), kInternal.
    virtual base::Task<base::Result<std::unique_ptr<RowBatch>>> next() = 0;

    virtual const std::vector<catalog::Column>& columns() const = 0;
};

/// Where segments are queried. Thread-safe.
class QueryStore {
public:
    virtual ~QueryStore() = default;

    /// Starts a query; at most a configured number run at once, a further one waits until `deadline` for its turn.
    /// Fails with kResourceExhausted when too many wait already, kDeadlineExceeded, kInvalidArgument, kInternal.
    virtual base::Task<base::Result<std::unique_ptr<RowStream>>> run(ExecutableQuery query,
                                                                     base::Timestamp deadline) = 0;
};

}  // namespace domain::query
