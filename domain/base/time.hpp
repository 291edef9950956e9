#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace domain::base {

/// A point in time in nanoseconds since the Unix epoch, UTC.
using Timestamp = std::chrono::sys_time<std::chrono::nanoseconds>;

/// Where time comes from: the machine's clock in the processes, a hand-set one in tests. Thread-safe.
class Clock {
public:
    virtual ~Clock() = default;
    virtual Timestamp now() const = 0;
};

/// The machine's real-time clock.
class SystemClock final : public Clock {
public:
    Timestamp now() const override;
};

inline std::int64_t to_nanoseconds(Timestamp time) { return time.time_since_epoch().count(); }
inline Timestamp from_nanoseconds(std::int64_t nanoseconds) {
    return Timestamp(std::chrono::nanoseconds(nanoseconds));
}

/// `2024-05-01T10:00:00.089123Z`: RFC 3339 in UTC; the fraction has 0, 3, 6 or 9 digits, whatever is exact.
std::string to_rfc3339(Timestamp time);

/// Reads RFC 3339 with `Z` or a numeric offset and up to nine fraction digits. Nothing on any other text, and on a time
/// outside the range of int64 nanoseconds (1677-09-21 to 2262-04-11).
std::optional<Timestamp> from_rfc3339(std::string_view text);

}  // namespace domain::base
