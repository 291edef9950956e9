#include "gateway/query/cell_text.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "domain/base/time.hpp"

namespace gateway::query {
namespace {

/// True for the bytes that a JSON string must escape (RFC 8259 §7).
constexpr std::array<bool, 256> kMustEscape = [] {
    std::array<bool, 256> table{};
    for (std::size_t byte = 0; byte < 0x20; ++byte) table[byte] = true;
    table['"'] = true;
    table['\\'] = true;
    return table;
}();

void append_escape(char byte, std::string& out) {
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (byte) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        default:
            out += "\\u00";
            out += kHex[static_cast<unsigned char>(byte) >> 4U];
            out += kHex[static_cast<unsigned char>(byte) & 15U];
    }
}

}  // namespace

void append_int64(std::int64_t value, std::string& out) {
    std::array<char, 24> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out.append(text.data(), end);
}

void append_float64(double value, std::string& out) {
    if (std::isnan(value)) {
        out += "NaN";
    } else if (std::isinf(value)) {
        out += value > 0 ? "inf" : "-inf";
    } else {
        std::array<char, 32> text;
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
        out.append(text.data(), end);
    }
}

void append_rfc3339(std::int64_t nanoseconds, std::string& out) {
    out += domain::base::to_rfc3339(domain::base::from_nanoseconds(nanoseconds));
}

void append_ipv4(std::uint32_t address, std::string& out) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        append_int64((address >> static_cast<unsigned>(shift)) & 255U, out);
        if (shift > 0) out += '.';
    }
}

void append_json_string(std::string_view text, std::string& out) {
    out += '"';
    std::size_t clean = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!kMustEscape[static_cast<unsigned char>(text[i])]) continue;
        out.append(text, clean, i - clean);
        append_escape(text[i], out);
        clean = i + 1;
    }
    out.append(text, clean, text.size() - clean);
    out += '"';
}

}  // namespace gateway::query
