#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "infra/duckdb/functions/zone_rule.hpp"

namespace infra::duckdb::functions {

/// A zone of the IANA time zone database, from the system's zoneinfo files (RFC 8536). What they list is continued by the rule
/// that they end with.
class TimeZone {
public:
    /// The zone, kept for the life of the process; nullptr when there is none of that name. Thread-safe.
    static const TimeZone* find(std::string_view name);

    /// Seconds east of UTC at a time (seconds since the epoch).
    std::int64_t offset_at(std::int64_t utc) const;
    /// The same for a local time; in the hour that occurs twice the earlier one counts.
    std::int64_t offset_at_local(std::int64_t local) const;

private:
    using Change = ZoneRule::Change;
    static std::unique_ptr<const TimeZone> read(const std::string& name);

    std::int64_t first_offset_ = 0;
    std::vector<Change> changes_;
};

}  // namespace infra::duckdb::functions
