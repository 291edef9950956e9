#include "infra/duckdb/parquet/bloom_filter.hpp"

#include <algorithm>
#include <array>
#include <bit>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "infra/duckdb/parquet/thrift_writer.hpp"

namespace infra::duckdb::parquet {
namespace {

constexpr std::size_t kBitsPerValue = 8;
constexpr std::size_t kWordBits = 32;
constexpr std::array<std::uint32_t, 8> kSalt{0x47b6137bU, 0x44974d91U, 0x8824ad5bU, 0xa2b7289dU,
                                             0x705495c7U, 0x2df1424bU, 0x9efc4947U, 0x5c6bfb31U};

/// A union whose first member, an empty structure, is set.
void write_first_of(ThriftWriter& thrift, std::int16_t field) {
    thrift.begin_struct(field);
    thrift.begin_struct(1);
    thrift.end_struct();
    thrift.end_struct();
}

}  // namespace

BloomFilter::BloomFilter(std::size_t values) {
    const std::size_t blocks = std::max<std::size_t>(1, values * kBitsPerValue / (kWords * kWordBits));
    words_.assign(std::bit_ceil(blocks) * kWords, 0);
}

void BloomFilter::insert(std::string_view value) {
    const std::uint64_t hash = XXH64(value.data(), value.size(), 0);
    const std::uint64_t blocks = words_.size() / kWords;
    std::uint32_t* const block = &words_[((hash >> 32U) * blocks >> 32U) * kWords];
    const auto key = static_cast<std::uint32_t>(hash);
    std::uint32_t added = 0;
    for (std::size_t i = 0; i < kWords; ++i) {
        const std::uint32_t bit = 1U << ((key * kSalt[i]) >> 27U);
        added |= bit & ~block[i];
        block[i] |= bit;
    }
    if (added != 0) ++distinct_;
}

/// With a power of two blocks a value's block is the first bits of its hash: of two neighbours the half-sized filter has the union.
void BloomFilter::shrink() {
    while (words_.size() > kWords && words_.size() / 2 * kWordBits >= distinct_ * kBitsPerValue) {
        const std::size_t blocks = words_.size() / kWords / 2;
        for (std::size_t block = 0; block < blocks; ++block) {
            for (std::size_t i = 0; i < kWords; ++i) {
                words_[block * kWords + i] = words_[2 * block * kWords + i] | words_[(2 * block + 1) * kWords + i];
            }
        }
        words_.resize(blocks * kWords);
    }
}

void BloomFilter::append_to(std::string& out) const {
    const std::size_t bytes = words_.size() * sizeof(std::uint32_t);
    ThriftWriter thrift(out);
    thrift.begin_element();
    thrift.i32(1, static_cast<std::int32_t>(bytes));
    write_first_of(thrift, 2);  // split blocks
    write_first_of(thrift, 3);  // XXH64
    write_first_of(thrift, 4);  // not compressed
    thrift.end_struct();
    out.append(reinterpret_cast<const char*>(words_.data()), bytes);
}

}  // namespace infra::duckdb::parquet
