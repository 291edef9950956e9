#pragma once

#include <string>
#include <string_view>

namespace gateway::http {

/// Appends `text` as a JSON string with its quotes. Invalid UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

}  // namespace gateway::http
