#include "gateway/admin/md5.hpp"

#include <array>

#include <openssl/evp.h>

namespace gateway::admin {

std::string md5_hex(std::string_view bytes) {
    std::array<unsigned char, 16> digest{};
    EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_md5(), nullptr);
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : digest) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

}  // namespace gateway::admin
