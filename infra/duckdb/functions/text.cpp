#include <algorithm>
#include <array>
#include <cstdint>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/register.hpp"

// Texts. Positions and lengths count Unicode code points; texts are valid UTF-8.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

constexpr std::int64_t kPaddedLengthMax = 1'000'000;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::int64_t length_of(std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); });
}

/// The byte where code point number `count` starts, or the end.
std::size_t offset_of(std::string_view text, std::int64_t count) {
    std::size_t at = 0;
    while (count > 0 && at < text.size()) {
        ++at;
        while (at < text.size() && is_continuation(text[at])) ++at;
        --count;
    }
    return at;
}

bool substring(std::string& result, std::string_view text, std::int64_t start, std::int64_t length) {
    if (start < 0) start = std::max<std::int64_t>(0, length_of(text) + std::max<std::int64_t>(start, -kPaddedLengthMax * 1000));
    const std::string_view rest = text.substr(offset_of(text, start));
    result = rest.substr(0, offset_of(rest, length));
    return true;
}

bool right(std::string& result, std::string_view text, std::int64_t length) {
    if (length > 0) result = text.substr(offset_of(text, std::max<std::int64_t>(0, length_of(text) - length)));
    return true;
}

bool position(std::int64_t& result, std::string_view text, std::string_view needle, std::int64_t start) {
    const std::size_t found = text.find(needle, offset_of(text, start));
    result = found == std::string_view::npos || start > length_of(text) ? -1 : length_of(text.substr(0, found));
    return true;
}

bool pad(std::string& result, std::string_view text, std::int64_t length, std::string_view fill, bool at_left) {
    length = std::min(length, kPaddedLengthMax);
    const std::int64_t missing = length - length_of(text);
    if (missing <= 0 || fill.empty()) {
        result = text.substr(0, offset_of(text, length));
        return true;
    }
    std::string padding;
    const std::int64_t fill_length = length_of(fill);
    for (std::int64_t i = 0; i < missing / fill_length; ++i) padding += fill;
    padding += fill.substr(0, offset_of(fill, missing % fill_length));
    result = at_left ? padding.append(text) : std::string(text).append(padding);
    return true;
}

/// A JSON array of the parts. An empty separator does not divide.
bool split(std::string& result, std::string_view text, std::string_view separator) {
    result = "[";
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = separator.empty() ? std::string_view::npos : text.find(separator, begin);
        json_text::append_quoted(result, text.substr(begin, end == std::string_view::npos ? end : end - begin));
        if (end == std::string_view::npos) break;
        result += ',';
        begin = end + separator.size();
    }
    result += ']';
    return true;
}

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool encode_base64(std::string& result, std::string_view text) {
    for (std::size_t at = 0; at < text.size(); at += 3) {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            bits = bits << 8U | (at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            result += at + i > text.size() ? '=' : kBase64[(bits >> (18 - 6 * i)) & 63U];
        }
    }
    return true;
}

bool is_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3
                                 : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
        if (length == 0 || at + length > text.size()) return false;
        std::uint32_t point = length == 1 ? lead : lead & (0x7FU >> length);
        for (std::size_t i = 1; i < length; ++i) {
            if (!is_continuation(text[at + i])) return false;
            point = point << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
        }
        const bool is_overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
        if (is_overlong || (point >= 0xD800 && point < 0xE000) || point > 0x10FFFF) return false;
        at += length;
    }
    return true;
}

/// Both alphabets, with or without padding; null when it is no base64 of a text.
bool decode_base64(std::string& result, std::string_view text) {
    while (!text.empty() && text.back() == '=') text.remove_suffix(1);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const char standard = c == '-' ? '+' : c == '_' ? '/' : c;
        const std::size_t value = kBase64.find(standard);
        if (value == std::string_view::npos) return false;
        bits = bits << 6U | static_cast<std::uint32_t>(value);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        result += static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xFFU);
    }
    return text.size() % 4 != 1 && is_utf8(result);
}

}  // namespace

void register_text_functions(Registry& registry) {
    registry.add("opalite_substring", &substring);
    registry.add("opalite_right", &right);
    registry.add("opalite_position", &position);
    registry.add("opalite_pad", &pad);
    registry.add("opalite_split", &split);
    registry.add("opalite_encode_base64", &encode_base64);
    registry.add("opalite_decode_base64", &decode_base64);
}

}  // namespace infra::duckdb::functions
