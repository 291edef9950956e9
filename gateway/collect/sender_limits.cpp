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

/// The narrowest first: its refusal is the one that says most.
void SenderLimits::for_each(const IngestPrincipal& sender, const std::function<void(const Limit&)>& visit) {
    const auto of = [&](const RateLimit& rate, std::string_view owner, std::string_view kind, const std::string& id) {
        if (!rate.bytes_per_minute && !rate.observations_per_minute) return;
        const std::string name = std::string(kind) + ' ' + sender.tenant.value() + ' ' + id;
        if (rate.bytes_per_minute) visit({name + " bytes", owner, true, *rate.bytes_per_minute});
        if (rate.observations_per_minute) visit({name + " observations", owner, false, *rate.observations_per_minute});
    };
    of(sender.rates.token, "the ingest token", "token", sender.token.value());
    of(sender.rates.datastream, "the datastream", "datastream", std::to_string(sender.datastream.value()));
    of(sender.rates.tenant, "the customer", "customer", "");
}

http::BucketRate SenderLimits::rate_of(const Limit& limit) const {
    const double part = shares_.part(limit.name, static_cast<double>(limit.per_minute) / 60);
    return http::BucketRate{part, part * 60};
}

std::optional<http::Response> SenderLimits::refuse(const IngestPrincipal& sender, std::size_t bytes) {
    std::optional<http::Response> refusal;
    for_each(sender, [&](const Limit& limit) {
        // How many observations there are shows when they are decoded: until then a debt alone refuses.
        const double amount = limit.bytes ? static_cast<double>(bytes) : 0;
        shares_.ask(limit.name, static_cast<double>(limit.per_minute) / 60, amount);
        if (refusal) return;
        const auto wait = buckets_.wait(limit.name, rate_of(limit), amount);
        if (!wait) return;
        if (!limit.bytes) shares_.ask_again(limit.name);
        refusal = http::too_many_requests(std::string(limit.owner) + " is over its rate limit in " +
                                              (limit.bytes ? "bytes" : "observations") + " per minute: " +
                                              std::to_string(limit.per_minute), *wait);
    });
    if (refusal) return refusal;
    for_each(sender, [&](const Limit& limit) {
        if (limit.bytes) buckets_.spend(limit.name, rate_of(limit), static_cast<double>(bytes));
    });
    return std::nullopt;
}

void SenderLimits::spend_observations(const IngestPrincipal& sender, std::int64_t observations) {
    for_each(sender, [&](const Limit& limit) {
        if (limit.bytes) return;
        shares_.ask(limit.name, static_cast<double>(limit.per_minute) / 60, static_cast<double>(observations));
        buckets_.spend(limit.name, rate_of(limit), static_cast<double>(observations));
    });
}

}  // namespace gateway::collect
