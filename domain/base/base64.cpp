#include "domain/base/base64.hpp"

#include <cstdint>

namespace domain::base {

void append_base64(std::string& out, std::string_view bytes, Base64Alphabet alphabet) {
    const char* const digits = alphabet == Base64Alphabet::kStandard
                                   ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
                                   : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const auto byte = [&](std::size_t i) {
        return i < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) : 0U;
    };
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::uint32_t bits = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
        out += digits[bits >> 18U];
        out += digits[bits >> 12U & 63U];
        out += i + 1 < bytes.size() ? digits[bits >> 6U & 63U] : '=';
        out += i + 2 < bytes.size() ? digits[bits & 63U] : '=';
    }
}

}  // namespace domain::base
