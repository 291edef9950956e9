#pragma once

#include <optional>

#include "domain/identity/rate_limit.hpp"
#include "gateway/rest/body.hpp"

namespace gateway::admin {

/// Absent, null and a value, as commands have them.
template <class Value>
std::optional<std::optional<Value>> cleared_or_set(const rest::Member<Value>& member) {
    if (!member.is_given()) return std::nullopt;
    return member.value();
}

/// The members `rateLimitBytesPerMinute` and `rateLimitObservationsPerMinute`, null for no limit.
inline domain::identity::RateLimitChange read_rate_change(rest::Body& body) {
    domain::identity::RateLimitChange change;
    change.bytes_per_minute =
        cleared_or_set(body.integer("rateLimitBytesPerMinute", 1, domain::identity::rate_bytes_per_minute_max));
    change.observations_per_minute =
        cleared_or_set(body.integer("rateLimitObservationsPerMinute", 1, domain::identity::rate_observations_per_minute_max));
    return change;
}

}  // namespace gateway::admin
