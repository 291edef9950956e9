#pragma once

#include <string>
#include <string_view>

namespace domain::base {

/// The alphabets of RFC 4648, §4 (`+/`) and §5 (`-_`).
enum class Base64Alphabet { kStandard, kUrlSafe };

/// Appends the bytes as base64 with padding.
void append_base64(std::string& out, std::string_view bytes, Base64Alphabet alphabet = Base64Alphabet::kStandard);

inline std::string to_base64(std::string_view bytes) {
    std::string text;
    append_base64(text, bytes);
    return text;
}

}  // namespace domain::base
