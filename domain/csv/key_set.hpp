#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace domain::csv {

/// Which keys have been seen, by a 64-bit hash with a secret seed: eight to sixteen bytes a key, all of them taken at the
/// beginning. Two keys may share a hash, so a repeat is only suspected.
class KeySet {
public:
    /// Room for `keys_max` keys.
    KeySet(std::size_t keys_max, std::uint64_t seed);

    /// Adds a key; false when one with its hash was there already.
    bool add(std::string_view key);

private:
    std::uint64_t seed_;
    std::vector<std::uint64_t> slots_;  ///< open addressing; 0 is free
};

}  // namespace domain::csv
