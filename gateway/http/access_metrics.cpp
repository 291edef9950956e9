#include "gateway/http/access_metrics.hpp"

#include <algorithm>

namespace gateway::http {

using infra::telemetry::Counter;
using infra::telemetry::Metrics;

AccessMetrics::AccessMetrics(Metrics& metrics, const Router& router)
    : metrics_(metrics),
      bytes_in_(metrics.counter("opalite_http_request_body_bytes_total", "Bytes of request bodies as they were sent")),
      bytes_out_(metrics.counter("opalite_http_response_body_bytes_total", "Bytes of response bodies as they were sent")),
      connections_(metrics.gauge("opalite_http_connections", "Open connections")) {
    routes_.emplace(nullptr, describe("none", "none"));
    for (const Route& route : router.routes()) {
        routes_.emplace(&route, describe(std::string(route.pattern), std::string(name(route.method))));
    }
}

std::unique_ptr<AccessMetrics::OfRoute> AccessMetrics::describe(std::string pattern, std::string method) {
    auto route = std::make_unique<OfRoute>();
    route->seconds = &metrics_.histogram("opalite_http_request_duration_seconds",
                                         "From the complete head to the end of the response",
                                         {{"route", pattern}, {"method", method}});
    route->pattern = std::move(pattern);
    route->method = std::move(method);
    return route;
}

Counter& AccessMetrics::requests(OfRoute& route, int status) {
    auto& slot = route.by_status[static_cast<std::size_t>(std::clamp(status, 0, 599))];
    Counter* counter = slot.load(std::memory_order_acquire);
    if (counter == nullptr) {
        counter = &metrics_.counter(
            "opalite_http_requests_total", "Requests by route and status",
            {{"route", route.pattern}, {"method", route.method}, {"status", std::to_string(status)}});
        slot.store(counter, std::memory_order_release);
    }
    return *counter;
}

void AccessMetrics::record(const Route* route, int status, std::chrono::steady_clock::duration duration,
                           std::size_t bytes_in, std::size_t bytes_out) {
    OfRoute& counters = *routes_.at(route);
    requests(counters, status).add();
    counters.seconds->observe(std::chrono::duration<double>(duration).count());
    if (bytes_in > 0) bytes_in_.add(static_cast<double>(bytes_in));
    if (bytes_out > 0) bytes_out_.add(static_cast<double>(bytes_out));
}

}  // namespace gateway::http
