#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace infra::duckdb::functions {

/// A format of format_time and parse_timestamp: `YYYY UUUU YY MM MON MMMM DD DY HH24 HH12 AM PM MI SS FF FF0…FF9 TZH TZM`
/// in any case, other characters and text in double quotes as they are.
class TimeFormat {
public:
    explicit TimeFormat(std::string_view format);

    /// The time (nanoseconds since the epoch) at `offset` seconds east of UTC.
    void print(std::string& out, std::int64_t time, std::int64_t offset) const;

    /// A local time in nanoseconds, and the offset when the text has one. What the format does not name is that of
    /// 1970-01-01 00:00:00.
    struct Parsed {
        std::int64_t local_seconds = 0;
        std::int64_t nanoseconds = 0;
        std::optional<std::int64_t> offset;
    };
    std::optional<Parsed> parse(std::string_view text) const;

private:
    enum class Element {
        kLiteral, kYear, kShortYear, kMonth, kMonthAbbreviation, kMonthName, kDay, kWeekday, kHour24, kHour12, kMeridiem,
        kMinute, kSecond, kFraction, kZoneHour, kZoneMinute,
    };
    struct Part {
        Element element = Element::kLiteral;
        std::string literal;
        int digits = 9;
    };
    struct Fields;
    static bool parse_part(Fields& fields, const Part& part, std::string_view& text);

    std::vector<Part> parts_;
};

}  // namespace infra::duckdb::functions
