#include "domain/query/drop_filter.hpp"

#include <catch2/catch.hpp>

using domain::query::DropFilter;

TEST_CASE("a drop filter is of filters that look at one raw observation") {
    const auto* const pipeline = GENERATE("filter false", "filter string(FIELDS.level) = \"debug\" and EXTRA.path ~ health",
                                          "filter OBSERVATION_KIND = \"http\" | filter FIELDS ~ <timeout>",
                                          "filter BUNDLE_TIMESTAMP < parse_isotime(\"2030-01-01T00:00:00Z\")");
    INFO(pipeline);
    const auto compiled = DropFilter::compile(pipeline);
    INFO((compiled ? "" : compiled.error().message()));
    CHECK(compiled.has_value());
}

TEST_CASE("what may say something else of a row another time is no drop filter") {
    const auto [pipeline, why] = GENERATE(table<const char*, const char*>({
        {"", "needs a `filter`"},
        {"make_col a:1", "no verb but `filter`"},
        {"filter true | limit 1", "no verb but `filter`"},
        {"@x <- @ { filter true }\n<- @x { filter true }", "without subqueries"},
        {"filter BUNDLE_TIMESTAMP < now()", "the present time"},
        {"filter true | filter not (OBSERVATION_INDEX > 0 or BUNDLE_TIMESTAMP > query_start_time())", "the present time"},
        {"filter uniform(0, 9) > 4", "chance"},
        {"filter zipf(1.5, 9) > 4", "chance"},
        {"filter window(row_number(), group_by(BUNDLE_ID)) > 1", "window functions"},
    }));
    INFO(pipeline);
    const auto compiled = DropFilter::compile(pipeline);
    REQUIRE_FALSE(compiled.has_value());
    CHECK(compiled.error().code() == domain::base::ErrorCode::kInvalidArgument);
    CHECK_THAT(compiled.error().message(), Catch::Contains(why));
}

TEST_CASE("a mistake in a drop filter has its place") {
    const auto compiled = DropFilter::compile("filter true\n| filter levl = 3");
    REQUIRE_FALSE(compiled.has_value());
    REQUIRE(compiled.error().diagnostics().size() == 1);
    CHECK(compiled.error().diagnostics()[0].line == 2);
    CHECK(compiled.error().diagnostics()[0].column == 10);
}

TEST_CASE("a drop filter asks for the names of rows") {
    const auto compiled = DropFilter::compile("filter string(FIELDS.level) = \"debug\"");
    REQUIRE(compiled.has_value());
    domain::catalog::Segment segment;
    segment.file = "1/2/x.parquet";
    segment.rows = 1;
    const auto query = compiled->matches_in(segment);
    REQUIRE(query.columns.size() == 3);
    CHECK(query.columns[1].name == "BUNDLE_ID");
    CHECK(query.columns[2].name == "OBSERVATION_INDEX");
    CHECK_THAT(query.sql, Catch::Contains("1/2/x.parquet"));
}
