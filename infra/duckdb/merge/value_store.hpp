#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "domain/catalog/segment.hpp"
#include "infra/duckdb/handles.hpp"
#include "infra/duckdb/parquet/column.hpp"

namespace infra::duckdb::merge {

/// The values of one column, kept in the order in which they are read and given out in any other. Buffers are reused. Not
/// thread-safe.
class ValueStore {
public:
    virtual ~ValueStore() = default;

    /// Forgets all values; `rows` rows will come at most.
    virtual void begin(std::size_t rows) = 0;

    /// Keeps the first `count` values of the vector as those of the rows from `first` on; only of rows whose place, of `places`,
    /// is in [place_first, place_end).
    struct Wanted {
        std::span<const std::uint32_t> places;
        std::size_t place_first = 0;
        std::size_t place_end = 0;
        bool has(std::size_t row) const { return places[row] >= place_first && places[row] < place_end; }
    };
    virtual void keep(duckdb_vector vector, std::size_t first, std::size_t count, const Wanted& wanted) = 0;

    /// Bytes that the values take, but for a few for each row.
    virtual std::size_t bytes() const = 0;

    /// The values of these rows, in this order, as a row group's column.
    virtual parquet::Column& column_of(std::span<const std::uint32_t> rows) = 0;
};

/// A store for values of this type.
std::unique_ptr<ValueStore> make_value_store(domain::catalog::LeafType type);

}  // namespace infra::duckdb::merge
