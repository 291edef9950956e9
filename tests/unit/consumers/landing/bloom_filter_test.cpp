#include <array>
#include <cstdio>

#include <catch2/catch.hpp>

#include "tests/unit/consumers/landing/landing_fixture.hpp"

namespace {

using consumers::landing::SegmentBuilder;
using domain::catalog::Segment;
using tests::StoreFixture;

constexpr int kRows = 8000;

/// 32 digits that look like chance.
std::string identifier(std::uint64_t number) {
    std::string text;
    for (int i = 0; i < 2; ++i) {
        number = (number ^ (number >> 31U)) * 0x9e3779b97f4a7c15U + 0x1234567U;
        number = (number ^ (number >> 29U)) * 0xbf58476d1ce4e5b9U;
        std::array<char, 20> digits{};
        std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
        text += digits.data();
    }
    return text;
}

/// Eight thousand documents: `user` is one of 2,000, `account` one of 6,000, `id` is never the same.
std::string documents() {
    std::string lines;
    for (int i = 0; i < kRows; ++i) {
        const auto number = static_cast<std::uint64_t>(i);
        lines += R"({"user":")" + identifier(number % 2000) + R"(","account":")" + identifier(100'000 + number % 6000) +
                 R"(","id":")" + identifier(1'000'000 + number) + "\"}\n";
    }
    return lines;
}

std::string column_name(const Segment& segment, const std::string& path) {
    for (const auto& column : segment.layout.columns) {
        if (column.path == path) return column.column;
    }
    return "no such path";
}

/// Of the file's row groups, those that a search for `value` skips and those that it reads, by DuckDB's judgement.
std::string probe(StoreFixture& fixture, const Segment& segment, const std::string& path, const std::string& value) {
    const auto rows = infra::runtime::run_async(tests::rows_of(
        fixture.store(), tests::text_query("SELECT string_agg(if(bloom_filter_excludes, 'skip', 'read'), ' ' ORDER BY row_group_id) "
                                           "FROM parquet_bloom_probe(" +
                                           tests::sql_text((fixture.segments() / segment.file).string()) + ", '" +
                                           column_name(segment, path) + "', " + tests::sql_text(value) + ")")));
    return rows ? rows->front().front() : rows.error().message();
}

std::string count_where(StoreFixture& fixture, const Segment& segment, const std::string& path, const std::string& value) {
    const auto rows = infra::runtime::run_async(tests::rows_of(
        fixture.store(), tests::text_query("SELECT count(*)::VARCHAR FROM opalite_segments([" + tests::sql_text(segment.file) +
                                           "]) WHERE " + column_name(segment, path) + " = " + tests::sql_text(value))));
    return rows ? rows->front().front() : rows.error().message();
}

}  // namespace

TEST_CASE("a search for an identifier that recurs skips files that do not have it") {
    StoreFixture fixture;
    SegmentBuilder builder{SegmentBuilder::Limits()};
    auto header = tests::bundle_header(1);
    header.count = kRows;
    const std::string lines = documents();
    const auto landed = tests::land(fixture, builder, {{&header, lines}});
    const Segment& segment = landed.segment;
    REQUIRE(segment.rows == kRows);

    // No value of the file is excluded …
    std::size_t wrong = 0;
    for (unsigned i = 0; i < 2000; i += 97) wrong += probe(fixture, segment, "/user", identifier(i)) != "read";
    for (unsigned i = 0; i < 6000; i += 97) {
        wrong += probe(fixture, segment, "/account", identifier(100'000 + i)) != "read";
    }
    CHECK(wrong == 0);
    // … and few others are not.
    std::size_t skipped = 0;
    for (unsigned i = 0; i < 100; ++i) {
        skipped += probe(fixture, segment, "/user", identifier(500'000 + i)) == "skip";
        skipped += probe(fixture, segment, "/account", identifier(600'000 + i)) == "skip";
    }
    CHECK(skipped >= 170);
    // What is different everywhere has no filter: it would be larger than it is worth.
    CHECK(probe(fixture, segment, "/id", identifier(5)) == "read");
    CHECK(count_where(fixture, segment, "/user", identifier(1)) == "4");
    CHECK(count_where(fixture, segment, "/account", identifier(5)) == "0");
}
