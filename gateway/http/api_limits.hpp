#pragma once

#include <optional>
#include <string_view>

#include "domain/identity/principal.hpp"
#include "gateway/http/request.hpp"
#include "gateway/http/response.hpp"
#include "gateway/http/token_buckets.hpp"

namespace gateway::http {

/// Rates of API requests (spec: api §3). A rate of 0 is no limit. Each gateway counts for itself.
struct ApiRates {
    BucketRate user_reads{18, 1'400};
    BucketRate tenant_reads{20, 1'500};
    BucketRate user_writes{8, 120};
    BucketRate tenant_writes{10, 130};
};

/// Who calls the API too often waits. Thread-safe.
class ApiLimits {
public:
    ApiLimits(const domain::base::Clock& clock, const ApiRates& rates) : buckets_(clock), rates_(rates) {}

    /// 429 with Retry-After when the caller or its tenant has used up its rate; nothing when the request may go on.
    std::optional<Response> refuse(const domain::identity::Principal& principal, bool reads);

private:
    std::optional<std::chrono::seconds> take(char kind, std::string_view name, const BucketRate& rate);

    TokenBuckets buckets_;
    const ApiRates rates_;
};

}  // namespace gateway::http
