#include "gateway/auth/secrets.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>

#include <sodium.h>

namespace gateway::auth {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view kDigits = "0123456789";

void ensure_started() {
    static const bool started = sodium_init() >= 0;
    if (!started) throw std::runtime_error("libsodium cannot start");
}

std::string random_text(std::string_view alphabet, std::size_t length) {
    ensure_started();
    std::string text(length, ' ');
    for (char& c : text) c = alphabet[randombytes_uniform(static_cast<std::uint32_t>(alphabet.size()))];
    return text;
}

std::string hexadecimal(const unsigned char* bytes, std::size_t size) {
    std::string text(size * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes, size);
    text.pop_back();
    return text;
}

}  // namespace

domain::base::Secret random_secret() { return domain::base::Secret(random_text(kLetters, 32)); }

domain::base::ApiTokenId random_api_token_id() { return domain::base::ApiTokenId(random_text(kLetters, 20)); }

domain::base::IngestTokenId random_ingest_token_id() {
    return domain::base::IngestTokenId("ds1" + random_text(kLetters, 17));
}

domain::base::ObjectId random_object_id() {
    return domain::base::ObjectId(std::stoll("41" + random_text(kDigits, 10)));
}

domain::base::TenantId random_tenant_id() {
    return domain::base::TenantId(random_text(kDigits.substr(1), 1) + random_text(kDigits, 11));
}

domain::base::CommandId random_command_id() {
    ensure_started();
    std::array<unsigned char, 16> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    return domain::base::CommandId(hexadecimal(bytes.data(), bytes.size()));
}

std::string sha256_hex(std::string_view text) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
    return hexadecimal(digest.data(), digest.size());
}

}  // namespace gateway::auth
