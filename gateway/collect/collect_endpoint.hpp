#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/base/time.hpp"
#include "domain/eventlog/event_log.hpp"
#include "domain/ingest/bundle.hpp"
#include "gateway/collect/decoder.hpp"
#include "gateway/collect/payload_builder.hpp"
#include "gateway/http/router.hpp"
#include "gateway/http/slab.hpp"
#include "gateway/http/token_buckets.hpp"
#include "infra/telemetry/metrics.hpp"

namespace gateway::collect {

/// Collection over HTTP (spec: api §10, §11): validates a body, appends its observations to the log as one bundle and
/// answers 200 once they are durable. All or nothing. Thread-safe; what is handed in must outlive it.
class CollectEndpoint {
public:
    CollectEndpoint(domain::eventlog::EventWriter& log, domain::base::Clock& clock, http::SlabPool& pool,
                    infra::telemetry::Metrics& metrics);

    /// `/v1/http`, `/v1/http/{path...}`, the older `/v1/observations…`, and `GET /` of the collection host.
    std::vector<http::Route> routes();

private:
    domain::base::Task<domain::base::Result<http::Response>> hello(http::RequestContext& context);
    domain::base::Task<domain::base::Result<http::Response>> collect(http::RequestContext& context);
    std::optional<http::Response> over_rate(const http::RequestContext& context);
    domain::base::Task<domain::base::Result<std::vector<PayloadPart>>> decode(WireFormat format, http::Slab& body);
    domain::base::Task<domain::base::Result<void>> append(http::RequestContext& context, std::string extra,
                                                          std::vector<PayloadPart> parts);

    domain::eventlog::EventWriter& log_;
    domain::base::Clock& clock_;
    http::SlabPool& pool_;
    http::TokenBuckets datastream_rates_;
    const domain::eventlog::Topic topic_;
    infra::telemetry::Counter& observations_;
    infra::telemetry::Counter& bytes_;
    infra::telemetry::Counter& refused_;
    infra::telemetry::Counter& limited_;
    infra::telemetry::Counter& failed_;
    infra::telemetry::Histogram& append_seconds_;
};

}  // namespace gateway::collect
