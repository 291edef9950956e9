#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domain/base/time.hpp"
#include "domain/ingest/rate_exchange.hpp"

namespace gateway::collect {

/// This gateway's part of each limit that all gateways keep together, by what each of them was asked for lately. Until the first
/// exchange about a name the parts are even. While the exchange fails the last parts hold, so the limit does, too. Thread-safe.
class RateShares {
public:
    RateShares(domain::ingest::RateExchange& exchange, const domain::base::Clock& clock)
        : exchange_(exchange), clock_(clock), exchanged_at_(clock.now()) {}

    /// Notes that `amount` was asked for of `limit` per second.
    void ask(std::string_view name, double limit, double amount);
    /// As much was asked for as the last time: of a request that was refused before its amount was known.
    void ask_again(std::string_view name);
    /// The part of `limit` that this gateway may take, above 0.
    double part(std::string_view name, double limit) const;

    /// Tells the others what was asked for since the last time, and hears what they were. Once a second. Fails with kUnavailable;
    /// nothing is lost then.
    domain::base::Task<domain::base::Result<void>> exchange();

    std::size_t size() const;

private:
    struct Share {
        double limit = 0;
        double asked = 0;   ///< since the last exchange
        double last = 0;    ///< asked for
        double demand = 0;  ///< per second, smoothed over a few seconds
        double part = 1;    ///< of the limit
    };
    std::vector<domain::ingest::Demand> take_demands();
    void divide(const domain::ingest::OtherDemands& others);

    domain::ingest::RateExchange& exchange_;
    const domain::base::Clock& clock_;
    mutable std::mutex mutex_;  // guards all below
    std::unordered_map<std::string, Share> shares_;
    std::size_t gateways_ = 1;
    domain::base::Timestamp exchanged_at_;
};

}  // namespace gateway::collect
