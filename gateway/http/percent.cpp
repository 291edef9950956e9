#include "gateway/http/percent.hpp"

#include <simdjson.h>

namespace gateway::http {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text, PlusSign plus) {
    std::string decoded;
    decoded.reserve(text.size());
    bool ascii = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size()) return std::nullopt;
            const int high = hex_digit(text[i + 1]);
            const int low = hex_digit(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            c = static_cast<char>(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus == PlusSign::kSpace) {
            c = ' ';
        }
        ascii = ascii && static_cast<unsigned char>(c) < 0x80;
        decoded += c;
    }
    if (!ascii && !simdjson::validate_utf8(decoded)) return std::nullopt;
    return decoded;
}

}  // namespace gateway::http
