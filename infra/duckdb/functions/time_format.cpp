#include "infra/duckdb/functions/time_format.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <span>
#include <utility>

namespace infra::duckdb::functions {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January", "February", "March",     "April",   "May",      "June",
                                                   "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<std::string_view, 7> kWeekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
    if (text.size() < prefix.size()) return false;
    for (std::size_t i = 0; i < prefix.size(); ++i) {
        if (upper(text[i]) != upper(prefix[i])) return false;
    }
    return true;
}

void append_number(std::string& out, std::int64_t value, int digits) {
    std::array<char, 24> text{};
    const int length = std::snprintf(text.data(), text.size(), "%0*lld", digits, static_cast<long long>(value));
    out.append(text.data(), static_cast<std::size_t>(length));
}

/// Takes between one and `digits` digits.
bool take_number(std::int64_t& result, std::string_view& text, std::size_t digits) {
    std::size_t count = 0;
    result = 0;
    while (count < digits && count < text.size() && text[count] >= '0' && text[count] <= '9') {
        result = result * 10 + (text[count++] - '0');
    }
    text.remove_prefix(count);
    return count > 0;
}

bool take_month(std::int64_t& month, std::string_view& text, bool is_short) {
    for (std::size_t i = 0; i < kMonths.size(); ++i) {
        const std::string_view name = is_short ? kMonths[i].substr(0, 3) : kMonths[i];
        if (!starts_with_ignoring_case(text, name)) continue;
        text.remove_prefix(name.size());
        month = static_cast<std::int64_t>(i) + 1;
        return true;
    }
    return false;
}

}  // namespace

TimeFormat::TimeFormat(std::string_view format) {
    // Longer names first where one begins with another.
    static constexpr std::array<std::pair<std::string_view, Element>, 16> kElements{{
        {"YYYY", Element::kYear}, {"UUUU", Element::kYear}, {"YY", Element::kShortYear}, {"MMMM", Element::kMonthName},
        {"MON", Element::kMonthAbbreviation}, {"MM", Element::kMonth}, {"MI", Element::kMinute}, {"DD", Element::kDay},
        {"DY", Element::kWeekday}, {"HH24", Element::kHour24}, {"HH12", Element::kHour12}, {"AM", Element::kMeridiem},
        {"PM", Element::kMeridiem}, {"SS", Element::kSecond}, {"TZH", Element::kZoneHour}, {"TZM", Element::kZoneMinute},
    }};
    const auto literal = [&](char c) {
        if (parts_.empty() || parts_.back().element != Element::kLiteral) parts_.emplace_back();
        parts_.back().literal += c;
    };
    while (!format.empty()) {
        const auto known = [&]() -> const std::pair<std::string_view, Element>* {
            for (const auto& entry : kElements) {
                if (starts_with_ignoring_case(format, entry.first)) return &entry;
            }
            return nullptr;
        }();
        if (known != nullptr) {
            parts_.push_back({known->second, {}, 0});
            format.remove_prefix(known->first.size());
        } else if (starts_with_ignoring_case(format, "FF")) {
            format.remove_prefix(2);
            const bool has_digit = !format.empty() && format.front() >= '0' && format.front() <= '9';
            parts_.push_back({Element::kFraction, {}, has_digit ? format.front() - '0' : 9});
            if (has_digit) format.remove_prefix(1);
        } else if (format.front() == '"') {
            format.remove_prefix(1);
            while (!format.empty() && format.front() != '"') {
                literal(format.front());
                format.remove_prefix(1);
            }
            if (!format.empty()) format.remove_prefix(1);
        } else {
            literal(format.front());
            format.remove_prefix(1);
        }
    }
}

void TimeFormat::print(std::string& out, std::int64_t time, std::int64_t offset) const {
    using namespace std::chrono;
    std::int64_t whole = time / 1'000'000'000;
    std::int64_t fraction = time % 1'000'000'000;
    if (fraction < 0) {
        fraction += 1'000'000'000;
        --whole;
    }
    const sys_seconds local{seconds(whole + offset)};
    const auto day = floor<days>(local);
    const year_month_day date(day);
    const hh_mm_ss clock(local - day);
    const auto hour = static_cast<std::int64_t>(clock.hours().count());
    const auto month = static_cast<std::size_t>(static_cast<unsigned>(date.month()));
    for (const Part& part : parts_) {
        switch (part.element) {
            case Element::kLiteral: out += part.literal; break;
            case Element::kYear: append_number(out, static_cast<int>(date.year()), 4); break;
            case Element::kShortYear: append_number(out, (static_cast<int>(date.year()) % 100 + 100) % 100, 2); break;
            case Element::kMonth: append_number(out, static_cast<std::int64_t>(month), 2); break;
            case Element::kMonthAbbreviation: out += kMonths[month - 1].substr(0, 3); break;
            case Element::kMonthName: out += kMonths[month - 1]; break;
            case Element::kDay: append_number(out, static_cast<unsigned>(date.day()), 2); break;
            case Element::kWeekday: out += kWeekdays[weekday(day).c_encoding()]; break;
            case Element::kHour24: append_number(out, hour, 2); break;
            case Element::kHour12: append_number(out, (hour + 11) % 12 + 1, 2); break;
            case Element::kMeridiem: out += hour < 12 ? "AM" : "PM"; break;
            case Element::kMinute: append_number(out, clock.minutes().count(), 2); break;
            case Element::kSecond: append_number(out, clock.seconds().count(), 2); break;
            case Element::kFraction: {
                std::string digits;
                append_number(digits, fraction, 9);
                out += digits.substr(0, static_cast<std::size_t>(part.digits));
                break;
            }
            case Element::kZoneHour:
                out += offset < 0 ? '-' : '+';
                append_number(out, (offset < 0 ? -offset : offset) / 3600, 2);
                break;
            case Element::kZoneMinute: append_number(out, (offset < 0 ? -offset : offset) / 60 % 60, 2); break;
        }
    }
}

