#include <cstdint>
#include <string>

#include "domain/base/base64.hpp"
#include "infra/duckdb/functions/register.hpp"
#include "infra/duckdb/functions/utf8.hpp"

// Base64 (RFC 4648) of texts.
namespace infra::duckdb::functions {
namespace {

constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrlSafe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool encode_base64(std::string& result, std::string_view text, bool is_url_safe) {
    using domain::base::Base64Alphabet;
    domain::base::append_base64(result, text, is_url_safe ? Base64Alphabet::kUrlSafe : Base64Alphabet::kStandard);
    return true;
}

/// Null when it is no base64 of a text in this alphabet. Padding may be wrong or missing when it is ignored.
bool decode_base64(std::string& result, std::string_view text, bool is_url_safe, bool ignores_padding) {
    const std::size_t length = text.size();
    while (!text.empty() && text.back() == '=') text.remove_suffix(1);
    const std::size_t padding = length - text.size();
    if (!ignores_padding && (length % 4 != 0 || padding > 2)) return false;
    const std::string_view alphabet = is_url_safe ? kUrlSafe : kStandard;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const std::size_t value = alphabet.find(c);
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

void register_base64_functions(Registry& registry) {
    registry.add("opalite_encode_base64", &encode_base64);
    registry.add("opalite_decode_base64", &decode_base64);
}

}  // namespace infra::duckdb::functions
