#include "infra/duckdb/merge/row_keys.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "domain/catalog/clustering.hpp"
#include "infra/duckdb/merge/text_ranks.hpp"
#include "infra/duckdb/merge/vectors.hpp"

namespace infra::duckdb::merge {
namespace {

namespace base = domain::base;
using domain::catalog::Clustering;
using domain::catalog::ColumnFacts;
using domain::catalog::LeafType;
using domain::catalog::PathColumn;
using domain::catalog::Segment;
using domain::catalog::SegmentLayout;

/// Queries ask for hours or days. Where rows of an hour and more stand in one segment, order of time leaves out more row groups
/// than order of an identifier would save.
constexpr std::chrono::nanoseconds kIdentifierSpanMax = std::chrono::hours(1);

template <class Value>
const Value* column_of(duckdb_data_chunk chunk, idx_t column) {
    return static_cast<const Value*>(duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, column)));
}

/// Facts of the columns that rows can be ordered by; those of others are zero.
base::Result<std::vector<ColumnFacts>> read_facts(ColumnSource& source, const std::vector<RowSource>& sources,
                                                  const SegmentLayout& layout) {
    std::vector<ColumnFacts> facts(layout.columns.size());
    std::map<std::string, std::size_t, std::less<>> places;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const LeafType type = layout.columns[i].type;
        if (type != LeafType::kArray && type != LeafType::kFloat64) places.emplace(layout.columns[i].column, i);
    }
    for (const RowSource& each : sources) {
        auto done = source.read(facts_statement(each.files), [&](duckdb_data_chunk chunk, std::size_t rows) -> base::Result<bool> {
            const auto* const names = column_of<duckdb_string_t>(chunk, 0);
            const auto* const values = column_of<std::int64_t>(chunk, 1);
            const auto* const distinct_max = column_of<std::int64_t>(chunk, 2);
            const auto* const distinct_sum = column_of<std::int64_t>(chunk, 3);
            const auto* const bytes = column_of<std::int64_t>(chunk, 4);
            for (std::size_t i = 0; i < rows; ++i) {
                const auto place = places.find(text_of(names[i]));
                if (place == places.end()) continue;
                ColumnFacts& column = facts[place->second];
                column.values += values[i];
                column.distinct_max = std::max(column.distinct_max, distinct_max[i]);
                column.distinct_sum += distinct_sum[i];
                column.distinct_bytes += bytes[i];
            }
            return true;
        });
        if (!done) return done.error();
    }
    for (ColumnFacts& column : facts) column.distinct_bytes /= std::max<std::int64_t>(column.distinct_sum, 1);
    return facts;
}

base::Result<void> read_times(ColumnSource& source, const std::vector<RowSource>& sources, std::vector<std::int64_t>& times) {
    for (const RowSource& each : sources) {
        bool has_times = true;
        auto done = for_each_row(source, each, "ts", [&](duckdb_vector vector, std::size_t first, std::size_t count) {
            const auto* const values = static_cast<const std::int64_t*>(duckdb_vector_get_data(vector));
            const std::uint64_t* const validity = duckdb_vector_get_validity(vector);
            for (std::size_t i = 0; i < count; ++i) has_times = has_times && is_valid(validity, i);
            std::copy_n(values, count, times.begin() + static_cast<std::ptrdiff_t>(first));
            return has_times;
        });
        if (!done) return done;
        if (!has_times) return base::Error(base::ErrorCode::kInternal, "segments not merged: a row has no time");
    }
    return {};
}

/// For each row the rank of its value, 0 without one.
base::Result<std::uint32_t> read_ranks(ColumnSource& source, const std::vector<RowSource>& sources, const PathColumn& column,
                                       std::vector<std::uint32_t>& ranks) {
    TextRanks texts;
    std::fill(ranks.begin(), ranks.end(), 0);
    for (const RowSource& each : sources) {
        const auto& own = each.files.layout->columns;
        const auto found = std::find_if(own.begin(), own.end(), [&](const PathColumn& other) {
            return other.base == column.base && other.path == column.path && other.type == column.type;
        });
        if (found == own.end()) continue;
        auto done = for_each_row(source, each, found->column + "::VARCHAR", [&](duckdb_vector vector, std::size_t first, std::size_t count) {
            const auto* const values = static_cast<const duckdb_string_t*>(duckdb_vector_get_data(vector));
            const std::uint64_t* const validity = duckdb_vector_get_validity(vector);
            for (std::size_t i = 0; i < count; ++i) {
                if (is_valid(validity, i)) ranks[first + i] = texts.add(text_of(values[i])) + 1;
            }
            return true;
        });
        if (!done) return done.error();
    }
    const std::vector<std::uint32_t> order = texts.ranks();
    for (std::uint32_t& rank : ranks) {
        if (rank != 0) rank = order[rank - 1] + 1;
    }
    return static_cast<std::uint32_t>(texts.size() + 1);
}

