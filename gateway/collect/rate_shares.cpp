// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "gateway/collect/rate_shares.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace gateway::collect {

using domain::base::Result;
using domain::base::Task;
using domain::ingest::Demand;
using domain::ingest::OtherDemands;

namespace {

/// Limited tokens, datastreams and customers that were sent to lately; what is beyond takes an even part.
constexpr std::size_t kSharesMax = 100'000;
/// How much of an old demand a second leaves: a burst is forgotten within some seconds.
constexpr double kMemory = 0.5;
/// Below that part of its limit a demand is none any more.
constexpr double kNothing = 1e-6;

}  // namespace

void RateShares::ask(std::string_view name, double limit, double amount) {
    const std::scoped_lock lock(mutex_);
    auto found = shares_.find(std::string(name));
    if (found == shares_.end()) {
        if (shares_.size() >= kSharesMax) return;
        Share share;
        share.part = 1.0 / static_cast<double>(gateways_);
        found = shares_.emplace(std::string(name), share).first;
    }
    found->second.limit = limit;
    found->second.asked += amount;
    if (amount > 0) found->second.last = amount;
}

void RateShares::ask_again(std::string_view name) {
    const std::scoped_lock lock(mutex_);
    const auto found = shares_.find(std::string(name));
    if (found != shares_.end()) found->second.asked += found->second.last;
}

double RateShares::part(std::string_view name, double limit) const {
    const std::scoped_lock lock(mutex_);
    const auto found = shares_.find(std::string(name));
    return limit * (found == shares_.end() ? 1.0 / static_cast<double>(gateways_) : found->second.part);
}

std::vector<Demand> RateShares::take_demands() {
    const auto now = clock_.now();
    const std::scoped_lock lock(mutex_);
    const double seconds = std::max(0.1, std::chrono::duration<double>(now - exchanged_at_).count());
    exchanged_at_ = now;
    std::vector<Demand> demands;
    for (auto& [name, share] : shares_) {
        share.demand = kMemory * share.demand + (1 - kMemory) * share.asked / seconds;
        share.asked = 0;
    }
    std::erase_if(shares_, [](const auto& entry) { return entry.second.demand < entry.second.limit * kNothing; });
    demands.reserve(shares_.size());
    for (const auto& [name, share] : shares_) demands.emplace_back(name, share.demand);
    return demands;
}

void RateShares::divide(const OtherDemands& others) {
    std::unordered_map<std::string, std::vector<double>> by_name;
    for (const Demand& demand : others.demands) by_name[demand.name].push_back(demand.per_second);
    const std::scoped_lock lock(mutex_);
    gateways_ = others.gateways + 1;
    for (auto& [name, share] : shares_) {
        share.part = domain::ingest::fair_part(share.limit, share.demand, by_name[name], gateways_) / share.limit;
    }
}

Task<Result<void>> RateShares::exchange() {
    Result<void> done;
    auto demands = take_demands();
    const auto others = co_await exchange_.exchange(std::move(demands));
    if (!others) co_return others.error();
    divide(*others);
    co_return done;
}

std::size_t RateShares::size() const {
    const std::scoped_lock lock(mutex_);
    return shares_.size();
}

}  // namespace gateway::collect
