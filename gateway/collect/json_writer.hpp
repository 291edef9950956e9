#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Appends JSON text to a string: what the binary wire formats are converted with. Nothing here fails.
namespace gateway::collect {

/// A string with its quotes. Bytes that are no UTF-8 become U+FFFD: senders of binary formats do not check what they pass on, and
/// a batch must not be lost for one byte.
void write_string(std::string& out, std::string_view text);
void write_integer(std::string& out, std::int64_t value);
void write_unsigned(std::string& out, std::uint64_t value);
/// The shortest text that reads back as the same number, and as one that is no integer: 1 is `1.0`, so that a column of numbers
/// keeps one type. What JSON has no number for is `"NaN"`, `"Infinity"`, `"-Infinity"`, as in the JSON mapping of protobuf.
void write_double(std::string& out, double value);
/// Quoted base64 with padding (RFC 4648 §4).
void write_base64(std::string& out, std::string_view bytes);
/// Quoted lower-case hexadecimal digits.
void write_hex(std::string& out, std::string_view bytes);
/// Seconds since 1970 as a number with nine digits behind the point, trailing zeros left out.
void write_seconds(std::string& out, std::int64_t seconds, std::uint32_t nanoseconds);

}  // namespace gateway::collect
