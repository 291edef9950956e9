#include "infra/duckdb/merge_sql.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace infra::duckdb {
namespace {

using domain::catalog::LeafType;
using domain::catalog::PathColumn;
using domain::catalog::Segment;
using domain::catalog::SegmentLayout;

// DuckDB's vectors have 2048 rows, and its row groups 60 of them unless told otherwise.
constexpr std::size_t kVectorRows = 2048;
constexpr std::size_t kGroupVectorsMax = 60;
constexpr std::size_t kGroupVectorsMin = 4;
/// A row group is gathered in memory before it is written, so wide ones have fewer rows.
constexpr std::size_t kGroupCells = std::size_t{2} << 20;
/// All columns of a row group are encoded at once, each with room for its dictionary.
constexpr std::size_t kDictionariesBytes = std::size_t{64} << 20;
constexpr std::size_t kDictionaryBytesMin = std::size_t{64} << 10;
constexpr std::size_t kDictionaryBytesMax = std::size_t{2} << 20;
/// Above this share of distinct values a dictionary costs more than it saves. DuckDB gives a column with a dictionary a Bloom filter.
constexpr std::size_t kDistinctPercentMax = 60;
constexpr std::size_t kFixedColumns = 10;

std::string_view type_name(LeafType type) {
    switch (type) {
        case LeafType::kInt64: return "BIGINT";
        case LeafType::kFloat64: return "DOUBLE";
        case LeafType::kBool: return "BOOLEAN";
        case LeafType::kString:
        case LeafType::kArray: break;
    }
    return "VARCHAR";
}

std::size_t row_group_rows(const SegmentLayout& layout) {
    const std::size_t vectors = kGroupCells / (layout.columns.size() + kFixedColumns) / kVectorRows;
    return std::clamp(vectors, kGroupVectorsMin, kGroupVectorsMax) * kVectorRows;
}

std::size_t dictionary_bytes(const SegmentLayout& layout) {
    return std::clamp(kDictionariesBytes / (layout.columns.size() + kFixedColumns), kDictionaryBytesMin,
                      kDictionaryBytesMax);
}

std::string files_of(const std::vector<const Segment*>& segments, const std::string& directory) {
    std::string files = "[";
    for (const Segment* segment : segments) {
        if (files.size() > 1) files += ", ";
        files += quoted_text(directory + segment->file);
    }
    return files + "]";
}

/// Both layouts are ordered by base, path and type, and `to` has all that `from` has.
std::string select_columns(const SegmentLayout& from, const SegmentLayout& to) {
    std::string sql = "SELECT ts, kind, bundle, idx, datastream, token, shape, ";
    sql += from.fields_rest ? "rest" : "NULL::VARCHAR AS rest";
    sql += ", extra_shape, ";
    sql += from.extra_rest ? "extra_rest" : "NULL::VARCHAR AS extra_rest";
    const auto key = [](const PathColumn& column) { return std::tie(column.base, column.path, column.type); };
    std::map<decltype(key(to.columns.front())), const std::string*> names;
    for (const PathColumn& column : from.columns) names.emplace(key(column), &column.column);
    for (const PathColumn& column : to.columns) {
        const auto found = names.find(key(column));
        sql += found == names.end() ? ", NULL::" + std::string(type_name(column.type)) : ", " + *found->second;
        sql += " AS " + column.column;
    }
    return sql;
}

}  // namespace

std::string quoted_text(std::string_view text) {
    std::string sql = "'";
    for (const char c : text) sql.append(c == '\'' ? 2 : 1, c);
    return sql + "'";
}

std::string merge_statement(std::span<const Segment> segments, const SegmentLayout& layout, const std::string& directory,
                            const std::string& target) {
    std::map<SegmentLayout, std::vector<const Segment*>> groups;
    for (const Segment& segment : segments) groups[segment.layout].push_back(&segment);
    std::string rows;
    for (const auto& [from, members] : groups) {
        if (!rows.empty()) rows += " UNION ALL ";
        rows += select_columns(from, layout) + " FROM read_parquet(" + files_of(members, directory) + ")";
    }
    const std::size_t group_rows = row_group_rows(layout);
    return "COPY (SELECT * FROM (" + rows + ") ORDER BY ts, bundle, idx) TO " + quoted_text(target) +
           " (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE " +
           std::to_string(group_rows) + ", DICTIONARY_SIZE_LIMIT " + std::to_string(group_rows * kDistinctPercentMax / 100) +
           ", STRING_DICTIONARY_PAGE_SIZE_LIMIT " +
           std::to_string(dictionary_bytes(layout)) + ", KV_METADATA {'opalite.layout': " +
           quoted_text(domain::catalog::to_json(layout)) + "})";
}

}  // namespace infra::duckdb
