#include "domain/opal/lex/characters.hpp"

namespace domain::opal::lex {

std::string to_lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

std::string printable(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20U && byte != 0x7FU) {
            result += c;
        } else {
            result += "\\x";
            result += kHex[byte >> 4U];
            result += kHex[byte & 15U];
        }
    }
    return result;
}

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
    std::size_t i = 0;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    while (i < text.size()) {
        const unsigned lead = byte(i);
        if (lead < 0x80U) {
            ++i;
            continue;
        }
        const std::size_t length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
        if (lead < 0xC2U || lead > 0xF4U || i + length > text.size()) return i;
        for (std::size_t k = 1; k < length; ++k) {
            if ((byte(i + k) & 0xC0U) != 0x80U) return i;
        }
        // Overlong forms, surrogates, and code points over U+10FFFF.
        const unsigned second = byte(i + 1);
        if ((lead == 0xE0U && second < 0xA0U) || (lead == 0xEDU && second > 0x9FU) ||
            (lead == 0xF0U && second < 0x90U) || (lead == 0xF4U && second > 0x8FU)) {
            return i;
        }
        i += length;
    }
    return std::nullopt;
}

}  // namespace domain::opal::lex
