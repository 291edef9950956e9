#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "domain/base/error.hpp"

namespace gateway::collect {

/// kInvalidArgument, as clients read it: `malformed JSON at byte 17, line 2: …`. Bytes and lines count from 1.
domain::base::Error malformed(std::string_view format, std::string_view body, std::size_t offset,
                              std::string_view what);

/// Offset of the first byte that belongs to no valid UTF-8 sequence; nothing when all is valid.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// The character at `offset` for a message: `"x"`, `byte 0x01`, `the end of the body`.
std::string describe_character(std::string_view body, std::size_t offset);

}  // namespace gateway::collect
