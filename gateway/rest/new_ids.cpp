#include "gateway/rest/new_ids.hpp"

#include <charconv>
#include <string_view>

#include "gateway/auth/secrets.hpp"

namespace gateway::rest {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

std::string draw(const std::string& seed, const char* kind, int place) {
    return auth::sha256_hex(seed + '/' + kind + '/' + std::to_string(place));
}

}  // namespace

std::uint64_t NewIds::number(const char* kind, int place) const {
    const std::string drawn = draw(seed_, kind, place);
    std::uint64_t value = 0;
    std::from_chars(drawn.data(), drawn.data() + 16, value, 16);
    return value;
}

std::string NewIds::letters(const char* kind, int place, std::size_t length) const {
    // Two hexadecimal digits for each letter: 64 digits are enough for 32 letters, and ids do not need even chances.
    const std::string drawn = draw(seed_, kind, place);
    std::string text;
    for (std::size_t i = 0; i < length; ++i) {
        unsigned value = 0;
        std::from_chars(drawn.data() + 2 * i, drawn.data() + 2 * i + 2, value, 16);
        text += kLetters[value % kLetters.size()];
    }
    return text;
}

domain::base::ObjectId NewIds::object(int place) const {
    constexpr std::int64_t kBase = 410'000'000'000;
    return domain::base::ObjectId(kBase + static_cast<std::int64_t>(number("object", place) % 10'000'000'000));
}

domain::base::UserId NewIds::user() const {
    return domain::base::UserId(100'000'000 + static_cast<std::int64_t>(number("user", 0) % 900'000'000));
}

domain::base::ApiTokenId NewIds::api_token() const { return domain::base::ApiTokenId(letters("api-token", 0, 20)); }

domain::base::IngestTokenId NewIds::ingest_token() const {
    return domain::base::IngestTokenId("ds1" + letters("ingest-token", 0, 17));
}

std::string NewIds::text(int place) const { return letters("text", place, 20); }

}  // namespace gateway::rest
