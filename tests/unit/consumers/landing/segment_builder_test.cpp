#include <catch2/catch.hpp>

#include "tests/unit/consumers/landing/landing_fixture.hpp"

namespace {

using consumers::landing::SegmentBuilder;
using domain::catalog::LeafType;
using domain::catalog::PathBase;
using tests::StoreFixture;

TEST_CASE("fixed columns and EXTRA stand in every row of a record", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    auto first = tests::bundle_header(1, R"({"path":"/x","tags":{"a":"b"}})");
    auto second = tests::bundle_header(2, R"({"path":"/y"})");
    second.first_index = 7;
    const auto landed = tests::land(fixture, builder, {{&first, R"({"v":1}{"v":2})"}, {&second, R"({"v":"three"})"}});
    const auto& segment = landed.segment;
    CHECK(segment.rows == 3);
    CHECK(segment.raw_bytes == 27);
    CHECK(segment.time_min == first.received_at);
    CHECK(segment.time_max == second.received_at);
    CHECK(tests::column_of(fixture, segment, "concat_ws(' ', ts, kind, bundle, idx, datastream, token)") ==
          std::vector<std::string>{"1000000000 http bundle-1 0 41 ds1token", "1000000000 http bundle-1 1 41 ds1token",
                                   "2000000000 http bundle-2 7 41 ds1token"});
    CHECK(tests::column_of(fixture, segment, tests::object_expression(segment, PathBase::kExtra)) ==
          std::vector<std::string>{R"({"path":"/x","tags":{"a":"b"}})", R"({"path":"/x","tags":{"a":"b"}})", R"({"path":"/y"})"});
    CHECK(tests::column_of(fixture, segment, "shape") == std::vector<std::string>{R"({"v":i})", R"({"v":i})", R"({"v":s})"});
}

TEST_CASE("a segment knows the range of its int64 paths") {
    StoreFixture fixture;
    SegmentBuilder::Limits limits;
    limits.row_group_rows_max = 1;
    SegmentBuilder builder(limits);
    const auto header = tests::bundle_header(1, R"({"e":-4})");
    using domain::catalog::PathRange;
    const std::vector<PathRange> ranges = tests::land(fixture, builder, {
        {&header, R"({"n":5,"t":{"u":7},"mixed":1,"f":1.5,"gap":1})"},
        {&header, R"({"n":-9223372036854775808,"t":{"u":7},"mixed":"1","f":2.5})"},
        {&header, R"({"n":9223372036854775807,"t":{"u":9},"mixed":2,"f":0.5,"gap":null})"}}).segment.ranges;
    CHECK(std::vector<PathRange>(ranges) == std::vector<PathRange>{
        {PathBase::kFields, "/gap", 1, 1, false},
        {PathBase::kFields, "/n", INT64_MIN, INT64_MAX, true},
        {PathBase::kFields, "/t/u", 7, 9, true},
        {PathBase::kExtra, "/e", -4, -4, true}});
}

TEST_CASE("a path that the remainder may hold, too, has no range") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    const auto header = tests::bundle_header(1);
    // What is no int64 stays as it was sent, in the remainder.
    const auto landed = tests::land(fixture, builder, {{&header, R"({"n":5,"m":1}{"n":18446744073709551615,"m":2})"}});
    REQUIRE(landed.segment.ranges.size() == 1);
    CHECK(landed.segment.ranges[0].path == "/m");
}

TEST_CASE("a record of pairs brings the EXTRA of each row", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    auto pairs = tests::bundle_header(1);
    pairs.pairs = true;
    const auto plain = tests::bundle_header(2, R"({"path":"/x"})");
    const std::string payload = R"({"job":"a"} {"v":1}
{"job":"b","rare":{"x":[1]}} {"v":2}
{} {})";
    const auto landed = tests::land(fixture, builder, {{&pairs, payload}, {&plain, R"({"v":3})"}});
    CHECK(landed.rejections.empty());
    CHECK(landed.segment.rows == 4);
    CHECK(tests::column_of(fixture, landed.segment, tests::object_expression(landed.segment, PathBase::kExtra)) ==
          std::vector<std::string>{R"({"job":"a"})", R"({"job":"b","rare":{"x":[1]}})", "{}", R"({"path":"/x"})"});
    CHECK(tests::objects_of(fixture, landed.segment) == std::vector<std::string>{R"({"v":1})", R"({"v":2})", "{}", R"({"v":3})"});
    CHECK(tests::column_of(fixture, landed.segment, "concat_ws(' ', bundle, idx)") ==
          std::vector<std::string>{"bundle-1 0", "bundle-1 1", "bundle-1 2", "bundle-2 0"});
}

TEST_CASE("half a pair is rejected from its place on", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    auto pairs = tests::bundle_header(1);
    pairs.pairs = true;
    const auto* const payload = GENERATE(R"({"e":1} {"v":1} {"e":2})", R"({"e":1} {"v":1} {"e":2} [1])", R"({"e":1} {"v":1} 7 {"v":2})");
    const auto landed = tests::land(fixture, builder, {{&pairs, payload}});
    REQUIRE(landed.rejections.size() == 1);
    CHECK(landed.rejections[0].observation == 1);
    CHECK(landed.rejections[0].offset == 16);
    CHECK(landed.segment.rows == 1);
    CHECK(tests::column_of(fixture, landed.segment, tests::object_expression(landed.segment, PathBase::kExtra)) ==
          std::vector<std::string>{R"({"e":1})"});
}

