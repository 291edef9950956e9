#pragma once

#include <vector>

#include "gateway/collect/bundle_writer.hpp"
#include "gateway/collect/collect_endpoint.hpp"
#include "gateway/collect/elastic/elastic_endpoint.hpp"
#include "gateway/collect/kinesis/kinesis_endpoint.hpp"
#include "gateway/collect/otlp/otlp_endpoint.hpp"
#include "gateway/collect/prometheus/prometheus_endpoint.hpp"
#include "gateway/http/router.hpp"

namespace gateway::collect::endpoints {

/// Every collection endpoint, over one writer of bundles. Thread-safe; what is handed in must outlive it.
class CollectEndpoints {
public:
    CollectEndpoints(domain::eventlog::EventWriter& log, domain::base::Clock& clock, http::SlabPool& pool,
                     RateShares& shares, infra::telemetry::Metrics& metrics)
        : bundles_(log, clock, pool, shares, metrics), http_(bundles_), otlp_(bundles_), prometheus_(bundles_), elastic_(bundles_),
          kinesis_(bundles_, clock) {}

    std::vector<http::Route> routes();

private:
    BundleWriter bundles_;
    CollectEndpoint http_;
    otlp::OtlpEndpoint otlp_;
    prometheus::PrometheusEndpoint prometheus_;
    elastic::ElasticEndpoint elastic_;
    kinesis::KinesisEndpoint kinesis_;
};

}  // namespace gateway::collect::endpoints
