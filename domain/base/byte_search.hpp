#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace domain::base {

/// Eight bytes at once in one word: a byte of the result is 0x80 where the byte of `word` is zero. Bytes above a zero byte may
/// be marked too, so only the first mark counts (S. Anderson, "Bit Twiddling Hacks").
inline std::uint64_t mark_zero_bytes(std::uint64_t word) {
    return (word - 0x0101010101010101U) & ~word & 0x8080808080808080U;
}
inline std::uint64_t mark_bytes_equal(std::uint64_t word, char c) {
    return mark_zero_bytes(word ^ (0x0101010101010101U * static_cast<unsigned char>(c)));
}

/// Offset of the first byte for which `mark(word)` sets a mark, found eight at a time, or `text.size()`. `is_match` decides the
/// same for one byte.
template <class Mark, class IsMatch>
std::size_t find_marked(std::string_view text, std::size_t from, Mark mark, IsMatch is_match) {
    static_assert(std::endian::native == std::endian::little, "the first byte of memory is the lowest of the word");
    for (; from + sizeof(std::uint64_t) <= text.size(); from += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + from, sizeof(word));
        if (const std::uint64_t marks = mark(word)) return from + static_cast<std::size_t>(std::countr_zero(marks)) / 8;
    }
    while (from < text.size() && !is_match(text[from])) ++from;
    return from;
}

/// The first byte that JSON wants escaped: a quote, a backslash, a control character.
inline std::size_t find_escapable(std::string_view text, std::size_t from) {
    return find_marked(
        text, from,
        [](std::uint64_t word) {
            // The first word is 0x80 in bytes below 0x20; bytes from 0x80 up are masked out.
            const std::uint64_t control = (word - 0x2020202020202020U) & ~word & 0x8080808080808080U;
            return control | mark_bytes_equal(word, '"') | mark_bytes_equal(word, '\\');
        },
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; });
}

/// The first of two bytes.
inline std::size_t find_either(std::string_view text, std::size_t from, char one, char other) {
    return find_marked(
        text, from,
        [=](std::uint64_t word) { return mark_bytes_equal(word, one) | mark_bytes_equal(word, other); },
        [=](char c) { return c == one || c == other; });
}

}  // namespace domain::base
