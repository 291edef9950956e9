#include <array>
#include <string>

#include <openssl/evp.h>
#include <xxhash.h>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/json_value.hpp"
#include "infra/duckdb/functions/register.hpp"

// Hashes and digests.
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

/// The encoding of values that hash() reads: for each value a tag of its type, the length of its text as 8 bytes (least
/// significant first), and its text. Values in JSON have the encoding of what they stand for, so that hash(v) does not depend
/// on whether v was cast before. The encoding is stable within one release.
class HashInput {
public:
    void add(char tag, std::string_view text) {
        bytes_ += tag;
        for (unsigned shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>((text.size() >> shift) & 0xFFU);
        bytes_ += text;
    }
    void add_json(std::string_view json) {
        json = json_text::trimmed(json);
        switch (json.empty() ? 'n' : json.front()) {
            case 'n': return add('z', {});
            case 't':
            case 'f': return add('b', json);
            case '"': return add('s', json_key(json.substr(1, json.size() - 2)));
            case '{':
            case '[': return add('j', canonical_json(json));
            default: break;
        }
        const bool is_float = json.find_first_of(".eE") != std::string_view::npos;
        add(is_float ? 'f' : 'i', canonical_json(json));
    }
    std::int64_t hash() const { return static_cast<std::int64_t>(XXH64(bytes_.data(), bytes_.size(), 0)); }

private:
    std::string bytes_;
};

/// Tag and text by turns; the tag `j` means JSON, a null text a missing value, which is a value like any other.
bool hash(std::int64_t& result, Registry::Texts texts) {
    HashInput input;
    for (std::size_t i = 0; i + 1 < texts.size(); i += 2) {
        const char tag = texts[i].value_or("j").front();
        if (!texts[i + 1]) input.add('0', {});
        else if (tag == 'j') input.add_json(*texts[i + 1]);
        else input.add(tag, *texts[i + 1]);
    }
    result = input.hash();
    return true;
}

/// The SHA-2 digest with so many bits in hexadecimal; null when there is no such digest.
bool sha2(std::string& result, std::string_view text, std::int64_t bits) {
    const EVP_MD* algorithm = bits == 224 ? EVP_sha224() : bits == 256 ? EVP_sha256() : bits == 384 ? EVP_sha384()
                            : bits == 512 ? EVP_sha512() : nullptr;
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    if (algorithm == nullptr ||
        EVP_Digest(text.data(), text.size(), digest.data(), &length, algorithm, nullptr) != 1) {
        return false;
    }
    constexpr std::string_view kHex = "0123456789abcdef";
    for (unsigned i = 0; i < length; ++i) {
        result += kHex[digest[i] >> 4U];
        result += kHex[digest[i] & 15U];
    }
    return true;
}

}  // namespace

void register_digest_functions(Registry& registry) {
    registry.add_variadic("opalite_hash", &hash);
    registry.add("opalite_sha2", &sha2);
}

}  // namespace infra::duckdb::functions
