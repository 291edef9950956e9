#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace infra::duckdb::parquet {

/// A split-block Bloom filter over the texts of one column chunk, with which a reader skips the chunk when it looks for a value that
/// is not there. Source: parquet-format, BloomFilter.md (XXH64 with seed 0).
class BloomFilter {
public:
    /// For up to `values` texts; at 8 bits for each of them, rounded up to a power of two, some two in a hundred others are taken
    /// for one.
    explicit BloomFilter(std::size_t values);

    void insert(std::string_view value);
    /// How many of the inserted values were new, by the filter's judgement.
    std::size_t distinct() const { return distinct_; }

    /// Halves the filter as long as that leaves 8 bits for each distinct value.
    void shrink();

    /// Header and bits as they stand in the file.
    void append_to(std::string& out) const;

private:
    static constexpr std::size_t kWords = 8;  // of a block

    std::vector<std::uint32_t> words_;
    std::size_t distinct_ = 0;
};

}  // namespace infra::duckdb::parquet
