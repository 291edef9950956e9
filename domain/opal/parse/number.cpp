#include "domain/opal/parse/number.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "domain/opal/lex/characters.hpp"

namespace domain::opal::parse {
namespace {

std::optional<std::int64_t> read_integer(std::string_view digits, int base, bool is_negative) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size() || digits.empty()) return std::nullopt;
    constexpr std::uint64_t kMax = static_cast<std::uint64_t>(INT64_MAX);
    if (value > kMax + (is_negative ? 1 : 0)) return std::nullopt;
    return static_cast<std::int64_t>(is_negative ? 0 - value : value);
}

std::optional<double> read_float(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<std::int64_t> unit_nanoseconds(std::string_view unit) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    if (unit == "ns") return 1;
    if (unit == "us") return 1'000;
    if (unit == "ms") return 1'000'000;
    if (unit == "s") return kSecond;
    if (unit == "m") return 60 * kSecond;
    if (unit == "h") return 3'600 * kSecond;
    if (unit == "d") return 86'400 * kSecond;
    if (unit == "w") return 7 * 86'400 * kSecond;
    return std::nullopt;
}

/// Adds value × unit; false when that leaves the range of int64.
bool add_part(std::string_view number, std::int64_t unit, std::int64_t& total) {
    std::int64_t part = 0;
    if (number.find('.') == std::string_view::npos) {
        const auto value = read_integer(number, 10, false);
        if (!value || __builtin_mul_overflow(*value, unit, &part)) return false;
    } else {
        const auto value = read_float(number);
        if (!value || *value * static_cast<double>(unit) > 9.2e18) return false;
        part = std::llround(*value * static_cast<double>(unit));
    }
    return !__builtin_add_overflow(total, part, &total);
}

std::optional<ast::DurationValue> read_duration(std::string_view text, bool is_negative) {
    std::int64_t total = 0;
    while (!text.empty()) {
        std::size_t digits = 0;
        while (digits < text.size() && (lex::is_digit(text[digits]) || text[digits] == '.')) ++digits;
        std::size_t end = digits;
        while (end < text.size() && lex::is_letter(text[end])) ++end;
        const auto unit = unit_nanoseconds(text.substr(digits, end - digits));
        if (digits == 0 || !unit || !add_part(text.substr(0, digits), *unit, total)) return std::nullopt;
        text.remove_prefix(end);
    }
    return ast::DurationValue{is_negative ? -total : total};
}

}  // namespace

std::optional<ast::Literal> parse_number(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        if (const auto value = read_integer(text.substr(2), 16, is_negative)) return ast::Literal{*value};
        return std::nullopt;
    }
    if (text.find_first_not_of("0123456789") == std::string_view::npos) {
        const bool is_octal = text.size() > 1 && text[0] == '0';
        if (const auto value = read_integer(text, is_octal ? 8 : 10, is_negative)) return ast::Literal{*value};
        return std::nullopt;
    }
    if (text.find_first_not_of("0123456789.eE+-") == std::string_view::npos) {
        if (const auto value = read_float(text)) return ast::Literal{is_negative ? -*value : *value};
        return std::nullopt;
    }
    if (const auto value = read_duration(text, is_negative)) return ast::Literal{*value};
    return std::nullopt;
}

std::optional<NetworkText> parse_network(std::string_view text) {
    std::uint32_t address = 0;
    int fixed_octets = 0;
    std::size_t at = 0;
    for (int octet = 0; octet < 4; ++octet) {
        if (octet > 0) {
            if (at >= text.size() || text[at] != '.') return std::nullopt;
            ++at;
        }
        if (at < text.size() && text[at] == '*') {
            ++at;
            address <<= 8U;
            continue;
        }
        unsigned value = 0;
        std::size_t digits = 0;
        while (at < text.size() && lex::is_digit(text[at]) && digits < 4) {
            value = value * 10 + static_cast<unsigned>(text[at++] - '0');
            ++digits;
        }
        // A number behind a star (`10.*.1.1`) is no network.
        if (digits == 0 || digits > 3 || value > 255 || fixed_octets < octet) return std::nullopt;
        address = address << 8U | value;
        ++fixed_octets;
    }
    if (fixed_octets == 0) return std::nullopt;
    unsigned bits = static_cast<unsigned>(fixed_octets) * 8;
    if (at + 1 < text.size() && text[at] == '/' && lex::is_digit(text[at + 1]) && fixed_octets == 4) {
        ++at;
        bits = 0;
        while (at < text.size() && lex::is_digit(text[at]) && bits <= 32) {
            bits = bits * 10 + static_cast<unsigned>(text[at++] - '0');
        }
        if (bits > 32) return std::nullopt;
    }
    if (at < text.size() && (lex::is_word(text[at]) || text[at] == '.')) return std::nullopt;
    const std::uint32_t mask = bits == 0 ? 0 : ~std::uint32_t{0} << (32U - bits);
    return NetworkText{{address & mask, mask}, at};
}

}  // namespace domain::opal::parse
