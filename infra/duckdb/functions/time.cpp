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

}  // namespace

void register_time_functions(Registry& registry) {
    registry.add("opalite_parse_isotime", &parse_isotime);
    registry.add("opalite_iso_time", &iso_time);
    registry.add("opalite_format_time", &format_time);
    registry.add("opalite_parse_time", &parse_time);
}

}  // namespace infra::duckdb::functions
