#include "gateway/query/time_window.hpp"
#include "domain/base/invalid_argument.hpp"

#include <charconv>
#include <cstdint>

namespace gateway::query {
namespace {

using domain::base::Error;
using domain::base::Result;
using domain::base::Timestamp;
using domain::base::invalid_argument;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::chrono::nanoseconds kDefaultInterval = std::chrono::hours(1);

std::optional<std::int64_t> unit_nanoseconds(char unit) {
    switch (unit) {
        case 's': return kSecond;
        case 'm': return 60 * kSecond;
        case 'h': return 3600 * kSecond;
        case 'd': return 24 * 3600 * kSecond;
        case 'w': return 7 * 24 * 3600 * kSecond;
        default: return std::nullopt;
    }
}

Result<std::optional<Timestamp>> parse_time(std::string_view name, const std::optional<std::string>& text) {
    if (!text) return std::optional<Timestamp>();
    const auto time = domain::base::from_rfc3339(*text);
    if (!time) return invalid_argument(std::string(name) + " is not an RFC 3339 time such as 2024-05-01T10:00:00Z: " + *text);
    return time;
}

/// a + b, or nothing outside the range of time.
std::optional<Timestamp> add(Timestamp time, std::int64_t nanoseconds_count) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(domain::base::to_nanoseconds(time), nanoseconds_count, &sum)) return std::nullopt;
    return domain::base::from_nanoseconds(sum);
}

}  // namespace

std::optional<std::chrono::nanoseconds> parse_interval(std::string_view text) {
    std::int64_t total = 0;
    if (text.empty()) return std::nullopt;
    while (!text.empty()) {
        std::int64_t count = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
        const auto digits = static_cast<std::size_t>(end - text.data());
        if (error != std::errc() || count < 0 || digits == text.size()) return std::nullopt;
        const auto unit = unit_nanoseconds(*end);
        std::int64_t part = 0;
        if (!unit || __builtin_mul_overflow(count, *unit, &part) || __builtin_add_overflow(total, part, &total)) {
            return std::nullopt;
        }
        text.remove_prefix(digits + 1);
    }
    if (total == 0) return std::nullopt;
    return std::chrono::nanoseconds(total);
}

Result<domain::query::TimeWindow> resolve_window(const WindowParameters& parameters, Timestamp now) {
    if (parameters.interval && parameters.start_time && parameters.end_time) {
        return invalid_argument("give at most two of interval, startTime and endTime");
    }
    std::chrono::nanoseconds interval = kDefaultInterval;
    if (parameters.interval) {
        const auto parsed = parse_interval(*parameters.interval);
        if (!parsed) return invalid_argument("interval is not a positive duration such as 15m, 2h or 1d: " + *parameters.interval);
        interval = *parsed;
    }
    const auto start = parse_time("startTime", parameters.start_time);
    if (!start) return start.error();
    const auto end = parse_time("endTime", parameters.end_time);
    if (!end) return end.error();

    std::optional<Timestamp> from = *start;
    std::optional<Timestamp> to = *end;
    if (from && !to) {
        to = parameters.interval ? add(*from, interval.count()) : now;
    } else if (!from) {
        if (!to) to = now;
        from = add(*to, -interval.count());
    }
    if (!from || !to) return invalid_argument("the window leaves the range of time");
    if (*to <= *from) {
        return invalid_argument("the window is empty: it would end at " + domain::base::to_rfc3339(*to) + ", not after its start " +
                                domain::base::to_rfc3339(*from));
    }
    return domain::query::TimeWindow{*from, *to};
}

}  // namespace gateway::query
