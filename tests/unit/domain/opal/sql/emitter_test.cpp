#include "domain/opal/sql/emitter.hpp"

#include <catch2/catch.hpp>

#include "domain/base/time.hpp"
#include "domain/opal/plan/expression.hpp"

namespace {

namespace plan = domain::opal::plan;
namespace sql = domain::opal::sql;
using domain::catalog::LeafType;
using domain::catalog::PathBase;
using domain::catalog::Segment;
using domain::opal::check::ColumnId;
using domain::opal::check::Type;

Segment segment(std::string file, std::string column, std::int64_t from, std::int64_t to) {
    Segment result;
    result.file = std::move(file);
    result.layout.columns.push_back({PathBase::kFields, "/a", LeafType::kString, std::move(column)});
    result.time_min = domain::base::from_nanoseconds(from);
    result.time_max = domain::base::from_nanoseconds(to);
    return result;
}

/// `string(FIELDS.a)` of an Event dataset in the window [10, 20).
plan::Plan scan_plan() {
    plan::Scan scan;
    scan.window = plan::Window{10, 20};
    scan.valid_from = plan::FixedColumn::kTimestamp;
    scan.columns.push_back({ColumnId(0), Type::kString, plan::PathDemand{PathBase::kFields, {"a"}, plan::Wanted::kString}});
    plan::Plan result;
    result.root = plan::make_node(scan);
    domain::opal::check::Column column;
    column.id = ColumnId(0);
    column.name = "A \"quoted\" name";
    column.type = Type::kString;
    result.output.push_back(column);
    return result;
}

TEST_CASE("segments with the same columns share a scan, others are joined") {
    const std::vector<std::vector<Segment>> segments{
        {segment("1", "c1", 10, 19), segment("2", "c2", 11, 12), segment("3", "c1", 12, 13)}};
    const auto statement = sql::emit(scan_plan(), segments);
    CHECK(statement.sql ==
          "WITH t0 AS NOT MATERIALIZED (SELECT s.c1 AS v0 FROM opalite_segments(['1', '3']) AS s UNION ALL "
          "SELECT s.c2 AS v0 FROM opalite_segments(['2']) AS s)\nSELECT v0 FROM t0");
    CHECK(statement.parameters.empty());
}

TEST_CASE("only segments that reach out of the window are tested for time") {
    const std::vector<std::vector<Segment>> segments{{segment("1", "c1", 9, 15), segment("2", "c1", 10, 19)}};
    const auto statement = sql::emit(scan_plan(), segments);
    CHECK(statement.sql.find("['1']) AS s WHERE s.ts >= $2 AND s.ts < $1 UNION ALL") != std::string::npos);
    CHECK(statement.sql.find("['2']) AS s)") != std::string::npos);
    CHECK(statement.parameters == std::vector<sql::Parameter>{std::int64_t{20}, std::int64_t{10}});
}

TEST_CASE("no segments give the columns and no rows") {
    const std::vector<std::vector<Segment>> segments{{}};
    CHECK(sql::emit(scan_plan(), segments).sql ==
          "WITH t0 AS NOT MATERIALIZED (SELECT CAST(NULL AS VARCHAR) AS v0 WHERE false)\nSELECT v0 FROM t0");
}

TEST_CASE("file names cannot end the statement") {
    const std::vector<std::vector<Segment>> segments{{segment("it's'] --", "c1", 10, 11)}};
    CHECK(sql::emit(scan_plan(), segments).sql.find("['it''s''] --']") != std::string::npos);
}

TEST_CASE("a bound of a scan is applied before its columns are computed") {
    plan::Plan bounded = scan_plan();
    std::get<plan::Scan>(bounded.root->op).bound = plan::RowBound{3, {}};
    const std::vector<std::vector<Segment>> segments{{segment("1", "c1", 10, 11)}};
    CHECK(sql::emit(bounded, segments).sql ==
          "WITH t0 AS NOT MATERIALIZED ((SELECT s.c1 AS v0 FROM (SELECT * FROM (SELECT s.* FROM "
          "opalite_segments(['1']) AS s) LIMIT 3) AS s))\nSELECT v0 FROM t0");
}

}  // namespace
