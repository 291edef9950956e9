#pragma once

#include <memory>
#include <string>
#include <vector>

namespace infra::telemetry {

/// A number that only grows. Thread-safe.
class Counter {
public:
    virtual ~Counter() = default;
    virtual void add(double amount = 1) = 0;
};

/// A number that goes up and down. Thread-safe.
class Gauge {
public:
    virtual ~Gauge() = default;
    virtual void set(double value) = 0;
    virtual void add(double amount) = 0;
};

/// A distribution, in seconds, with buckets from 1 ms to 60 s. Thread-safe.
class Histogram {
public:
    virtual ~Histogram() = default;
    virtual void observe(double seconds) = 0;
};

using Labels = std::vector<std::pair<std::string, std::string>>;

/// The metrics of one process, shown at GET /metrics in Prometheus' text format. Names follow its conventions:
/// `opalite_collect_requests_total`. Asking twice for the same name and labels gives the same metric. Metrics live as long
/// as the registry. Thread-safe.
class Metrics {
public:
    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    Counter& counter(const std::string& name, const std::string& help, const Labels& labels = {});
    Gauge& gauge(const std::string& name, const std::string& help, const Labels& labels = {});
    Histogram& histogram(const std::string& name, const std::string& help, const Labels& labels = {});

    /// Prometheus text format 0.0.4.
    std::string expose() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace infra::telemetry
