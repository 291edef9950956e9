#include "infra/duckdb/merge/merge_sql.hpp"

#include <map>

namespace infra::duckdb::merge {

using domain::catalog::Segment;
using domain::catalog::SegmentLayout;

std::string quoted_text(std::string_view text) {
    std::string sql = "'";
    for (const char c : text) sql.append(c == '\'' ? 2 : 1, c);
    return sql + "'";
}

std::vector<SourceFiles> source_files(std::span<const Segment> segments, const std::string& directory) {
    struct ByValue {
        bool operator()(const SegmentLayout* a, const SegmentLayout* b) const { return *a < *b; }
    };
    std::map<const SegmentLayout*, std::string, ByValue> lists;
    for (const Segment& segment : segments) {
        std::string& list = lists[&segment.layout];
        list += (list.empty() ? "[" : ", ") + quoted_text(directory + segment.file);
    }
    std::vector<SourceFiles> sources;
    for (const auto& [layout, list] : lists) sources.push_back({layout, list + "]"});
    return sources;
}

std::string column_statement(const SourceFiles& files, const std::string& expression) {
    return "SELECT " + expression + " FROM read_parquet(" + files.list + ")";
}

// Where rows are in order already, a row group has few of a column's values, but each has others.
std::string facts_statement(const SourceFiles& files) {
    return "SELECT path_in_schema, sum(num_values - coalesce(stats_null_count, 0))::BIGINT, "
           "greatest(max(stats_distinct_count), count(DISTINCT stats_min_value), count(DISTINCT stats_max_value))::BIGINT, "
           "sum(stats_distinct_count)::BIGINT, sum(total_uncompressed_size)::BIGINT FROM parquet_metadata(" +
           files.list + ") WHERE stats_distinct_count IS NOT NULL GROUP BY 1";
}

}  // namespace infra::duckdb::merge
