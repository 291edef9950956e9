#include "gateway/collect/json_string.hpp"

namespace gateway::collect {
namespace {

/// The value of four hexadecimal digits at `text`, or -1.
int code_unit_or_none(std::string_view text) {
    if (text.size() < 4) return -1;
    int value = 0;
    for (const char c : text.substr(0, 4)) {
        int digit = 0;
        if (c >= '0' && c <= '9') digit = c - '0';
        else if (c >= 'a' && c <= 'f') digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'F') digit = c - 'A' + 10;
        else return -1;
        value = value * 16 + digit;
    }
    return value;
}

constexpr bool is_high_surrogate(int unit) { return unit >= 0xd800 && unit < 0xdc00; }
constexpr bool is_low_surrogate(int unit) { return unit >= 0xdc00 && unit < 0xe000; }

}  // namespace

EscapeCheck check_escape(std::string_view text) {
    const char kind = text.size() > 1 ? text[1] : '\0';
    switch (kind) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': return {2, nullptr};
        case 'u': break;
        default: return {0, "unknown escape in a string"};
    }
    const int unit = code_unit_or_none(text.substr(2));
    if (unit < 0) return {0, "\\u without four hexadecimal digits"};
    if (is_low_surrogate(unit)) return {0, "unpaired surrogate in a string"};
    if (!is_high_surrogate(unit)) return {6, nullptr};
    if (text.substr(6).starts_with("\\u") && is_low_surrogate(code_unit_or_none(text.substr(8)))) return {12, nullptr};
    return {0, "unpaired surrogate in a string"};
}

std::size_t json_string_length(std::string_view text) {
    std::size_t at = 1;
    while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    return at + 1;
}

StringFault find_string_fault(std::string_view text) {
    bool inside = false;
    std::size_t began = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') {
            if (!inside) began = at;
            inside = !inside;
        } else if (inside && static_cast<unsigned char>(c) < 0x20) {
            return {at, "control character in a string", false};
        } else if (c == '\\') {
            ++at;
        }
    }
    if (inside) return {began, "string is not closed", true};
    return {};
}

}  // namespace gateway::collect
