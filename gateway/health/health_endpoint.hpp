#pragma once

#include <functional>
#include <string>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "gateway/http/router.hpp"
#include "infra/telemetry/metrics.hpp"

namespace gateway::health {

/// One thing that this process cannot work without.
struct Dependency {
    std::string name;  ///< `event log`
    std::function<domain::base::Task<domain::base::Result<void>>()> ping;
};

/// GET /v1/health and GET /metrics. Thread-safe; the metrics must outlive it.
class HealthEndpoint {
public:
    HealthEndpoint(std::vector<Dependency> dependencies, infra::telemetry::Metrics& metrics)
        : dependencies_(std::move(dependencies)), metrics_(metrics) {}

    /// 200 when every dependency answers, else kUnavailable with the names of those that do not and their reasons.
    domain::base::Task<domain::base::Result<http::Response>> health(http::RequestContext& context);

    /// Prometheus text; on the plain listener only (spec: running.md), 404 over TLS.
    domain::base::Task<domain::base::Result<http::Response>> metrics(http::RequestContext& context);

private:
    std::vector<Dependency> dependencies_;
    infra::telemetry::Metrics& metrics_;
};

}  // namespace gateway::health
