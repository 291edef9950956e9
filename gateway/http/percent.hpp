#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gateway::http {

enum class PlusSign { kLiteral, kSpace };

/// Decodes `%41` and, in query strings, `+`. Nothing when a percent sign lacks its two hexadecimal digits or the result
/// is not valid UTF-8.
std::optional<std::string> percent_decode(std::string_view text, PlusSign plus);

}  // namespace gateway::http
