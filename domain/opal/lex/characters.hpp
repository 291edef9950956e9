#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Character classes of the language; ASCII only, whatever the locale says.
namespace domain::opal::lex {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c); }

/// ASCII letters in lower case, everything else unchanged.
std::string to_lower(std::string_view text);

/// The text with control characters as `\x07`.
std::string printable(std::string_view text);

/// The offset of the first byte that is not part of well-formed UTF-8.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

}  // namespace domain::opal::lex
