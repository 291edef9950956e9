#include "domain/ingest/rate_exchange.hpp"

#include <algorithm>
#include <numeric>

namespace domain::ingest {
namespace {

constexpr double kNewcomersShare = 0.05;

/// The level at which those who ask for more are cut off, so that all together get `limit`.
double water_level(double limit, std::vector<double> demands) {
    std::sort(demands.begin(), demands.end());
    double left = limit;
    for (std::size_t i = 0; i < demands.size(); ++i) {
        const double even = left / static_cast<double>(demands.size() - i);
        if (demands[i] >= even) return even;
        left -= demands[i];
    }
    return limit;
}

}  // namespace

double fair_part(double limit, double own, std::vector<double> others, std::size_t gateways) {
    const double newcomers = limit * kNewcomersShare / static_cast<double>(std::max<std::size_t>(gateways, 1));
    others.push_back(own);
    const double asked = std::accumulate(others.begin(), others.end(), 0.0);
    double part = 0;
    if (asked <= limit) {
        part = own + (limit - asked) / static_cast<double>(others.size());
    } else {
        part = std::min(own, water_level(limit, std::move(others)));
    }
    return std::min(limit, std::max(part, newcomers));
}

}  // namespace domain::ingest
