#pragma once

#include <cstdint>
#include <optional>

namespace domain::identity {

inline constexpr std::int64_t rate_bytes_per_minute_max = 1'000'000'000'000;
inline constexpr std::int64_t rate_observations_per_minute_max = 1'000'000'000;

/// How much may be sent, counted by all gateways together; none: no limit. A minute's worth may come at once.
struct RateLimit {
    std::optional<std::int64_t> bytes_per_minute = std::nullopt;         ///< of decompressed bodies
    std::optional<std::int64_t> observations_per_minute = std::nullopt;
    friend bool operator==(const RateLimit&, const RateLimit&) = default;
};

/// A change of it: what is absent stays, null takes the limit away.
struct RateLimitChange {
    std::optional<std::optional<std::int64_t>> bytes_per_minute = std::nullopt;
    std::optional<std::optional<std::int64_t>> observations_per_minute = std::nullopt;
    friend bool operator==(const RateLimitChange&, const RateLimitChange&) = default;

    void apply_to(RateLimit& limit) const {
        if (bytes_per_minute) limit.bytes_per_minute = *bytes_per_minute;
        if (observations_per_minute) limit.observations_per_minute = *observations_per_minute;
    }
};

}  // namespace domain::identity
