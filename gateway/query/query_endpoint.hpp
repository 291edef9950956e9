#pragma once

#include "domain/base/time.hpp"
#include "domain/query/query_engine.hpp"
#include "gateway/http/router.hpp"
#include "infra/telemetry/metrics.hpp"

namespace gateway::query {

/// POST /v1/meta/export/query (spec: api §6): decodes the question, asks the engine, streams the rows as CSV or NDJSON in
/// the order of the query, in constant memory. With `"explain": true` it tells how the query would be answered instead, as text,
/// or as JSON when Accept names application/json. The ports must outlive it. Thread-safe.
class QueryEndpoint {
public:
    QueryEndpoint(domain::query::QueryEngine& engine, const domain::base::Clock& clock, infra::telemetry::Metrics& metrics);

    domain::base::Task<domain::base::Result<http::Response>> export_query(http::RequestContext& context);

private:
    domain::base::Task<domain::base::Result<http::Response>> explain(domain::query::QueryRequest question,
                                                                     const http::Request& request);

    domain::query::QueryEngine& engine_;
    const domain::base::Clock& clock_;
    infra::telemetry::Counter& rows_;
    infra::telemetry::Counter& bytes_;
};

}  // namespace gateway::query