/// Every combination of ranks becomes a number, as long as there are numbers enough: the last keys may have to be left out.
base::Result<void> read_cells(ColumnSource& source, const std::vector<RowSource>& sources, const SegmentLayout& layout,
                              const std::vector<std::size_t>& keys, std::vector<std::uint32_t>& cells) {
    constexpr std::uint64_t kCellsMax = std::uint64_t{1} << 32U;
    std::vector<std::uint32_t> ranks(cells.size());
    std::uint64_t count = 1;
    for (const std::size_t key : keys) {
        const auto values = read_ranks(source, sources, layout.columns[key], ranks);
        if (!values) return values.error();
        count *= *values;
        if (count > kCellsMax) return {};
        for (std::size_t row = 0; row < cells.size(); ++row) cells[row] = cells[row] * *values + ranks[row];
    }
    return {};
}

}  // namespace

base::Result<std::vector<RowSource>> row_sources(ColumnSource& source, std::span<const Segment> segments, const std::string& directory) {
    std::vector<RowSource> sources;
    std::size_t first = 0;
    for (SourceFiles& files : source_files(segments, directory)) {
        RowSource& each = sources.emplace_back(RowSource{std::move(files), first, 0});
        auto done = source.read(column_statement(each.files, "count(*)"), [&](duckdb_data_chunk chunk, std::size_t) -> base::Result<bool> {
            each.rows = static_cast<std::size_t>(*column_of<std::int64_t>(chunk, 0));
            return true;
        });
        if (!done) return done.error();
        first += each.rows;
    }
    if (first == 0) return base::Error(base::ErrorCode::kInternal, "segments not merged: they have no rows");
    return sources;
}

base::Result<void> for_each_row(ColumnSource& source, const RowSource& rows, const std::string& expression, const VisitVector& visit) {
    const base::Error changed(base::ErrorCode::kInternal, "segments not merged: a file has other rows than before");
    std::size_t read = 0;
    bool wants_more = true;
    auto done = source.read(column_statement(rows.files, expression), [&](duckdb_data_chunk chunk, std::size_t count) -> base::Result<bool> {
        if (read + count > rows.rows) return changed;
        wants_more = visit(duckdb_data_chunk_get_vector(chunk, 0), rows.first + read, count);
        read += count;
        return wants_more;
    });
    if (!done) return done;
    if (wants_more && read != rows.rows) return changed;
    return {};
}

base::Result<RowKeys> read_keys(ColumnSource& source, const std::vector<RowSource>& sources, const SegmentLayout& layout) {
    const std::size_t rows = sources.back().first + sources.back().rows;
    RowKeys keys;
    keys.times.resize(rows);
    if (auto done = read_times(source, sources, keys.times); !done) return done.error();
    const auto facts = read_facts(source, sources, layout);
    if (!facts) return facts.error();
    const Clustering clustering = domain::catalog::choose_clustering(*facts, static_cast<std::int64_t>(rows));
    if (!clustering.keys.empty()) {
        keys.cells.resize(rows);
        if (auto done = read_cells(source, sources, layout, clustering.keys, keys.cells); !done) return done.error();
    }
    const auto [least, greatest] = std::minmax_element(keys.times.begin(), keys.times.end());
    if (!clustering.identifier || *greatest - *least > kIdentifierSpanMax.count()) return keys;
    keys.identifiers.resize(rows);
    const auto read = read_ranks(source, sources, layout.columns[*clustering.identifier], keys.identifiers);
    if (!read) return read.error();
    return keys;
}

}  // namespace infra::duckdb::merge
