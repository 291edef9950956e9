#pragma once

#include <string_view>

namespace domain::admin {

/// True for 64 lower-case hexadecimal digits.
inline bool is_sha256(std::string_view text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// True for 1 to 64 of the characters that a token's id may have, letters, digits, `_` and `-`: it stands in headers, URLs
/// and notifications as it is.
inline bool is_token_id(std::string_view text) {
    constexpr std::string_view kCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return !text.empty() && text.size() <= 64 && text.find_first_not_of(kCharacters) == std::string_view::npos;
}

/// True for 1 to 20 digits: a customer id.
inline bool is_tenant_id(std::string_view text) {
    return !text.empty() && text.size() <= 20 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace domain::admin
