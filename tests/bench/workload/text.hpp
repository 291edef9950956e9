#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/workload/chance.hpp"

namespace bench::workload {

/// `count` letters of the alphabet of DIDs and CIDs, a function of the seed.
void append_base32(std::string& out, std::uint64_t seed, int count);
/// `count` lower-case hexadecimal digits, a function of the seed.
void append_hex(std::string& out, std::uint64_t seed, int count);
/// Groups of 8-4-4-4-12 digits, a function of the seed.
void append_uuid(std::string& out, std::uint64_t seed);
/// A record key of the AT protocol: microseconds and ten bits, in 13 letters that sort as they do.
void append_tid(std::string& out, std::uint64_t micros, std::uint64_t clock);
/// 2024-11-21T16:25:49.123Z; `digits` of the fraction, 3 or 6.
void append_time(std::string& out, std::uint64_t micros, int digits = 3);
void append_number(std::string& out, std::uint64_t value);
/// `value` with `digits` after the point.
void append_decimal(std::string& out, double value, int digits);
/// An IPv4 address of which `id` decides all.
void append_ipv4(std::string& out, std::uint64_t id);

/// A fixed list of made-up words, some with multi-byte characters; frequent ones come first.
class Words {
public:
    explicit Words(std::size_t count = 20'000);
    const std::string& pick(Chance& chance) const { return words_[frequency_.draw(chance)]; }
    /// As many words, with blanks between; some end a clause or a line.
    void append(std::string& out, std::uint64_t count, Chance& chance) const;

private:
    std::vector<std::string> words_;
    ZipfMandelbrot frequency_;
};

}  // namespace bench::workload
