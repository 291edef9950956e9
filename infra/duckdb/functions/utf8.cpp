#include "infra/duckdb/functions/utf8.hpp"

#include <algorithm>

namespace infra::duckdb::functions {

std::int64_t length_of(std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); });
}

std::size_t offset_of(std::string_view text, std::int64_t count) {
    std::size_t at = 0;
    while (count > 0 && at < text.size()) {
        ++at;
        while (at < text.size() && is_continuation(text[at])) ++at;
        --count;
    }
    return at;
}

std::string_view first_code_point(std::string_view text) { return text.substr(0, offset_of(text, 1)); }

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

}  // namespace infra::duckdb::functions
