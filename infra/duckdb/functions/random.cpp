#include <algorithm>
#include <cmath>
#include <cstdint>

#include "infra/duckdb/functions/register.hpp"

// Random numbers: pure functions of a seed, which is a random one where the query gives none.
namespace infra::duckdb::functions {
namespace {

constexpr std::int64_t kZipfElementsMax = 16'777'215;

/// SplitMix64: a stream of well-mixed numbers from any seed.
class Stream {
public:
    explicit Stream(std::int64_t seed) : state_(static_cast<std::uint64_t>(seed)) {}

    std::uint64_t bits() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t value = state_;
        value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
        value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
        return value ^ (value >> 31U);
    }
    /// In [0, 1).
    double unit() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }

private:
    std::uint64_t state_;
};

/// An integer in [low, high].
bool uniform_int(std::int64_t& result, std::int64_t low, std::int64_t high, std::int64_t seed) {
    if (low > high) return false;
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    Stream stream(seed);
    std::uint64_t bits = stream.bits();
    // The last, incomplete round of numbers would favour small results; a span of 0 means all 2^64 values.
    const std::uint64_t rest = span == 0 ? 0 : (0 - span) % span;
    while (bits < rest) bits = stream.bits();
    result = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + (span == 0 ? bits : bits % span));
    return true;
}

/// A number in [low, high).
bool uniform_float(double& result, double low, double high, std::int64_t seed) {
    result = low + (high - low) * Stream(seed).unit();
    return low <= high && std::isfinite(result);
}

/// Ranks 1…n with probabilities in proportion to rank^-s, by rejection-inversion (W. Hörmann and G. Derflinger 1996): the
/// density over [k - 1/2, k + 1/2] is drawn by inverting its integral, and corrected by rejecting.
class ZipfSampler {
public:
    ZipfSampler(double exponent, std::int64_t count)
        : exponent_(exponent),
          count_(count),
          low_(integral(1.5) - 1.0),
          high_(integral(static_cast<double>(count) + 0.5)),
          shortcut_(2.0 - inverse_integral(integral(2.5) - density(2.0))) {}

    std::int64_t sample(Stream& stream) const {
        while (true) {
            const double area = high_ + stream.unit() * (low_ - high_);
            const double place = inverse_integral(area);
            const std::int64_t rank = std::min(std::max<std::int64_t>(std::llround(place), 1), count_);
            const auto rank_value = static_cast<double>(rank);
            if (rank_value - place <= shortcut_ || area >= integral(rank_value + 0.5) - density(rank_value)) return rank;
        }
    }

private:
    double density(double x) const { return std::exp(-exponent_ * std::log(x)); }
    /// (x^(1-s) - 1) / (1-s), also near s = 1.
    double integral(double x) const {
        const double logarithm = std::log(x);
        const double scaled = (1.0 - exponent_) * logarithm;
        return (std::fabs(scaled) > 1e-8 ? std::expm1(scaled) / scaled : 1.0 + scaled / 2) * logarithm;
    }
    double inverse_integral(double area) const {
        const double scaled = std::max(area * (1.0 - exponent_), -1.0);
        return std::exp((std::fabs(scaled) > 1e-8 ? std::log1p(scaled) / scaled : 1.0 - scaled / 2) * area);
    }

    double exponent_;
    std::int64_t count_;
    double low_;
    double high_;
    double shortcut_;
};

bool zipf(std::int64_t& result, double exponent, std::int64_t count, std::int64_t seed) {
    if (!(exponent > 0 && exponent <= 100) || count < 1 || count > kZipfElementsMax) return false;
    Stream stream(seed);
    result = ZipfSampler(exponent, count).sample(stream);
    return true;
}

}  // namespace

void register_random_functions(Registry& registry) {
    registry.add("opalite_uniform_int", &uniform_int);
    registry.add("opalite_uniform_float", &uniform_float);
    registry.add("opalite_zipf", &zipf);
}

}  // namespace infra::duckdb::functions
