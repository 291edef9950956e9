#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "infra/duckdb/functions/aggregate.hpp"
#include "infra/duckdb/functions/histogram.hpp"
#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/tdigest.hpp"

// Functions and aggregates over sketches of many numbers, as JSON: t-digests and OpenTelemetry's histograms.
namespace infra::duckdb::functions {
namespace {

using Sketch = std::variant<TDigest, ExplicitHistogram, ExponentialHistogram>;

/// The sketch in a value, by its keys; nothing when it is none.
std::optional<Sketch> read_sketch(std::string_view json) {
    if (auto histogram = ExplicitHistogram::read(json)) return std::move(*histogram);
    if (auto histogram = ExponentialHistogram::read(json)) return std::move(*histogram);
    if (auto digest = TDigest::read(json)) return std::move(*digest);
    return std::nullopt;
}

bool answer(double& result, const std::optional<double>& value) {
    result = value.value_or(0);
    return value.has_value();
}

bool sketch_quantile(double& result, std::string_view json, double q) {
    const auto sketch = read_sketch(json);
    if (!sketch) return false;
    if (const auto* digest = std::get_if<TDigest>(&*sketch)) return answer(result, digest->quantile(q));
    if (const auto* histogram = std::get_if<ExplicitHistogram>(&*sketch)) return answer(result, quantile(histogram->buckets(), q));
    return answer(result, quantile(std::get<ExponentialHistogram>(*sketch).buckets(), q));
}

bool digest_fraction(double& result, const TDigest& digest, double low, double high) {
    const auto below = digest.share_up_to(low);
    const auto up_to = digest.share_up_to(high);
    result = below && up_to ? *up_to - *below : 0;
    return below.has_value();
}

/// The share of the numbers between `low` and `high`; null when they are in the wrong order.
bool sketch_fraction(double& result, std::string_view json, double low, double high) {
    const auto sketch = read_sketch(json);
    if (!sketch || !(low <= high)) return false;
    if (const auto* digest = std::get_if<TDigest>(&*sketch)) return digest_fraction(result, *digest, low, high);
    if (const auto* histogram = std::get_if<ExplicitHistogram>(&*sketch)) {
        return answer(result, fraction(histogram->buckets(), low, high));
    }
    return answer(result, fraction(std::get<ExponentialHistogram>(*sketch).buckets(), low, high));
}

/// The digest in its own spelling; null when it is none.
bool tdigest(std::string& result, std::string_view json) {
    const auto digest = TDigest::read(json);
    if (digest) digest->write(result);
    return digest.has_value();
}

class DigestAggregate {
public:
    void add(double value) { digest_.add(value); }
    void merge(const DigestAggregate& other) { digest_.merge(other.digest_); }
    bool finish(std::string& result) const {
        digest_.write(result);
        return !digest_.is_empty();
    }

private:
    TDigest digest_;
};

/// The sum of sketches. The first one says of which kind they are; values that are no sketch of that kind are left out.
class SketchAggregate {
public:
    void add(std::string_view json) { add(read_sketch(json)); }
    void merge(const SketchAggregate& other) { add(other.sum_); }
    bool finish(std::string& result) const {
        if (!sum_) return false;
        std::visit([&](const auto& sketch) { sketch.write(result); }, *sum_);
        return true;
    }

private:
    static void add(TDigest& sum, const TDigest& digest) { sum.merge(digest); }
    static void add(ExplicitHistogram& sum, const ExplicitHistogram& histogram) { sum.add(histogram); }
    static void add(ExponentialHistogram& sum, const ExponentialHistogram& histogram) { sum.add(histogram); }

    void add(const std::optional<Sketch>& sketch) {
        if (!sketch) return;
        if (!sum_) {
            sum_ = sketch;
            return;
        }
        std::visit(
            [&](auto& sum) {
                using Kind = std::remove_reference_t<decltype(sum)>;
                if (const auto* same = std::get_if<Kind>(&*sketch)) add(sum, *same);
            },
            *sum_);
    }

    std::optional<Sketch> sum_;
};

/// A quantile of what Prometheus' cumulative buckets count, as its histogram_quantile estimates it. Values of one upper bound
/// add up; counts that fall from bucket to bucket are levelled.
class PrometheusQuantile {
public:
    void add(double value, double bound, double q) {
        q_ = q;
        if (!std::isnan(value) && !std::isnan(bound)) counts_[bound] += value;
    }
    void merge(const PrometheusQuantile& other) {
        q_ = other.q_;
        for (const auto& [bound, count] : other.counts_) counts_[bound] += count;
    }
    bool finish(double& result) const {
        double total = 0;
        for (const auto& [bound, count] : counts_) total = std::max(total, count);
        if (!(total > 0)) return false;
        const double rank = q_ * total;
        double bound_below = 0, count_below = 0;
        bool is_first = true;
        for (const auto& [bound, count] : counts_) {
            const double level = std::max(count, count_below);
            if (level >= rank) {
                result = inside(is_first, bound_below, bound, level > count_below ? (rank - count_below) / (level - count_below) : 0);
                return std::isfinite(result);
            }
            bound_below = bound;
            count_below = level;
            is_first = false;
        }
        return false;
    }

private:
    /// The place of a share between two bounds; the largest number stands for no bound. What lies above all finite bounds counts as the last of them; a first bucket
    /// begins at zero, or has only its upper bound below zero.
    static double inside(bool is_first, double low, double high, double share) {
        if (high >= std::numeric_limits<double>::max()) return is_first ? std::numeric_limits<double>::infinity() : low;
        if (is_first && high <= 0) return high;
        return low + (high - low) * share;
    }

    double q_ = 0;
    std::map<double, double> counts_;
};

}  // namespace

void register_sketch_functions(Registry& registry) {
    registry.add("opalite_sketch_quantile", &sketch_quantile);
    registry.add("opalite_sketch_fraction", &sketch_fraction);
    registry.add("opalite_tdigest", &tdigest);
}

void register_sketch_aggregates(AggregateRegistry& registry) {
    registry.add<DigestAggregate, std::string, double>("opalite_tdigest_agg");
    registry.add<PrometheusQuantile, double, double, double, double>("opalite_prom_quantile");
    registry.add<SketchAggregate, std::string, std::string_view>("opalite_sketch_sum");
}

}  // namespace infra::duckdb::functions
