#include "domain/admin/bounds.hpp"

#include <string>

namespace domain::admin {

Decision<void> check_bound(const std::optional<std::int64_t>& value, std::int64_t max, std::string_view what) {
    if (!value || (*value >= 1 && *value <= max)) return {};
    return Refusal(base::ErrorCode::kInvalidArgument, std::string(what) + " must be from 1 to " + std::to_string(max) + ": " +
                                                          std::to_string(*value));
}

Decision<void> check_rate(const identity::RateLimit& rate) {
    auto checked = check_bound(rate.bytes_per_minute, identity::rate_bytes_per_minute_max, "the rate limit in bytes per minute");
    if (!checked) return checked;
    return check_bound(rate.observations_per_minute, identity::rate_observations_per_minute_max,
                       "the rate limit in observations per minute");
}

Decision<void> check_rate(const identity::RateLimitChange& change) {
    identity::RateLimit rate;
    change.apply_to(rate);
    return check_rate(rate);
}

}  // namespace domain::admin
