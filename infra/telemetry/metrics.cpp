#include "infra/telemetry/metrics.hpp"

#include <map>
#include <mutex>

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace infra::telemetry {
namespace {

class PrometheusCounter final : public Counter {
public:
    explicit PrometheusCounter(prometheus::Counter& counter) : counter_(counter) {}
    void add(double amount) override { counter_.Increment(amount); }

private:
    prometheus::Counter& counter_;
};

class PrometheusGauge final : public Gauge {
public:
    explicit PrometheusGauge(prometheus::Gauge& gauge) : gauge_(gauge) {}
    void set(double value) override { gauge_.Set(value); }
    void add(double amount) override { gauge_.Increment(amount); }

private:
    prometheus::Gauge& gauge_;
};

class PrometheusHistogram final : public Histogram {
public:
    explicit PrometheusHistogram(prometheus::Histogram& histogram) : histogram_(histogram) {}
    void observe(double seconds) override { histogram_.Observe(seconds); }

private:
    prometheus::Histogram& histogram_;
};

const prometheus::Histogram::BucketBoundaries kSeconds{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
                                                       0.5,   1,      2.5,   5,    10,    30,   60};

std::map<std::string, std::string> to_map(const Labels& labels) { return {labels.begin(), labels.end()}; }

}  // namespace

struct Metrics::State {
    using Key = std::pair<std::string, std::map<std::string, std::string>>;
    prometheus::Registry registry{prometheus::Registry::InsertBehavior::Merge};
    std::mutex mutex;
    std::map<Key, std::unique_ptr<PrometheusCounter>> counters;
    std::map<Key, std::unique_ptr<PrometheusGauge>> gauges;
    std::map<Key, std::unique_ptr<PrometheusHistogram>> histograms;
};

Metrics::Metrics() : state_(std::make_unique<State>()) {}
Metrics::~Metrics() = default;

Counter& Metrics::counter(const std::string& name, const std::string& help, const Labels& labels) {
    const std::scoped_lock lock(state_->mutex);
    auto& slot = state_->counters[{name, to_map(labels)}];
    if (!slot) {
        auto& family = prometheus::BuildCounter().Name(name).Help(help).Register(state_->registry);
        slot = std::make_unique<PrometheusCounter>(family.Add(to_map(labels)));
    }
    return *slot;
}

Gauge& Metrics::gauge(const std::string& name, const std::string& help, const Labels& labels) {
    const std::scoped_lock lock(state_->mutex);
    auto& slot = state_->gauges[{name, to_map(labels)}];
    if (!slot) {
        auto& family = prometheus::BuildGauge().Name(name).Help(help).Register(state_->registry);
        slot = std::make_unique<PrometheusGauge>(family.Add(to_map(labels)));
    }
    return *slot;
}

Histogram& Metrics::histogram(const std::string& name, const std::string& help, const Labels& labels) {
    const std::scoped_lock lock(state_->mutex);
    auto& slot = state_->histograms[{name, to_map(labels)}];
    if (!slot) {
        auto& family = prometheus::BuildHistogram().Name(name).Help(help).Register(state_->registry);
        slot = std::make_unique<PrometheusHistogram>(family.Add(to_map(labels), kSeconds));
    }
    return *slot;
}

std::string Metrics::expose() const {
    const prometheus::TextSerializer serializer;
    return serializer.Serialize(state_->registry.Collect());
}

}  // namespace infra::telemetry
