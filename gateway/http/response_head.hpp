#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gateway/http/response.hpp"

namespace gateway::http {

/// How a response is put on the wire.
struct Framing {
    std::optional<std::uint64_t> content_length;
    bool chunked = false;
    bool gzip = false;
    bool close = false;
};

/// Appends status line, headers and the empty line.
void append_head(std::string& out, const Response& response, const Framing& framing, std::string_view request_id);

/// Appends the line before a chunk's data.
void append_chunk_size(std::string& out, std::size_t size);

}  // namespace gateway::http
