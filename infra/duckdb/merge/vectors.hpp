#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "infra/duckdb/handles.hpp"

/// What stands in DuckDB's vectors. The values are many, and so would be the calls of DuckDB's own functions for this.
namespace infra::duckdb::merge {

inline std::string_view text_of(const duckdb_string_t& value) {
    const std::uint32_t length = value.value.inlined.length;
    const bool is_inlined = length <= sizeof value.value.inlined.inlined;
    return {is_inlined ? value.value.inlined.inlined : value.value.pointer.ptr, length};
}

/// `validity` is null when every value is there.
inline bool is_valid(const std::uint64_t* validity, std::size_t i) {
    return validity == nullptr || ((validity[i / 64] >> (i % 64)) & 1U) != 0;
}

}  // namespace infra::duckdb::merge
