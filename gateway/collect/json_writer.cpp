#include "gateway/collect/json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "domain/base/base64.hpp"
#include "domain/base/byte_search.hpp"
#include "gateway/http/json_text.hpp"

namespace gateway::collect {
namespace {

/// True when nothing in `text` needs a second look: no quote, backslash or control character, and ASCII only.
bool is_plain(std::string_view text) {
    constexpr std::uint64_t kHighBits = 0x8080808080808080U;
    std::size_t at = 0;
    std::uint64_t marks = 0;
    for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, sizeof(word));
        marks |= (word | ((word - 0x2020202020202020U) & ~word)) & kHighBits;
        marks |= domain::base::mark_bytes_equal(word, '"') | domain::base::mark_bytes_equal(word, '\\');
    }
    for (; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\') return false;
    }
    return marks == 0;
}

template <class Number>
void write_number(std::string& out, Number value) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

void write_finite(std::string& out, double value) {
    const std::size_t begin = out.size();
    write_number(out, value);
    if (out.find_first_of(".e", begin) == std::string::npos) out += ".0";
}

}  // namespace

void write_string(std::string& out, std::string_view text) {
    if (!is_plain(text)) return http::append_json_string(out, text);
    const std::size_t begin = out.size();
    out.append(text.size() + 2, '"');
    if (!text.empty()) std::memcpy(out.data() + begin + 1, text.data(), text.size());
}

void write_integer(std::string& out, std::int64_t value) { write_number(out, value); }
void write_unsigned(std::string& out, std::uint64_t value) { write_number(out, value); }

void write_double(std::string& out, double value) {
    if (std::isnan(value)) out += "\"NaN\"";
    else if (std::isinf(value)) out += value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    else write_finite(out, value);
}

void write_base64(std::string& out, std::string_view bytes) {
    out += '"';
    domain::base::append_base64(out, bytes);
    out += '"';
}

void write_hex(std::string& out, std::string_view bytes) {
    constexpr char kDigits[] = "0123456789abcdef";
    out += '"';
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15];
    }
    out += '"';
}

void write_seconds(std::string& out, std::int64_t seconds, std::uint32_t nanoseconds) {
    // -1.25 s is kept as -2 s and 750,000,000 ns.
    if (seconds < 0 && nanoseconds > 0) {
        ++seconds;
        nanoseconds = 1'000'000'000 - nanoseconds;
        if (seconds == 0) out += '-';
    }
    write_number(out, seconds);
    if (nanoseconds == 0) return;
    std::string digits = std::to_string(1'000'000'000 + nanoseconds).substr(1);
    digits.resize(digits.find_last_not_of('0') + 1);
    out += '.';
    out += digits;
}

}  // namespace gateway::collect
