#include "gateway/http/api_limits.hpp"

#include <string>

#include "gateway/http/problem.hpp"

namespace gateway::http {

std::optional<std::chrono::seconds> ApiLimits::take(char kind, std::string_view name, const BucketRate& rate) {
    if (rate.per_second <= 0) return std::nullopt;
    return buckets_.take(kind + std::string(name), rate);
}

std::optional<Response> ApiLimits::refuse(const domain::identity::Principal& principal, bool reads) {
    const std::string& tenant = principal.tenant.value();
    const std::string user = tenant + '/' + std::to_string(principal.user.value());
    // The narrower one first: one caller alone must not use up what belongs to all.
    auto wait = take(reads ? 'r' : 'w', user, reads ? rates_.user_reads : rates_.user_writes);
    const bool own = wait.has_value();
    if (!own) wait = take(reads ? 'R' : 'W', tenant, reads ? rates_.tenant_reads : rates_.tenant_writes);
    if (!wait) return std::nullopt;
    return too_many_requests(std::string("too many ") + (reads ? "reads" : "writes") + (own ? " of this user" : " of this customer"),
                             *wait);
}

}  // namespace gateway::http
