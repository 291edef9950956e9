#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "domain/base/time.hpp"
#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/time_format.hpp"
#include "infra/duckdb/functions/time_zone.hpp"

// Times: nanoseconds since the epoch.
namespace infra::duckdb::functions {
namespace {

/// The format, read once for each format that a thread meets in a row.
const TimeFormat& prepared_format(std::string_view format) {
    thread_local std::string last;
    thread_local TimeFormat ready{std::string_view()};
    if (last != format) {
        ready = TimeFormat(format);
        last = format;
    }
    return ready;
}

const TimeZone* zone_of(std::string_view name) {
    thread_local std::string last;
    thread_local const TimeZone* zone = nullptr;
    if (zone == nullptr || last != name) {
        zone = TimeZone::find(name);
        last = name;
    }
    return zone;
}

std::int64_t floor_seconds(std::int64_t time) {
    return time / 1'000'000'000 - (time % 1'000'000'000 < 0 ? 1 : 0);
}

/// A day that a thread met before: rows that lie together mostly have the same one.
struct KnownDay {
    std::string text;  ///< with the separator behind it: `2024-11-21T`
    std::int64_t midnight = 0;
};
constexpr std::int64_t kDay = 86'400'000'000'000;

/// The time when the text is the usual form on this day, `…16:25:49.123Z`. False: it has to be read completely.
bool read_on(const KnownDay& day, std::int64_t& result, std::string_view text) {
    constexpr std::array<std::int64_t, 10> kScales{1'000'000'000, 100'000'000, 10'000'000, 1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};
    constexpr std::size_t kFraction = 20;
    if (day.text.empty() || text.size() < kFraction || text.size() > kFraction + 10 || text.back() != 'Z' || !text.starts_with(day.text)) return false;
    const auto digit = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(text[at])) - '0'; };
    const auto two = [&](std::size_t at) { return digit(at) > 9 || digit(at + 1) > 9 ? 100 : digit(at) * 10 + digit(at + 1); };
    if (text[13] != ':' || text[16] != ':' || two(11) > 23 || two(14) > 59 || two(17) > 59) return false;
    const std::size_t digits = text.size() == kFraction ? 0 : text.size() - kFraction - 1;
    if (text.size() > kFraction && (text[kFraction - 1] != '.' || digits == 0)) return false;
    std::int64_t fraction = 0;
    for (std::size_t at = kFraction; at < kFraction + digits; ++at) {
        if (digit(at) > 9) return false;
        fraction = fraction * 10 + digit(at);
    }
    const std::int64_t seconds = std::int64_t{two(11)} * 3600 + two(14) * 60 + two(17);
    result = day.midnight + seconds * 1'000'000'000 + fraction * kScales[digits];
    return true;
}

bool parse_isotime(std::int64_t& result, std::string_view text) {
    thread_local KnownDay day;
    if (read_on(day, result, text)) return true;
    const auto time = domain::base::from_rfc3339(text);
    if (!time) return false;
    result = domain::base::to_nanoseconds(*time);
    // Not a leap second, which is the next day, and not the ends of the range.
    const bool is_usual = text.back() == 'Z' && text.substr(17, 2) != "60" && result > kDay && result < INT64_MAX - kDay;
    if (is_usual) {
        day.text = text.substr(0, 11);
        day.midnight = result - result % kDay;
    }
    return true;
}

bool iso_time(std::string& result, std::int64_t time) {
    result = domain::base::to_rfc3339(domain::base::from_nanoseconds(time));
    return true;
}

bool format_time(std::string& result, std::int64_t time, std::string_view format, std::string_view zone_name) {
    const TimeZone* zone = zone_of(zone_name);
    if (zone == nullptr) return false;
    prepared_format(format).print(result, time, zone->offset_at(floor_seconds(time)));
    return true;
}

bool parse_time(std::int64_t& result, std::string_view text, std::string_view format, std::string_view zone_name) {
    const TimeZone* zone = zone_of(zone_name);
    const auto parsed = prepared_format(format).parse(text);
    if (zone == nullptr || !parsed) return false;
    const std::int64_t offset = parsed->offset ? *parsed->offset : zone->offset_at_local(parsed->local_seconds);
    return !__builtin_mul_overflow(parsed->local_seconds - offset, std::int64_t{1'000'000'000}, &result) &&
           !__builtin_add_overflow(result, parsed->nanoseconds, &result);
}

/// Nanoseconds in a unit of a duration; 0 for any other text.
std::int64_t unit_of(std::string_view name) {
    if (name == "ns") return 1;
    if (name == "us" || name == "\u00B5s" || name == "\u03BCs") return 1'000;
    if (name == "ms") return 1'000'000;
    if (name == "s") return 1'000'000'000;
    if (name == "m") return 60'000'000'000;
    if (name == "h") return 3'600'000'000'000;
    if (name == "d") return 86'400'000'000'000;
    return name == "w" ? 604'800'000'000'000 : 0;
}

/// Adds `number` units to a duration, exactly; false beyond int64. Digits below a nanosecond are cut off.
bool add_units(std::int64_t& total, std::string_view number, std::int64_t unit) {
    bool has_digit = false;
    bool is_fraction = false;
    std::int64_t part = unit;
    std::int64_t sum = 0;
    for (const char c : number) {
        if (c == '.' && !is_fraction) {
            is_fraction = true;
            continue;
        }
        if (c < '0' || c > '9') return false;
        has_digit = true;
        const std::int64_t digit = c - '0';
        if (is_fraction) {
            // Units are multiples of 10 but for the last digits of very long fractions.
            sum += digit * (part / 10) + digit * (part % 10) / 10;
            part /= 10;
            continue;
        }
        std::int64_t value = 0;
        if (__builtin_mul_overflow(sum, 10, &sum) || __builtin_mul_overflow(digit, unit, &value) ||
            __builtin_add_overflow(sum, value, &sum)) {
            return false;
        }
    }
    return has_digit && !__builtin_add_overflow(total, sum, &total);
}

/// `2h30m`, `1.5s`, `-500ms`: numbers, each with its unit.
bool parse_duration(std::int64_t& result, std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
    text = text.substr(0, text.find_last_not_of(kSpace) + 1);
    const bool is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty()) return false;
    result = 0;
    while (!text.empty()) {
        const std::size_t number = std::min(text.find_first_not_of("0123456789."), text.size());
        const std::size_t end = std::min(text.find_first_of("0123456789.", number), text.size());
        const std::int64_t unit = unit_of(text.substr(number, end - number));
        if (unit == 0 || !add_units(result, text.substr(0, number), unit)) return false;
        text.remove_prefix(end);
    }
    if (is_negative) result = -result;
    return true;
}

}  // namespace

void register_time_functions(Registry& registry) {
    registry.add("opalite_parse_isotime", &parse_isotime);
    registry.add("opalite_iso_time", &iso_time);
    registry.add("opalite_format_time", &format_time);
    registry.add("opalite_parse_time", &parse_time);
    registry.add("opalite_parse_duration", &parse_duration);
}

}  // namespace infra::duckdb::functions
