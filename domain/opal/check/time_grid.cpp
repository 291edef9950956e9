#include "domain/opal/check/time_grid.hpp"

#include <algorithm>
#include <array>

namespace domain::opal::check {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kSecond = 1'000 * kMillisecond;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

constexpr std::array kFriendlySizes = {
    1 * kMillisecond,  2 * kMillisecond,   5 * kMillisecond,   10 * kMillisecond, 20 * kMillisecond,
    50 * kMillisecond, 100 * kMillisecond, 200 * kMillisecond, 500 * kMillisecond,
    1 * kSecond,       2 * kSecond,        5 * kSecond,        10 * kSecond,      15 * kSecond,
    20 * kSecond,      30 * kSecond,       1 * kMinute,        2 * kMinute,       5 * kMinute,
    10 * kMinute,      15 * kMinute,       20 * kMinute,       30 * kMinute,      1 * kHour,
    2 * kHour,         3 * kHour,          4 * kHour,          6 * kHour,         8 * kHour,
    12 * kHour,        1 * kDay,           2 * kDay,           7 * kDay,
};

std::int64_t floor_mod(std::int64_t value, std::int64_t divisor) {
    const std::int64_t rest = value % divisor;
    return rest < 0 ? rest + divisor : rest;
}

/// Both ends are int64 nanoseconds, so their distance may need one bit more.
std::int64_t length(std::int64_t start, std::int64_t end) {
    std::int64_t result = 0;
    if (end <= start) return 1;
    return __builtin_sub_overflow(end, start, &result) ? INT64_MAX : result;
}

bool fits(std::int64_t size, std::int64_t bins, std::int64_t start, std::int64_t window) {
    const std::int64_t full = window / size + (window % size != 0 ? 1 : 0);
    return full + (floor_mod(start, size) != 0 ? 1 : 0) <= bins;
}

}  // namespace

std::int64_t bin_count(const Grid& grid, std::int64_t window_start, std::int64_t window_end) {
    return length(window_start, window_end) / grid.size_ns + 1;
}

Grid friendly_grid(std::int64_t bins, std::int64_t size_min, std::int64_t window_start, std::int64_t window_end) {
    const std::int64_t window = length(window_start, window_end);
    if (bins <= 1) {
        const std::int64_t size = std::max(window, size_min);
        return {size, floor_mod(window_start, size)};
    }
    for (const std::int64_t size : kFriendlySizes) {
        if (size >= size_min && fits(size, bins, window_start, window)) return {size, 0};
    }
    // Weeks: the least multiple that fits is within one step of the quotient.
    const std::int64_t week = 7 * kDay;
    std::int64_t weeks = std::max({window / week / std::max<std::int64_t>(bins, 1), (size_min - 1) / week + 1,
                                   std::int64_t{1}});
    while (weeks < INT64_MAX / week && !fits(weeks * week, bins, window_start, window)) ++weeks;
    return {weeks * week, 0};
}

}  // namespace domain::opal::check
