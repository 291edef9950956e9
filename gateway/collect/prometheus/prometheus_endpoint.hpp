#pragma once

#include <vector>

#include "gateway/collect/bundle_writer.hpp"
#include "gateway/http/router.hpp"

namespace gateway::collect::prometheus {

/// `/v1/prometheus`: remote write 1.0 (spec: api §13). Answers 200 with an empty body once the observations are durable; 2.0 is
/// refused with 415. Thread-safe; the writer must outlive it.
class PrometheusEndpoint {
public:
    explicit PrometheusEndpoint(BundleWriter& bundles) : bundles_(bundles) {}

    std::vector<http::Route> routes();

private:
    domain::base::Task<domain::base::Result<http::Response>> write(http::RequestContext& context);

    BundleWriter& bundles_;
};

}  // namespace gateway::collect::prometheus
