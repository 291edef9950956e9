#include "domain/base/time.hpp"

#include <array>
#include <cstdio>

namespace domain::base {
namespace {

__extension__ typedef __int128 Int128;

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

/// Reads exactly `digits` decimal digits at the front of `text` and removes them.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
    if (text.size() < digits) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        if (text[i] < '0' || text[i] > '9') return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(digits);
    return value;
}

bool take(std::string_view& text, std::string_view choices) {
    if (text.empty() || choices.find(text.front()) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
}

/// Reads `.123456789` as nanoseconds; zero when there is no fraction.
std::optional<std::int64_t> take_fraction(std::string_view& text) {
    if (!take(text, ".")) return 0;
    std::int64_t value = 0;
    int digits = 0;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        if (++digits > 9) return std::nullopt;
        value = value * 10 + (text.front() - '0');
        text.remove_prefix(1);
    }
    if (digits == 0) return std::nullopt;
    for (; digits < 9; ++digits) value *= 10;
    return value;
}

/// Reads `Z` or `±hh:mm` as seconds east of UTC.
std::optional<int> take_offset(std::string_view& text) {
    if (take(text, "Zz")) return 0;
    if (text.empty()) return std::nullopt;
    const int sign = text.front() == '-' ? -1 : 1;
    if (!take(text, "+-")) return std::nullopt;
    const auto hours = take_number(text, 2);
    if (!hours || *hours > 23 || !take(text, ":")) return std::nullopt;
    const auto minutes = take_number(text, 2);
    if (!minutes || *minutes > 59) return std::nullopt;
    return sign * (*hours * 3600 + *minutes * 60);
}

}  // namespace

Timestamp SystemClock::now() const {
    return std::chrono::time_point_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now());
}

std::string to_rfc3339(Timestamp time) {
    // By hand: at the edges of the range, chrono's own floor and difference leave int64.
    std::int64_t fraction = to_nanoseconds(time) % kNanosecondsPerSecond;
    std::int64_t whole = to_nanoseconds(time) / kNanosecondsPerSecond;
    if (fraction < 0) {
        fraction += kNanosecondsPerSecond;
        --whole;
    }
    const std::chrono::sys_seconds seconds{std::chrono::seconds(whole)};
    const auto day = std::chrono::floor<std::chrono::days>(seconds);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(seconds - day);
    std::array<char, 48> text{};
    int length = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d",
                               static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                               static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                               static_cast<int>(clock.minutes().count()),
                               static_cast<int>(clock.seconds().count()));
    std::string result(text.data(), static_cast<std::size_t>(length));
    if (fraction != 0) {
        int digits = 9;
        for (; digits > 3 && fraction % 1000 == 0; digits -= 3) fraction /= 1000;
        length = std::snprintf(text.data(), text.size(), ".%0*lld", digits, static_cast<long long>(fraction));
        result.append(text.data(), static_cast<std::size_t>(length));
    }
    return result + "Z";
}

std::optional<Timestamp> from_rfc3339(std::string_view text) {
    const auto year = take_number(text, 4);
    if (!year || !take(text, "-")) return std::nullopt;
    const auto month = take_number(text, 2);
    if (!month || !take(text, "-")) return std::nullopt;
    const auto day = take_number(text, 2);
    if (!day || !take(text, "Tt ")) return std::nullopt;
    const auto hour = take_number(text, 2);
    if (!hour || *hour > 23 || !take(text, ":")) return std::nullopt;
    const auto minute = take_number(text, 2);
    if (!minute || *minute > 59 || !take(text, ":")) return std::nullopt;
    const auto second = take_number(text, 2);
    if (!second || *second > 60) return std::nullopt;  // 60: a leap second
    const auto fraction = take_fraction(text);
    if (!fraction) return std::nullopt;
    const auto offset = take_offset(text);
    if (!offset || !text.empty()) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok()) return std::nullopt;
    const std::int64_t seconds = std::chrono::sys_days(date).time_since_epoch().count() * std::int64_t{86400} +
                                 *hour * 3600 + *minute * 60 + *second - *offset;
    // 128 bits, since the first second of the range begins before it.
    const Int128 nanoseconds = static_cast<Int128>(seconds) * kNanosecondsPerSecond + *fraction;
    if (nanoseconds < INT64_MIN || nanoseconds > INT64_MAX) return std::nullopt;
    return from_nanoseconds(static_cast<std::int64_t>(nanoseconds));
}

}  // namespace domain::base
