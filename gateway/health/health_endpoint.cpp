#include "gateway/health/health_endpoint.hpp"

namespace gateway::health {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;

Task<Result<http::Response>> HealthEndpoint::health(http::RequestContext&) {
    std::string reasons;
    for (const Dependency& dependency : dependencies_) {
        const auto answer = co_await dependency.ping();
        if (answer) continue;
        if (!reasons.empty()) reasons += "; ";
        reasons += dependency.name + ": " + answer.error().message();
    }
    if (!reasons.empty()) co_return Error(ErrorCode::kUnavailable, reasons);
    co_return http::Response::json(200, R"({"ok":true,"message":"healthy"})");
}

Task<Result<http::Response>> HealthEndpoint::metrics(http::RequestContext& context) {
    if (context.request().over_tls()) co_return Error(ErrorCode::kNotFound, "metrics are shown on the plain listener only");
    co_return http::Response(200, "text/plain; version=0.0.4; charset=utf-8", metrics_.expose());
}

}  // namespace gateway::health
