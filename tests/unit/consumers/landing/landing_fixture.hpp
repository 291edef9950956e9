#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "consumers/landing/segment_builder.hpp"
#include "domain/catalog/skeleton.hpp"
#include "tests/integration/duckdb/store_fixture.hpp"

namespace tests {

inline domain::ingest::BundleHeader bundle_header(std::int64_t number, std::string extra = "{}") {
    domain::ingest::BundleHeader header;
    header.tenant = domain::base::TenantId("4711");
    header.datastream = domain::base::DatastreamId(41);
    header.dataset = domain::base::DatasetId(42);
    header.token = domain::base::IngestTokenId("ds1token");
    header.kind = "http";
    header.bundle = domain::base::BundleId("bundle-" + std::to_string(number));
    header.received_at = domain::base::from_nanoseconds(1'000'000'000 * number);
    header.count = 1;
    header.extra = std::move(extra);
    return header;
}

/// A segment in the fixture's directory and what became of its records.
struct LandedSegment {
    domain::catalog::Segment segment;
    std::vector<consumers::landing::Rejection> rejections;
};

inline LandedSegment land(StoreFixture& fixture, consumers::landing::SegmentBuilder& builder,
                          const std::vector<consumers::landing::SegmentBuilder::Record>& records,
                          const std::string& name = "segment.parquet") {
    LandedSegment landed;
    landed.segment.file = name;
    auto file = infra::duckdb::parquet::FileWriter::create(fixture.segments() / name);
    builder.begin(records);
    for (const auto& record : records) {
        auto rejection = builder.add(record, **file).value();
        if (rejection) landed.rejections.push_back(*rejection);
    }
    if (builder.rows() > 0) builder.finish(**file, landed.segment).value();
    return landed;
}

inline std::string sql_text(std::string_view text) {
    std::string sql = "'";
    for (const char c : text) sql.append(c == '\'' ? 2 : 1, c);
    return sql + "'";
}

/// The expression that puts FIELDS or EXTRA together again.
inline std::string object_expression(const domain::catalog::Segment& segment, domain::catalog::PathBase base) {
    std::vector<domain::catalog::PathColumn> columns;
    std::string arguments;
    for (const auto& column : segment.layout.columns) {
        if (column.base != base) continue;
        columns.push_back(column);
        arguments += ", " + column.column;
    }
    const std::string prefix = base == domain::catalog::PathBase::kFields ? "" : "extra_";
    return "opalite_object('', " + sql_text(domain::catalog::column_map(columns)) + ", " + prefix + "shape, " + prefix +
           "rest" + arguments + ")";
}

/// The rows of an expression over a segment, in its order.
inline std::vector<std::string> column_of(StoreFixture& fixture, const domain::catalog::Segment& segment,
                                          const std::string& expression) {
    const auto rows = infra::runtime::run_async(rows_of(
        fixture.store(), text_query("SELECT " + expression + " FROM opalite_segments([" + sql_text(segment.file) +
                                    "]) ORDER BY file_row_number")));
    std::vector<std::string> texts;
    if (!rows) return {"error: " + rows.error().message()};
    for (const auto& row : *rows) texts.push_back(row.front());
    return texts;
}

inline std::vector<std::string> objects_of(StoreFixture& fixture, const domain::catalog::Segment& segment) {
    return column_of(fixture, segment, object_expression(segment, domain::catalog::PathBase::kFields));
}

}  // namespace tests
