#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "domain/admin/outcome.hpp"
#include "domain/identity/rate_limit.hpp"

namespace domain::admin {

/// Refuses with kInvalidArgument what is not from 1 to `max`; `what` names it.
Decision<void> check_bound(const std::optional<std::int64_t>& value, std::int64_t max, std::string_view what);

/// Refuses with kInvalidArgument a limit that is out of its bounds.
Decision<void> check_rate(const identity::RateLimit& rate);
Decision<void> check_rate(const identity::RateLimitChange& change);

}  // namespace domain::admin
