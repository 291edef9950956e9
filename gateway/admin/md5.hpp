#pragma once

#include <string>
#include <string_view>

namespace gateway::admin {

/// MD5 as 32 lower-case hexadecimal digits: the checksum that clients of reference tables plan against. It protects nothing.
std::string md5_hex(std::string_view bytes);

}  // namespace gateway::admin
