#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace bench::workload {

/// The finalizer of splitmix64: equal input, equal output, and every bit of it matters.
constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/// A stream of random numbers (splitmix64); the same seed gives the same stream.
class Chance {
public:
    explicit Chance(std::uint64_t seed) : state_(mix(seed + 0x9E3779B97F4A7C15U)) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15U;
        return mix(state_);
    }
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    /// In [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    double uniform(double from, double to) { return from + uniform() * (to - from); }
    bool happens(double probability) { return uniform() < probability; }
    double exponential(double mean) { return -mean * std::log(1.0 - uniform()); }
    /// How often something with this mean happens before it stops; 0 counts.
    std::uint64_t geometric(double mean) {
        return static_cast<std::uint64_t>(std::log(1.0 - uniform()) / std::log(mean / (mean + 1.0)));
    }
    double normal() {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(6.283185307179586 * uniform());
    }
    double lognormal(double mu, double sigma) { return std::exp(mu + sigma * normal()); }

private:
    std::uint64_t state_;
};

/// Zipf–Mandelbrot: p(rank) ~ (rank + q)^-s for the ranks 1..n, drawn by inverting the continuous distribution.
class ZipfMandelbrot {
public:
    ZipfMandelbrot(double n, double s, double q = 0)
        : n_(static_cast<std::uint64_t>(n)), exponent_(1.0 - s), q_(q), low_(primitive(0.5 + q)), range_(primitive(n + 0.5 + q) - low_) {}

    /// 0 is the most frequent, n - 1 the rarest.
    std::uint64_t draw(Chance& chance) const {
        const double value = low_ + chance.uniform() * range_;
        const double x = (exponent_ == 0 ? std::exp(value) : std::pow(value, 1.0 / exponent_)) - q_ - 0.5;
        const auto rank = x > 0 ? static_cast<std::uint64_t>(x) : 0;
        return rank < n_ ? rank : n_ - 1;
    }

private:
    double primitive(double x) const { return exponent_ == 0 ? std::log(x) : std::pow(x, exponent_); }

    std::uint64_t n_;
    double exponent_;
    double q_;
    double low_;
    double range_;
};

}  // namespace bench::workload
