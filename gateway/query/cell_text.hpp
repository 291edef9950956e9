#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gateway::query {

/// Appends a decimal number.
void append_int64(std::int64_t value, std::string& out);
/// Appends the shortest decimal text that reads back as the same double; `NaN`, `inf`, `-inf` for the others.
void append_float64(double value, std::string& out);
/// Appends nanoseconds since the epoch as RFC 3339 in UTC.
void append_rfc3339(std::int64_t nanoseconds, std::string& out);
/// Appends a.b.c.d; the first octet is the most significant byte.
void append_ipv4(std::uint32_t address, std::string& out);
/// Appends a JSON string with its quotes. `text` is UTF-8.
void append_json_string(std::string_view text, std::string& out);

}  // namespace gateway::query
