#include "consumers/landing/compactor.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

#include "tests/unit/consumers/landing/landing_fixture.hpp"

namespace {

using consumers::landing::Compactor;
using consumers::landing::SegmentBuilder;
using domain::base::ErrorCode;
using domain::catalog::CompactionJob;
using domain::catalog::PathBase;
using domain::catalog::Segment;
using tests::StoreFixture;

/// Lands segments into the directory of tenant 4711 and dataset 42.
class Landed {
public:
    explicit Landed(StoreFixture& fixture, SegmentBuilder::Limits limits = {}) : fixture_(fixture), builder_(limits) {
        std::filesystem::create_directories(fixture.segments() / "4711/42");
    }

    /// One segment of one bundle, received at second `time`.
    void add(std::int64_t time, const std::string& payload, std::string extra = "{}") {
        const auto header = tests::bundle_header(time, std::move(extra));
        const std::string id = "s" + std::to_string(job.segments.size());
        Segment segment = tests::land(fixture_, builder_, {{&header, payload}}, "4711/42/" + id + ".parquet").segment;
        segment.id = domain::base::SegmentId(id);
        segment.tenant = header.tenant;
        segment.dataset = header.dataset;
        job.segments.push_back(std::move(segment));
        job.attempt = "attempt";
    }

    CompactionJob job;

private:
    StoreFixture& fixture_;
    SegmentBuilder builder_;
};

infra::duckdb::merge::SegmentMergerConfig config_of(const StoreFixture& fixture) {
    infra::duckdb::merge::SegmentMergerConfig config;
    config.segment_directory = fixture.segments();
    return config;
}

/// Everything that a reader can see of the rows, as texts.
std::vector<std::string> rows_of(StoreFixture& fixture, const Segment& segment) {
    return tests::column_of(fixture, segment,
                            "concat_ws(' ', ts, kind, bundle, idx, datastream, token, " +
                                tests::object_expression(segment, PathBase::kFields) + ", " +
                                tests::object_expression(segment, PathBase::kExtra) + ")");
}

std::vector<std::string> sorted_rows_of(StoreFixture& fixture, const std::vector<Segment>& segments) {
    std::vector<std::string> all;
    for (const Segment& segment : segments) {
        auto rows = rows_of(fixture, segment);
        all.insert(all.end(), rows.begin(), rows.end());
    }
    std::sort(all.begin(), all.end());
    return all;
}

std::size_t files_in(const StoreFixture& fixture) {
    const std::filesystem::directory_iterator files(fixture.segments() / "4711/42");
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

}  // namespace

TEST_CASE("a merged segment has the rows of its parts, sorted by time", "[landing]") {
    StoreFixture fixture;
    Landed landed(fixture);
    landed.add(3, R"({"b":"x","a":1}{"a":"one","n":null})", R"({"path":"/x"})");
    landed.add(1, R"({"a":2.5,"deep":{"list":[1,{"k":2}],"it's":"quoted"}})");
    landed.add(2, R"({"big":123456789012345678901234567890,"a":{"b":true}}{"twice":1,"twice":2})", R"({"tags":{"a":"b"}})");
    landed.add(4, R"({"a":1,"b":"y"})", R"({"path":"/y"})");
    Compactor compactor(config_of(fixture));
    const auto merged = compactor.merge(landed.job);
    REQUIRE(merged.has_value());
    CHECK(merged->rows == 6);
    CHECK(merged->raw_bytes == landed.job.segments[0].raw_bytes + landed.job.segments[1].raw_bytes +
                                   landed.job.segments[2].raw_bytes + landed.job.segments[3].raw_bytes);
    CHECK(merged->time_min == landed.job.segments[1].time_min);
    CHECK(merged->time_max == landed.job.segments[3].time_max);
    CHECK(merged->bytes == static_cast<std::int64_t>(std::filesystem::file_size(fixture.segments() / merged->file)));
    CHECK(tests::column_of(fixture, *merged, "concat_ws(' ', bundle, idx)") ==
          std::vector<std::string>{"bundle-1 0", "bundle-2 0", "bundle-2 1", "bundle-3 0", "bundle-3 1", "bundle-4 0"});
    CHECK(tests::objects_of(fixture, *merged)[3] == R"({"b":"x","a":1})");
    CHECK(sorted_rows_of(fixture, {*merged}) == sorted_rows_of(fixture, landed.job.segments));
    CHECK(files_in(fixture) == 5);
}

namespace {

/// Documents of three kinds and a few hundred users, in an order of their own; each has its number.
std::string events(int first, int count) {
    std::string text;
    for (int i = first; i < first + count; ++i) {
        const int mixed = static_cast<int>(static_cast<unsigned>(i) * 2654435761U >> 8U);
        text += R"({"n":)" + std::to_string(i) + R"(,"kind":"k)" + std::to_string(mixed % 3) + R"(","level":)" + std::to_string(mixed / 3 % 4) +
                R"(,"user":"user-)" + std::to_string(mixed / 16 % 700) + R"(","text":")" + std::string(static_cast<std::size_t>(mixed % 97), 'x') + "\"}";
    }
    return text;
}

}  // namespace

TEST_CASE("the rows of a merged segment stand together by columns of few values, then by a recurring identifier", "[landing]") {
    StoreFixture fixture;
    Landed landed(fixture);
    for (int i = 0; i < 4; ++i) landed.add(4 - i, events(i * 5000, 5000));
    const auto before = sorted_rows_of(fixture, landed.job.segments);
    infra::duckdb::merge::SegmentMergerConfig config = config_of(fixture);
    SECTION("in one piece") {}
    SECTION("column by column in pieces") { config.column_bytes_max = 100'000; }
    SECTION("in many row groups") { config.row_group_bytes_max = 100'000; }
    const auto merged = Compactor(config).merge(landed.job);
    REQUIRE(merged.has_value());
    CHECK(sorted_rows_of(fixture, {*merged}) == before);
    const auto name = [&](const std::string& path) {
        const auto& columns = merged->layout.columns;
        return std::find_if(columns.begin(), columns.end(), [&](const auto& each) { return each.path == path; })->column;
    };
    // Three keys would be cells too small; of kind and level the finer one comes second.
    const auto places = tests::column_of(fixture, *merged, "concat_ws(' ', " + name("/kind") + ", " + name("/level") + ", " + name("/user") + ", ts // 1000000000)");
    CHECK(places.size() == 20'000);
    CHECK(std::is_sorted(places.begin(), places.end()));
}

TEST_CASE("a merged segment of hours stands by time within the columns of few values", "[landing]") {
    StoreFixture fixture;
    Landed landed(fixture);
    for (int i = 0; i < 4; ++i) landed.add(1000 + (4 - i) * 1800, events(i * 5000, 5000));
    const auto merged = Compactor(config_of(fixture)).merge(landed.job);
    REQUIRE(merged.has_value());
    const auto& columns = merged->layout.columns;
    const auto kind = std::find_if(columns.begin(), columns.end(), [](const auto& each) { return each.path == "/kind"; });
    const auto level = std::find_if(columns.begin(), columns.end(), [](const auto& each) { return each.path == "/level"; });
    const auto places = tests::column_of(fixture, *merged, "concat_ws(' ', " + kind->column + ", " + level->column + ", lpad((ts // 1000000000)::VARCHAR, 5, '0'))");
    CHECK(std::is_sorted(places.begin(), places.end()));
    // Order within one second and cell is that in which rows arrived.
    const auto& number = std::find_if(columns.begin(), columns.end(), [](const auto& each) { return each.path == "/n"; })->column;
    const auto numbers = tests::column_of(fixture, *merged, "CASE WHEN " + kind->column + " = 'k1' AND " + level->column + " = 2 AND ts = 2800000000000 THEN lpad(" + number + "::VARCHAR, 6, '0') ELSE '' END");
    std::vector<std::string> of_cell;
    std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(of_cell), [](const std::string& text) { return !text.empty(); });
    CHECK(of_cell.size() > 100);
    CHECK(std::is_sorted(of_cell.begin(), of_cell.end()));
}

TEST_CASE("the layout of a merged segment stands in its file", "[landing]") {
    StoreFixture fixture;
    Landed landed(fixture);
    landed.add(1, R"({"it's":1})");
    landed.add(2, R"({"it's":"text"})");
    Compactor compactor(config_of(fixture));
    const auto merged = compactor.merge(landed.job);
    REQUIRE(merged.has_value());
    REQUIRE(merged->layout.columns.size() == 2);
    CHECK(merged->layout.columns[0].column == landed.job.segments[0].layout.columns[0].column);
    const auto stored = infra::runtime::run_async(tests::rows_of(
        fixture.store(), tests::text_query("SELECT decode(value) FROM parquet_kv_metadata('" +
                                           (fixture.segments() / merged->file).string() + "')")));
    REQUIRE(stored.has_value());
    CHECK((*stored)[0][0] == domain::catalog::to_json(merged->layout));
}

TEST_CASE("a path in the remainder of one part and in a column of another keeps both values", "[landing]") {
    StoreFixture fixture;
    SegmentBuilder::Limits limits;
    limits.paths.columns_max = 1;
    Landed landed(fixture, limits);
    landed.add(1, R"({"a":1,"b":true}{"a":2})");
    landed.add(2, R"({"b":false,"a":3}{"b":true})");
    Compactor compactor(config_of(fixture));
    const auto merged = compactor.merge(landed.job);
    REQUIRE(merged.has_value());
    CHECK(merged->layout.fields_rest);
    CHECK(tests::objects_of(fixture, *merged) ==
          std::vector<std::string>{R"({"a":1,"b":true})", R"({"a":2})", R"({"b":false,"a":3})", R"({"b":true})"});
}

TEST_CASE("a merged segment can be merged again", "[landing]") {
    StoreFixture fixture;
    Landed landed(fixture);
    for (int i = 0; i < 40; ++i) {
        landed.add(40 - i, R"({"k)" + std::to_string(i % 7) + R"(":)" + std::to_string(i) + "}");
    }
    const auto before = sorted_rows_of(fixture, landed.job.segments);
    CompactionJob first;
    first.attempt = "first";
    CompactionJob second;
    second.attempt = "second";
    first.segments.assign(landed.job.segments.begin(), landed.job.segments.begin() + 20);
    Compactor compactor(config_of(fixture));
    second.segments.push_back(compactor.merge(first).value());
    second.segments.insert(second.segments.end(), landed.job.segments.begin() + 20, landed.job.segments.end());
    const auto merged = compactor.merge(second);
    REQUIRE(merged.has_value());
    CHECK(merged->rows == 40);
    CHECK(sorted_rows_of(fixture, {*merged}) == before);
}

TEST_CASE("wide segments of many layouts are merged within the memory of a merge", "[landing]") {
    StoreFixture fixture;
    Landed landed(fixture);
    for (int i = 0; i < 32; ++i) {
        std::string document = "{";
        for (int k = 0; k < 30; ++k) {
            document += (k > 0 ? ",\"p" : "\"p") + std::to_string((i * 7 + k) % 250) + "\":\"value " + std::to_string(i) + '"';
        }
        std::string payload;
        for (int row = 0; row < 50; ++row) payload += document + "}";
        landed.add(i, payload);
    }
    const auto merged = Compactor(config_of(fixture)).merge(landed.job);
    REQUIRE(merged.has_value());
    CHECK(merged->layout.columns.size() > 200);
    CHECK(sorted_rows_of(fixture, {*merged}) == sorted_rows_of(fixture, landed.job.segments));
}

TEST_CASE("a failed merge leaves no file", "[landing]") {
    StoreFixture fixture;
    Landed landed(fixture);
    landed.add(1, R"({"a":1})");
    landed.add(2, R"({"a":2})");
    Compactor compactor(config_of(fixture));

    SECTION("when the catalog says other rows than the files have") {
        landed.job.segments[0].rows = 2;
        const auto refused = compactor.merge(landed.job);
        REQUIRE(refused.has_error());
        CHECK(refused.error().code() == ErrorCode::kInternal);
        CHECK(files_in(fixture) == 2);
    }
    SECTION("when a part is not there") {
        CHECK(compactor.remove({landed.job.segments[0].file}) == std::vector<std::string>{landed.job.segments[0].file});
        const auto refused = compactor.merge(landed.job);
        REQUIRE(refused.has_error());
        CHECK(refused.error().code() == ErrorCode::kUnavailable);
        CHECK(files_in(fixture) == 1);
    }
    SECTION("when it was stopped") {
        compactor.stop();
        const auto refused = compactor.merge(landed.job);
        REQUIRE(refused.has_error());
        CHECK(refused.error().code() == ErrorCode::kUnavailable);
        CHECK(files_in(fixture) == 2);
    }
}
