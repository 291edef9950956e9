#include "domain/csv/key_set.hpp"

#include <algorithm>
#include <bit>

#include <xxhash.h>

namespace domain::csv {

KeySet::KeySet(std::size_t keys_max, std::uint64_t seed) : seed_(seed), slots_(std::bit_ceil(keys_max + keys_max / 3 + 1)) {}

bool KeySet::add(std::string_view key) {
    const std::uint64_t hash = std::max<std::uint64_t>(XXH3_64bits_withSeed(key.data(), key.size(), seed_), 1);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
        if (slots_[at] == hash) return false;
        if (slots_[at] != 0) continue;
        slots_[at] = hash;
        return true;
    }
}

}  // namespace domain::csv
