#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace infra::duckdb::functions {

/// The yearly rule of a time zone in the notation of POSIX, as zoneinfo files end with it:
///
///     rule   := name offset [ name [ offset ] "," day [ "/" time ] "," day [ "/" time ] ]
///     name   := letters | "<" characters ">"
///     offset := [ "+" | "-" ] h [ ":" mm [ ":" ss ] ]      hours west of UTC; daylight saving: one hour less unless given
///     day    := "M" month "." week "." weekday             week 5 is the last one, weekday 0 is Sunday
///             | "J" day-without-February-29 | day-from-0
///     time   := offset                                     local, 02:00 unless given; may lie outside of the day
class ZoneRule {
public:
    /// Nothing when the text is no rule with daylight saving time.
    static std::optional<ZoneRule> read(std::string_view text);

    /// A change of the offset (seconds east of UTC) at a time in seconds since the epoch.
    struct Change {
        std::int64_t from = 0;
        std::int64_t offset = 0;
    };
    /// The two changes of a year, in order.
    std::vector<Change> changes(int year) const;

private:
    struct Day {
        enum class Kind { kWeekday, kJulian, kFromZero };
        Kind kind = Kind::kWeekday;
        int month = 1, week = 1, day = 0;
        std::int64_t seconds = 7200;
    };
    static std::optional<Day> read_day(std::string_view& text);
    static std::int64_t local_seconds(const Day& day, int year);

    std::int64_t standard_ = 0;
    std::int64_t daylight_ = 0;
    Day start_;
    Day end_;
};

}  // namespace infra::duckdb::functions
