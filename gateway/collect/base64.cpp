#include "gateway/collect/base64.hpp"

#include <array>
#include <cstdint>

namespace gateway::collect {
namespace {

constexpr std::array<std::int8_t, 256> make_digits() {
    std::array<std::int8_t, 256> digits{};
    digits.fill(-1);
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
    digits['-'] = 62;
    digits['_'] = 63;
    return digits;
}
constexpr auto kDigits = make_digits();

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
    if (text.size() % 4 == 0) {
        if (text.ends_with("==")) text.remove_suffix(2);
        else if (text.ends_with('=')) text.remove_suffix(1);
    }
    if (text.size() % 4 == 1) return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        const std::int8_t digit = kDigits[static_cast<unsigned char>(c)];
        if (digit < 0) return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 0xff);
    }
    return bytes;
}

}  // namespace gateway::collect