TEST_CASE("the layout names each path and type once, in order, and is in the file", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    const auto header = tests::bundle_header(1, R"({"p":1})");
    const auto landed = tests::land(fixture, builder, {{&header, R"({"b":{"c":[1]},"a":1}{"a":1.5}{"a":true,"n":null})"}});
    const auto& columns = landed.segment.layout.columns;
    std::vector<std::string> shown;
    for (const auto& column : columns) {
        shown.push_back((column.base == PathBase::kFields ? "f" : "e") + column.path + ":" + static_cast<char>(column.type));
    }
    CHECK(shown == std::vector<std::string>{"f/a:b", "f/a:d", "f/a:i", "f/b/c:a", "e/p:i"});
    const auto stored = infra::runtime::run_async(tests::rows_of(
        fixture.store(), tests::text_query("SELECT decode(value) FROM parquet_kv_metadata('" +
                                           (fixture.segments() / landed.segment.file).string() + "')")));
    REQUIRE(stored.has_value());
    CHECK((*stored)[0][0] == domain::catalog::to_json(landed.segment.layout));
    // Another segment, with other columns beside it, calls the path by the same name.
    const auto other = tests::land(fixture, builder, {{&header, R"({"zz":1,"a":7})"}}, "other.parquet");
    CHECK(other.segment.layout.columns[0].column == columns[2].column);
}

TEST_CASE("what does not parse is rejected from its place on", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    const auto header = tests::bundle_header(1);
    const auto [payload, observation, offset, rows] = GENERATE(table<std::string, int, std::size_t, int>({
        {R"({"a":1} {"a":} {"a":2})", 1, 8, 1},
        {R"({"a":1} [1])", 1, 8, 1},
        {R"({"a":1} {"a":1 "b":2})", 1, 8, 1},
        {R"({"a":1}{"a":nul})", 1, 7, 1},
        {R"({"a":1}{"a":01x})", 1, 7, 1},
        {R"({"a":1}{"b":{"a":"x","a":2)", 1, 7, 1},
        {R"("text")", 0, 0, 0},
        {R"({"a":"open})", 0, 0, 0},
        {"{\"a\":\"\xFF\"}", 0, 0, 0},
    }));
    const auto good = tests::bundle_header(2);
    const auto landed = tests::land(fixture, builder, {{&header, payload}, {&good, R"({"a":9})"}});
    REQUIRE(landed.rejections.size() == 1);
    CHECK(landed.rejections[0].observation == observation);
    CHECK(landed.rejections[0].offset == offset);
    CHECK_FALSE(landed.rejections[0].reason.empty());
    CHECK(landed.segment.rows == rows + 1);
    CHECK(tests::objects_of(fixture, landed.segment).back() == R"({"a":9})");
}

TEST_CASE("a record whose EXTRA is no object is rejected whole", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder builder({});
    const auto header = tests::bundle_header(1, "[]");
    const auto landed = tests::land(fixture, builder, {{&header, R"({"a":1})"}});
    REQUIRE(landed.rejections.size() == 1);
    CHECK(landed.rejections[0].observation == 0);
    CHECK(builder.rows() == 0);
}

TEST_CASE("row groups divide a large segment", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder::Limits limits;
    limits.row_group_rows_max = 1000;
    SegmentBuilder builder(limits);
    std::vector<domain::ingest::BundleHeader> headers;
    std::vector<std::string> payloads;
    for (int record = 0; record < 9; ++record) {
        headers.push_back(tests::bundle_header(record));
        std::string& payload = payloads.emplace_back();
        for (int row = 0; row < 400; ++row) {
            payload += R"({"n":)" + std::to_string(record * 400 + row) + (record < 5 ? R"(,"early":"x"})" : R"(,"late":1.5})");
        }
    }
    std::vector<SegmentBuilder::Record> records;
    for (std::size_t i = 0; i < headers.size(); ++i) records.push_back({&headers[i], payloads[i]});
    const auto landed = tests::land(fixture, builder, records);
    CHECK(landed.segment.rows == 3600);
    const auto objects = tests::objects_of(fixture, landed.segment);
    REQUIRE(objects.size() == 3600);
    CHECK(objects[0] == R"({"n":0,"early":"x"})");
    CHECK(objects[3599] == R"({"n":3599,"late":1.5})");
    const auto groups = infra::runtime::run_async(tests::rows_of(
        fixture.store(), tests::text_query("SELECT count(DISTINCT row_group_id)::VARCHAR FROM parquet_metadata('" +
                                           (fixture.segments() / landed.segment.file).string() + "')")));
    REQUIRE(groups.has_value());
    CHECK((*groups)[0][0] == "3");
}

}  // namespace
