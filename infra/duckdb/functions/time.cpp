#include <algorithm>
#include <string>

#include "domain/base/time.hpp"
#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/time_format.hpp"
#include "infra/duckdb/functions/time_zone.hpp"

// Times: nanoseconds since the epoch.
namespace infra::duckdb::functions {
namespace {

/// The format, read once for each format that a thread meets in a row.
const TimeFormat& prepared(std::string_view format) {
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

bool parse_isotime(std::int64_t& result, std::string_view text) {
    const auto time = domain::base::from_rfc3339(text);
    if (time) result = domain::base::to_nanoseconds(*time);
    return time.has_value();
}

bool iso_time(std::string& result, std::int64_t time) {
    result = domain::base::to_rfc3339(domain::base::from_nanoseconds(time));
    return true;
}

bool format_time(std::string& result, std::int64_t time, std::string_view format, std::string_view zone_name) {
    const TimeZone* zone = zone_of(zone_name);
    if (zone == nullptr) return false;
    prepared(format).print(result, time, zone->offset_at(floor_seconds(time)));
    return true;
}

bool parse_time(std::int64_t& result, std::string_view text, std::string_view format, std::string_view zone_name) {
    const TimeZone* zone = zone_of(zone_name);
    const auto parsed = prepared(format).parse(text);
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
