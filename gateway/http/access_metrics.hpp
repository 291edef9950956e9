#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>

#include "gateway/http/router.hpp"
#include "infra/telemetry/metrics.hpp"

namespace gateway::http {

/// Counts requests by route and status, their time and their bytes. Thread-safe; one request costs a few atomic additions.
class AccessMetrics {
public:
    AccessMetrics(infra::telemetry::Metrics& metrics, const Router& router);

    /// `route` is null for requests that no route took.
    void record(const Route* route, int status, std::chrono::steady_clock::duration duration, std::size_t bytes_in,
                std::size_t bytes_out);

    infra::telemetry::Gauge& connections() { return connections_; }

private:
    /// The counters of one route; those by status are looked up once and remembered.
    struct OfRoute {
        std::string pattern;
        std::string method;
        infra::telemetry::Histogram* seconds = nullptr;
        std::array<std::atomic<infra::telemetry::Counter*>, 600> by_status{};
    };
    std::unique_ptr<OfRoute> describe(std::string pattern, std::string method);
    infra::telemetry::Counter& requests(OfRoute& route, int status);

    infra::telemetry::Metrics& metrics_;
    infra::telemetry::Counter& bytes_in_;
    infra::telemetry::Counter& bytes_out_;
    infra::telemetry::Gauge& connections_;
    std::unordered_map<const Route*, std::unique_ptr<OfRoute>> routes_;
};

}  // namespace gateway::http
