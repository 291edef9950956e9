#pragma once

#include <memory>
#include <string>

#include "domain/base/task.hpp"
#include "domain/base/time.hpp"
#include "domain/catalog/catalog.hpp"
#include "domain/query/explanation.hpp"
#include "domain/query/query_error.hpp"
#include "domain/query/query_request.hpp"
#include "domain/query/query_store.hpp"

namespace domain::query {

/// Answers a query: resolves its inputs, compiles the stages, binds the segments, starts the statement. Compiling runs on
/// the caller's thread: it takes well under a millisecond for scripts of usual size. Thread-safe; the ports must outlive it.
class QueryEngine {
public:
    QueryEngine(catalog::Catalog& catalog, QueryStore& store) : catalog_(catalog), store_(store) {}

    /// Starts the query. Fails with kInvalidArgument (bad stages, or OPAL that does not compile: the message then holds
    /// the rendered diagnostics), kNotFound (an input does not exist), and with what the ports fail with.
    base::Task<QueryResult<std::unique_ptr<RowStream>>> run(QueryRequest request, base::Timestamp deadline);

    /// What run() would do. Fails like run().
    base::Task<QueryResult<Explanation>> explanation(QueryRequest request);

    /// The same as text.
    base::Task<QueryResult<std::string>> explain(QueryRequest request);

private:
    catalog::Catalog& catalog_;
    QueryStore& store_;
};

}  // namespace domain::query
