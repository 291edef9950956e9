#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// Texts as Unicode code points. All but is_utf8() expect valid UTF-8.
namespace infra::duckdb::functions {

constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// How many code points the text has.
std::int64_t length_of(std::string_view text);

/// The byte where code point number `count` starts, or the end.
std::size_t offset_of(std::string_view text, std::int64_t count);

/// The bytes of the first code point; empty at the end.
std::string_view first_code_point(std::string_view text);

/// Whether the bytes are UTF-8: no overlong forms, no halves of surrogate pairs.
bool is_utf8(std::string_view text);

}  // namespace infra::duckdb::functions
