#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Parquet's encodings, as far as segments use them. Source: parquet-format/Encodings.md.
namespace infra::duckdb::parquet {

/// Which rows of a column have a value: bit `row % 64` of word `row / 64`.
class Validity {
public:
    void set(std::size_t row) {
        grow(row / 64);
        words_[row / 64] |= std::uint64_t{1} << (row % 64);
    }
    void set_run(std::size_t row, std::size_t count);
    void clear(std::size_t row) { words_[row / 64] &= ~(std::uint64_t{1} << (row % 64)); }
    bool test(std::size_t row) const {
        return row / 64 < words_.size() && ((words_[row / 64] >> (row % 64)) & 1U) != 0;
    }
    void reset() { words_.clear(); }
    /// All words of `rows` rows.
    std::span<const std::uint64_t> words(std::size_t rows) {
        if (rows > 0) grow((rows - 1) / 64);
        return {words_.data(), (rows + 63) / 64};
    }

private:
    void grow(std::size_t word) {
        if (word >= words_.size()) words_.resize(word + 1, 0);
    }
    std::vector<std::uint64_t> words_;
};

/// How many of the rows [first, end) have a value; `first` is a multiple of 64.
std::size_t count_values(std::span<const std::uint64_t> words, std::size_t first, std::size_t end);

/// Appends the definition levels of the rows [first, end) of an optional column, with their length in front (data page
/// version 1); `first` is a multiple of 64.
void append_levels(std::string& out, std::span<const std::uint64_t> words, std::size_t first, std::size_t end);

/// Appends dictionary indices: the bit width, then the hybrid of runs and bit-packed groups.
void append_indices(std::string& out, std::span<const std::uint32_t> indices, std::uint32_t dictionary_size);

/// Appends integers as DELTA_BINARY_PACKED.
template <class Integer>
void append_deltas(std::string& out, std::span<const Integer> values);

extern template void append_deltas(std::string&, std::span<const std::int64_t>);
extern template void append_deltas(std::string&, std::span<const std::uint32_t>);

}  // namespace infra::duckdb::parquet
