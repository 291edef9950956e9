#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "domain/catalog/schema.hpp"

namespace domain::query {

/// A text cell in 16 bytes: up to 12 bytes in place, longer ones by pointer. The layout is the one of DuckDB's vectors
/// (duckdb_string_t), so that results reach the encoders without a copy; infra/duckdb asserts that they agree.
struct StringCell {
    std::uint32_t length;
    char inlined_or_prefix[4];
    union {
        char inlined_tail[8];
        const char* pointer;
    };

    static constexpr std::uint32_t kInlinedMax = 12;

    std::string_view view() const {
        return {length <= kInlinedMax ? inlined_or_prefix : pointer, length};
    }
};
static_assert(sizeof(StringCell) == 16);

/// One column of a batch. `data` is an array of `rows` values of the physical type:
/// kBool bool, kInt64/kTimestamp/kDuration std::int64_t, kFloat64/kNumeric double, kIpv4 std::uint32_t, all others
/// StringCell (strings; object, array, variant as JSON text). Cells whose validity bit is 0 are null and must not be read.
struct ColumnView {
    const void* data = nullptr;
    const std::uint64_t* validity = nullptr;  ///< bit i of word i/64; nullptr means all valid

    bool is_valid(std::size_t row) const {
        return validity == nullptr || ((validity[row / 64] >> (row % 64)) & 1U) != 0;
    }
    template <class T>
    const T* values() const {
        return static_cast<const T*>(data);
    }
};

/// Some rows of a result, column by column; keeps the memory of its columns alive.
class RowBatch {
public:
    virtual ~RowBatch() = default;
    virtual std::size_t rows() const = 0;
    virtual const std::vector<ColumnView>& columns() const = 0;
};

}  // namespace domain::query
