#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domain/identity/principal.hpp"
#include "gateway/collect/rate_shares.hpp"
#include "gateway/http/response.hpp"
#include "gateway/http/token_buckets.hpp"

namespace gateway::collect {

/// Keeps senders within the rate limits of their token, datastream and customer. A minute's worth may come at once; what goes over
/// it with one request is owed. Thread-safe; the shares must outlive it.
class SenderLimits {
public:
    SenderLimits(const domain::base::Clock& clock, RateShares& shares) : buckets_(clock), shares_(shares) {}

    /// 429 with Retry-After when one of the limits is used up, else nothing: the bytes are then spent.
    std::optional<http::Response> refuse(const domain::identity::IngestPrincipal& sender, std::size_t bytes);
    /// How many observations they turned out to be.
    void spend_observations(const domain::identity::IngestPrincipal& sender, std::int64_t observations);

private:
    struct Limit;
    static std::vector<Limit> limits_of(const domain::identity::IngestPrincipal& sender);
    http::BucketRate rate_of(const Limit& limit) const;

    http::TokenBuckets buckets_;
    RateShares& shares_;
};

}  // namespace gateway::collect
