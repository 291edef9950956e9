#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"

namespace domain::ingest {

/// What a gateway was asked to take of one limited thing, refused or not.
struct Demand {
    Demand(std::string named, double amount) : name(std::move(named)), per_second(amount) {}
    std::string name;
    double per_second;
};

/// What the other gateways said within the last seconds.
struct OtherDemands {
    std::size_t gateways = 0;     ///< that run
    std::vector<Demand> demands;  ///< one for each of them and each name that it was asked for
};

/// Where gateways tell each other their demands. Thread-safe.
class RateExchange {
public:
    virtual ~RateExchange() = default;

    /// Replaces what this gateway said before, and gives what the others said about the same names. Fails with kUnavailable.
    virtual base::Task<base::Result<OtherDemands>> exchange(std::vector<Demand> own) = 0;
};

/// The part of `limit` that one of several takes: nobody gets more than was asked of it while others lack, and who lacks gets the
/// same (max-min fairness). What nobody asks for is spread evenly, and a twentieth of an even part is always there, so that a
/// newcomer can begin: the parts of `gateways` (at least 1) together exceed the limit by a twentieth at most.
double fair_part(double limit, double own, std::vector<double> others, std::size_t gateways);

}  // namespace domain::ingest
