#include "gateway/http/json_text.hpp"

#include <simdjson.h>

namespace gateway::http {
namespace {

void append_escaped_byte(std::string& out, unsigned char c) {
    constexpr char kHex[] = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default:
            out += "\\u00";
            out += kHex[c >> 4];
            out += kHex[c & 15];
    }
}

/// Length of the valid UTF-8 sequence at the front of `text`, 0 when there is none.
std::size_t sequence_length(std::string_view text) {
    for (std::size_t length = 1; length <= 4 && length <= text.size(); ++length) {
        if (simdjson::validate_utf8(text.data(), length)) return length;
    }
    return 0;
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    const bool valid = simdjson::validate_utf8(text);
    out += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c < 0x20 || c == '"' || c == '\\') {
            append_escaped_byte(out, c);
        } else if (c < 0x80 || valid) {
            out += text[i];
        } else {
            const std::size_t length = sequence_length(text.substr(i));
            if (length == 0) {
                out += "\xef\xbf\xbd";
            } else {
                out += text.substr(i, length);
                i += length - 1;
            }
        }
    }
    out += '"';
}

}  // namespace gateway::http
