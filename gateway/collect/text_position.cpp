#include "gateway/collect/text_position.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <simdjson.h>

namespace gateway::collect {

domain::base::Error malformed(std::string_view format, std::string_view body, std::size_t offset,
                              std::string_view what) {
    const std::string_view before = body.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    return domain::base::Error(domain::base::ErrorCode::kInvalidArgument,
                               "malformed " + std::string(format) + " at byte " + std::to_string(offset + 1) +
                                   ", line " + std::to_string(line) + ": " + std::string(what));
}

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
    // Halving finds a short stretch that begins at a character and has the fault; a valid prefix stays valid.
    std::size_t begin = 0;
    std::size_t end = text.size();
    const auto starts_character = [&](std::size_t at) {
        return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80;
    };
    if (simdjson::validate_utf8(text.data(), text.size())) return std::nullopt;
    while (end - begin > 8) {
        std::size_t middle = begin + (end - begin) / 2;
        while (middle < end && !starts_character(middle)) ++middle;
        if (middle == end) break;
        if (simdjson::validate_utf8(text.data() + begin, middle - begin)) begin = middle;
        else end = middle;
    }
    while (begin < end) {
        std::size_t length = 1;
        while (length <= 4 && begin + length <= text.size() && !simdjson::validate_utf8(text.data() + begin, length)) {
            ++length;
        }
        if (length > 4 || begin + length > text.size()) return begin;
        begin += length;
    }
    return begin;
}

std::string describe_character(std::string_view body, std::size_t offset) {
    if (offset >= body.size()) return "the end of the body";
    const char c = body[offset];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"') return "a string";
    if (byte > 0x20 && byte < 0x7f) return std::string("\"") + c + "\"";
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "byte 0x%02x", byte);
    return text.data();
}

}  // namespace gateway::collect
