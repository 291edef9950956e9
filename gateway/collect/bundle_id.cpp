#include "gateway/collect/bundle_id.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <openssl/rand.h>

namespace gateway::collect {
namespace {

constexpr char kAlphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kRandomBytes = 10;

/// Random bytes for this thread, fetched for many ids at once.
const unsigned char* take_random() {
    thread_local std::array<unsigned char, kRandomBytes * 64> pool{};
    thread_local std::size_t used = pool.size();
    if (used == pool.size()) {
        if (RAND_bytes(pool.data(), static_cast<int>(pool.size())) != 1) throw std::runtime_error("no random bytes");
        used = 0;
    }
    const unsigned char* taken = pool.data() + used;
    used += kRandomBytes;
    return taken;
}

}  // namespace

domain::base::BundleId make_bundle_id(domain::base::Timestamp now) {
    auto milliseconds = static_cast<std::uint64_t>(domain::base::to_nanoseconds(now) / 1'000'000);
    std::string id(26, '0');
    for (std::size_t i = 10; i-- > 0; milliseconds >>= 5) id[i] = kAlphabet[milliseconds & 31];
    const unsigned char* random = take_random();
    for (std::size_t half = 0; half < 2; ++half) {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < 5; ++i) bits = bits << 8 | random[half * 5 + i];
        for (std::size_t i = 8; i-- > 0; bits >>= 5) id[10 + half * 8 + i] = kAlphabet[bits & 31];
    }
    return domain::base::BundleId(std::move(id));
}

}  // namespace gateway::collect