struct TimeFormat::Fields {
    std::int64_t year = 1970;
    std::int64_t month = 1;
    std::int64_t day = 1;
    std::int64_t hour = 0;
    std::int64_t minute = 0;
    std::int64_t second = 0;
    std::int64_t nanoseconds = 0;
    bool is_afternoon = false;
    bool is_hour12 = false;
    bool is_west = false;
    std::optional<std::int64_t> zone_hour;
    std::int64_t zone_minute = 0;
};

bool TimeFormat::parse_part(Fields& fields, const Part& part, std::string_view& text) {
    switch (part.element) {
        case Element::kLiteral:
            if (!text.starts_with(part.literal)) return false;
            text.remove_prefix(part.literal.size());
            return true;
        case Element::kYear: return take_number(fields.year, text, 4);
        case Element::kShortYear:
            // As in POSIX: 69 to 99 belong to the twentieth century.
            if (!take_number(fields.year, text, 2)) return false;
            fields.year += fields.year < 69 ? 2000 : 1900;
            return true;
        case Element::kMonth: return take_number(fields.month, text, 2);
        case Element::kMonthAbbreviation: return take_month(fields.month, text, true);
        case Element::kMonthName: return take_month(fields.month, text, false);
        case Element::kDay: return take_number(fields.day, text, 2);
        case Element::kWeekday:
            for (const std::string_view name : kWeekdays) {
                if (!starts_with_ignoring_case(text, name)) continue;
                text.remove_prefix(name.size());
                return true;
            }
            return false;
        case Element::kHour12:
            fields.is_hour12 = true;
            return take_number(fields.hour, text, 2) && fields.hour >= 1 && fields.hour <= 12;
        case Element::kHour24: return take_number(fields.hour, text, 2);
        case Element::kMeridiem:
            fields.is_afternoon = starts_with_ignoring_case(text, "PM");
            if (!fields.is_afternoon && !starts_with_ignoring_case(text, "AM")) return false;
            text.remove_prefix(2);
            return true;
        case Element::kMinute: return take_number(fields.minute, text, 2);
        case Element::kSecond: return take_number(fields.second, text, 2);
        case Element::kFraction: {
            const std::size_t before = text.size();
            if (!take_number(fields.nanoseconds, text, 9)) return part.digits == 0;
            for (std::size_t digits = before - text.size(); digits < 9; ++digits) fields.nanoseconds *= 10;
            return true;
        }
        case Element::kZoneHour: {
            if (text.empty() || (text.front() != '+' && text.front() != '-')) return false;
            fields.is_west = text.front() == '-';
            text.remove_prefix(1);
            std::int64_t hour = 0;
            if (!take_number(hour, text, 2)) return false;
            fields.zone_hour = hour;
            return true;
        }
        case Element::kZoneMinute: return take_number(fields.zone_minute, text, 2);
    }
    return false;
}

std::optional<TimeFormat::Parsed> TimeFormat::parse(std::string_view text) const {
    using namespace std::chrono;
    Fields fields;
    for (const Part& part : parts_) {
        if (!parse_part(fields, part, text)) return std::nullopt;
    }
    if (!text.empty() || fields.hour > 23 || fields.minute > 59 || fields.second > 60) return std::nullopt;
    if (fields.is_hour12) fields.hour = fields.hour % 12 + (fields.is_afternoon ? 12 : 0);
    const year_month_day date{year(static_cast<int>(fields.year)), month(static_cast<unsigned>(fields.month)),
                              day(static_cast<unsigned>(fields.day))};
    if (!date.ok()) return std::nullopt;
    Parsed parsed;
    parsed.local_seconds = std::int64_t{sys_days(date).time_since_epoch().count()} * 86400 + fields.hour * 3600 +
                           fields.minute * 60 + fields.second;
    parsed.nanoseconds = fields.nanoseconds;
    if (fields.zone_hour) {
        const std::int64_t offset = *fields.zone_hour * 3600 + fields.zone_minute * 60;
        parsed.offset = fields.is_west ? -offset : offset;
    }
    return parsed;
}

}  // namespace infra::duckdb::functions
