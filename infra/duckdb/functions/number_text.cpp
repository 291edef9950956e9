#include "infra/duckdb/functions/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace infra::duckdb::functions {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
    if (text.size() != lower.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
        if (c != lower[i]) return false;
    }
    return true;
}

}  // namespace

void append_float(std::string& out, double value) {
    std::array<char, 64> text{};
    // 1e+15 is shorter than its digits, but nobody reads it as well.
    const bool is_plain = std::fabs(value) < 1e18 && value == std::trunc(value);
    const auto written = is_plain ? std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed)
                                  : std::to_chars(text.data(), text.data() + text.size(), value);
    out.append(text.data(), written.ptr);
}

bool read_float(double& result, std::string_view text) {
    text = trimmed(text);
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    // from_chars also reads `inf` and `nan`; OPAL has no such numbers.
    if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return false;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), result);
    return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

bool round_to_int(std::int64_t& result, double value) {
    const double rounded = std::round(value);
    // 2^63 is exact as a double, and the first one that does not fit.
    if (!(rounded >= -9223372036854775808.0 && rounded < 9223372036854775808.0)) return false;
    result = static_cast<std::int64_t>(rounded);
    return true;
}

bool read_int(std::int64_t& result, std::string_view text) {
    text = trimmed(text);
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), result);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return true;
    double value = 0;
    return read_float(value, text) && round_to_int(result, value);
}

bool read_bool(bool& result, std::string_view text) {
    text = trimmed(text);
    for (const std::string_view yes : {"true", "1", "t", "yes", "y", "on"}) {
        if (equals_ignoring_case(text, yes)) return result = true;
    }
    for (const std::string_view no : {"false", "0", "f", "no", "n", "off"}) {
        if (equals_ignoring_case(text, no)) {
            result = false;
            return true;
        }
    }
    return false;
}

}  // namespace infra::duckdb::functions
