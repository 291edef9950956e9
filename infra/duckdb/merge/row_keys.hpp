#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/catalog/segment.hpp"
#include "infra/duckdb/merge/column_source.hpp"
#include "infra/duckdb/merge/merge_sql.hpp"

namespace infra::duckdb::merge {

/// Files of one layout, and which rows they have: rows are counted over all sources, as they are read.
struct RowSource {
    SourceFiles files;
    std::size_t first = 0;
    std::size_t rows = 0;
};

/// Fails with kInternal when there are no rows, else as ColumnSource::read.
domain::base::Result<std::vector<RowSource>> row_sources(ColumnSource& source, std::span<const domain::catalog::Segment> segments,
                                                         const std::string& directory);

/// Calls `visit` with the values of an expression, vector after vector, and the row that the first of them is of; no more once it
/// gives false. Fails with kInternal when the source has other rows than before, else as ColumnSource::read.
using VisitVector = std::function<bool(duckdb_vector vector, std::size_t first, std::size_t count)>;
domain::base::Result<void> for_each_row(ColumnSource& source, const RowSource& rows, const std::string& expression, const VisitVector& visit);

/// What the rows are ordered by, for each row; cells and identifiers are empty where there is nothing to order by. Cells are
/// ordered as their keys are, a row without a value first; identifiers as texts are.
struct RowKeys {
    std::vector<std::int64_t> times;
    std::vector<std::uint32_t> cells;
    std::vector<std::uint32_t> identifiers;
};

/// Fails with kInternal when a row has no time, else as ColumnSource::read.
domain::base::Result<RowKeys> read_keys(ColumnSource& source, const std::vector<RowSource>& sources,
                                        const domain::catalog::SegmentLayout& layout);

}  // namespace infra::duckdb::merge
