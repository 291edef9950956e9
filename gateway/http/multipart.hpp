#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/result.hpp"

namespace gateway::http {

/// One part of a form: a field, or a file when it has a file name.
struct FormPart {
    std::string name;
    std::optional<std::string> file_name;
    std::string_view content;  ///< in the body, as it came
};

/// What a form may have.
struct FormLimits {
    std::size_t parts_max = 16;
    std::size_t head_bytes_max = 8 * 1024;  ///< of one part, its headers
};

/// Takes a body of type multipart/form-data (RFC 7578) apart, without copying contents:
///
///     body = [ preamble CRLF ] 1*( "--" boundary *blank CRLF head CRLF content CRLF ) "--" boundary "--" [ anything ]
///     head = *( name ":" value CRLF )     among them Content-Disposition: form-data; name="…"[; filename="…"]
///
/// Headers other than Content-Disposition say nothing. Parts stand in any order; names may repeat. Fails with
/// kUnsupportedMedia for another content type, and with kInvalidArgument and the place for what is malformed, is not closed,
/// or has too many parts.
domain::base::Result<std::vector<FormPart>> parse_form(std::string_view content_type, std::string_view body,
                                                       const FormLimits& limits = {});

}  // namespace gateway::http
