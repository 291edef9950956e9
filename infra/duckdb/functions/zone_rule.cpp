#include "infra/duckdb/functions/zone_rule.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace infra::duckdb::functions {
namespace {

bool take(std::string_view& text, char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
}

bool take_name(std::string_view& text) {
    const std::size_t end = text.starts_with('<') ? text.find('>') + 1 : text.find_first_of("0123456789+-,");
    if (end == 0 || (end == std::string_view::npos && text.empty())) return false;
    text.remove_prefix(std::min(end, text.size()));
    return true;
}

bool take_number(int& number, std::string_view& text) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || number < 0 || number > 400) return false;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return true;
}

/// Hours, minutes and seconds as seconds.
bool take_time(std::int64_t& seconds, std::string_view& text) {
    const bool is_negative = take(text, '-');
    if (!is_negative) take(text, '+');
    seconds = 0;
    int part = 0;
    for (std::int64_t unit = 3600; unit > 0; unit /= 60) {
        if (!take_number(part, text)) return false;
        seconds += part * unit;
        if (!take(text, ':')) break;
    }
    if (is_negative) seconds = -seconds;
    return true;
}

}  // namespace

std::optional<ZoneRule::Day> ZoneRule::read_day(std::string_view& text) {
    Day day;
    if (!take(text, ',')) return std::nullopt;
    if (take(text, 'M')) {
        if (!take_number(day.month, text) || !take(text, '.') || !take_number(day.week, text) || !take(text, '.') ||
            !take_number(day.day, text) || day.month < 1 || day.month > 12 || day.week < 1 || day.week > 5 || day.day > 6) {
            return std::nullopt;
        }
    } else {
        day.kind = take(text, 'J') ? Day::Kind::kJulian : Day::Kind::kFromZero;
        if (!take_number(day.day, text)) return std::nullopt;
    }
    if (take(text, '/') && !take_time(day.seconds, text)) return std::nullopt;
    return day;
}

std::optional<ZoneRule> ZoneRule::read(std::string_view text) {
    ZoneRule rule;
    std::int64_t west = 0;
    if (!take_name(text) || !take_time(west, text) || !take_name(text)) return std::nullopt;
    rule.standard_ = -west;
    rule.daylight_ = 3600 - west;
    if (!text.starts_with(',')) {
        if (!take_time(west, text)) return std::nullopt;
        rule.daylight_ = -west;
    }
    const auto start = read_day(text);
    const auto end = start ? read_day(text) : std::nullopt;
    if (!end || !text.empty()) return std::nullopt;
    rule.start_ = *start;
    rule.end_ = *end;
    return rule;
}

std::int64_t ZoneRule::local_seconds(const Day& day, int year) {
    using namespace std::chrono;
    const std::chrono::year y(year);
    sys_days date = y / January / 1;
    switch (day.kind) {
        case Day::Kind::kFromZero: date += days(day.day); break;
        case Day::Kind::kJulian: date += days(day.day - (y.is_leap() && day.day >= 60 ? 0 : 1)); break;
        case Day::Kind::kWeekday: {
            const auto month = y / std::chrono::month(static_cast<unsigned>(day.month));
            const weekday wanted(static_cast<unsigned>(day.day));
            date = day.week == 5 ? sys_days(month / wanted[last])
                                 : sys_days(month / wanted[static_cast<unsigned>(day.week)]);
            break;
        }
    }
    return std::int64_t{date.time_since_epoch().count()} * 86400 + day.seconds;
}

std::vector<ZoneRule::Change> ZoneRule::changes(int year) const {
    std::vector<Change> changes{{local_seconds(start_, year) - standard_, daylight_},
                                {local_seconds(end_, year) - daylight_, standard_}};
    if (changes[1].from < changes[0].from) std::swap(changes[0], changes[1]);
    return changes;
}

}  // namespace infra::duckdb::functions
