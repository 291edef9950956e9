#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gateway::collect {

/// The bytes of a base64 text: both alphabets of RFC 4648 (`+/` and `-_`), padding may be left out. Nothing for any other text.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace gateway::collect
