#include "gateway/collect/sender_limits.hpp"

#include <string_view>

#include "gateway/http/problem.hpp"

namespace gateway::collect {

using domain::identity::IngestPrincipal;
using domain::identity::RateLimit;

/// One limit of one owner, as a bucket and in words.
struct SenderLimits::Limit {
    std::string name;
    std::string_view owner;
    bool bytes = true;
    std::int64_t per_minute = 0;
};

/// The narrowest first: its refusal is the one that says most. Mostly there is none, and nothing is allocated.
std::vector<SenderLimits::Limit> SenderLimits::limits_of(const IngestPrincipal& sender) {
    std::vector<Limit> limits;
    const auto add = [&](const RateLimit& rate, std::string_view owner, std::string_view kind, const auto& id) {
        if (!rate.bytes_per_minute && !rate.observations_per_minute) return;
        const std::string name = std::string(kind) + ' ' + sender.tenant.value() + ' ' + id();
        if (rate.bytes_per_minute) limits.push_back({name + " bytes", owner, true, *rate.bytes_per_minute});
        if (rate.observations_per_minute) limits.push_back({name + " observations", owner, false, *rate.observations_per_minute});
    };
    add(sender.rates.token, "the ingest token", "token", [&] { return sender.token.value(); });
    add(sender.rates.datastream, "the datastream", "datastream", [&] { return std::to_string(sender.datastream.value()); });
    add(sender.rates.tenant, "the customer", "customer", [] { return std::string(); });
    return limits;
}

http::BucketRate SenderLimits::rate_of(const Limit& limit) const {
    const double part = shares_.part(limit.name, static_cast<double>(limit.per_minute) / 60);
    return http::BucketRate{part, part * 60};
}

std::optional<http::Response> SenderLimits::refuse(const IngestPrincipal& sender, std::size_t bytes) {
    const std::vector<Limit> limits = limits_of(sender);
    std::optional<http::Response> refusal;
    for (const Limit& limit : limits) {
        // How many observations there are shows when they are decoded: until then a debt alone refuses.
        const double amount = limit.bytes ? static_cast<double>(bytes) : 0;
        shares_.ask(limit.name, static_cast<double>(limit.per_minute) / 60, amount);
        if (refusal) continue;
        const auto wait = buckets_.wait(limit.name, rate_of(limit), amount);
        if (!wait) continue;
        if (!limit.bytes) shares_.ask_again(limit.name);
        refusal = http::too_many_requests(std::string(limit.owner) + " is over its rate limit in " +
                                              (limit.bytes ? "bytes" : "observations") + " per minute: " +
                                              std::to_string(limit.per_minute), *wait);
    }
    if (refusal) return refusal;
    for (const Limit& limit : limits) {
        if (limit.bytes) buckets_.spend(limit.name, rate_of(limit), static_cast<double>(bytes));
    }
    return std::nullopt;
}

void SenderLimits::spend_observations(const IngestPrincipal& sender, std::int64_t observations) {
    for (const Limit& limit : limits_of(sender)) {
        if (limit.bytes) continue;
        shares_.ask(limit.name, static_cast<double>(limit.per_minute) / 60, static_cast<double>(observations));
        buckets_.spend(limit.name, rate_of(limit), static_cast<double>(observations));
    }
}

}  // namespace gateway::collect
