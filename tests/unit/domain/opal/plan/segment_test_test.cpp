#include "domain/opal/plan/segment_test.hpp"

#include <catch2/catch.hpp>

#include "domain/opal/compiler/compiler.hpp"

namespace {

namespace catalog = domain::catalog;
namespace compiler = domain::opal::compiler;

constexpr std::int64_t kSecond = 1'000'000'000;

/// Observations that arrived from second 100 to 200, whose `n` is from 10 to 20 and whose `t` is from second 50 to 60, everywhere.
catalog::Segment segment() {
    catalog::Segment made;
    made.time_min = domain::base::from_nanoseconds(100 * kSecond);
    made.time_max = domain::base::from_nanoseconds(200 * kSecond);
    made.layout.columns = {{catalog::PathBase::kFields, "/n", catalog::LeafType::kInt64, "c0", true},
                           {catalog::PathBase::kFields, "/s", catalog::LeafType::kString, "c1", true},
                           {catalog::PathBase::kFields, "/t", catalog::LeafType::kInt64, "c2", true}};
    made.ranges = {{catalog::PathBase::kFields, "/n", 10, 20, false}, {catalog::PathBase::kFields, "/t", 50 * kSecond, 60 * kSecond, true}};
    return made;
}

/// Whether the segment may have rows that the pipeline keeps, in the window of seconds 0 to 1000.
bool may_match(const std::string& pipeline, const catalog::Segment& found = segment(), bool* wants_ranges = nullptr) {
    std::vector<catalog::Dataset> datasets(1);
    datasets[0].name = "raw";
    datasets[0].schema = catalog::observation_schema();
    std::vector<compiler::Stage> stages(1);
    stages[0].pipeline = pipeline;
    stages[0].inputs.push_back({"raw", compiler::DatasetInput{0}});
    const auto compiled = compiler::compile(
        {.datasets = datasets, .stages = stages, .output_stage = 0, .window = {0, 1000 * kSecond}, .row_limit = {}});
    INFO(compiler::render_diagnostics(compiled));
    REQUIRE_FALSE(compiled.has_errors);
    const auto tests = domain::opal::plan::SegmentTest::of(*compiled.plan.root);
    REQUIRE(tests.size() == 1);
    if (wants_ranges != nullptr) *wants_ranges = tests[0].wants_ranges();
    return tests[0].may_match(found);
}

TEST_CASE("a comparison with a constant rules out segments of other values") {
    const auto [condition, expected] = GENERATE(table<std::string, bool>({
        {"int64(FIELDS.n) > 20", false},  {"int64(FIELDS.n) >= 20", true}, {"int64(FIELDS.n) < 10", false},
        {"int64(FIELDS.n) <= 10", true},  {"int64(FIELDS.n) = 21", false}, {"int64(FIELDS.n) = 15", true},
        {"21 = int64(FIELDS.n)", false},  {"9 >= int64(FIELDS.n)", false}, {"9 < int64(FIELDS.n)", true},
        {"int64(FIELDS.n) != 15", true},  {"not int64(FIELDS.n) < 10", true},
        {"int64(FIELDS.n) > 20 and string(FIELDS.s) = \"x\"", false},
        {"int64(FIELDS.n) > 20 or string(FIELDS.s) = \"x\"", true},
        {"int64(FIELDS.n) > 20 or int64(FIELDS.n) < 10", false},
        {"int64(FIELDS.n) + 5 > 25", false}, {"int64(FIELDS.n) + 5 > 24", true},
        {"int64(FIELDS.n) + 9223372036854775807 > 0", true},  // the sum has no int64
        {"float64(FIELDS.n) > 20.0", true}, {"int64(FIELDS.s) > 20", true}, {"is_null(FIELDS.n)", true},
        {"int64(FIELDS.n) > int64(FIELDS.t)", false},
    }));
    CAPTURE(condition);
    CHECK(may_match("filter " + condition) == expected);
}

TEST_CASE("a path that a segment does not have is null in all its rows") {
    CHECK_FALSE(may_match("filter int64(FIELDS.absent) > 0"));
    CHECK(may_match("filter is_null(int64(FIELDS.absent))"));
    auto with_remainder = segment();
    with_remainder.layout.fields_rest = true;
    CHECK(may_match("filter int64(FIELDS.absent) > 0", with_remainder));
    CHECK_FALSE(may_match("filter int64(FIELDS.n) > 20", with_remainder));
    CHECK(may_match("filter int64(EXTRA.n) > 20 or true"));
    CHECK_FALSE(may_match("filter int64(EXTRA.n) > 20"));
}

TEST_CASE("conditions on times of the observations look through what makes them") {
    const std::string time = "from_nanoseconds(int64(FIELDS.t))";
    const std::string late = " > from_seconds(60)";
    CHECK_FALSE(may_match("make_col t:" + time + "\nfilter t" + late));
    CHECK(may_match("make_col t:" + time + "\nfilter t >= from_seconds(60)"));
    CHECK_FALSE(may_match("make_col t:from_seconds(int64(FIELDS.n))\nfilter t > from_seconds(20)"));
    // Somewhere is the time of arrival only where the other is missing.
    CHECK_FALSE(may_match("make_col t:coalesce(" + time + ", BUNDLE_TIMESTAMP)\nfilter t" + late));
    CHECK(may_match("make_col t:coalesce(from_nanoseconds(null_if(int64(FIELDS.t), " + std::to_string(50 * kSecond) +
                    ")), BUNDLE_TIMESTAMP)\nfilter t" + late));
    CHECK_FALSE(may_match("make_col t:coalesce(from_nanoseconds(null_if(int64(FIELDS.t), 0)), BUNDLE_TIMESTAMP)\nfilter t" + late));
    CHECK_FALSE(may_match("filter BUNDLE_TIMESTAMP > from_seconds(200)"));
}

TEST_CASE("the window of a pipeline that sets the time is a condition like others") {
    const std::string set = "make_col t:from_nanoseconds(int64(FIELDS.t))\nset_timestamp options(max_time_diff:36500d), t\n";
    CHECK(may_match(set));
    auto older = segment();
    older.ranges[1].min = -20 * kSecond;
    older.ranges[1].max = -10 * kSecond;
    CHECK_FALSE(may_match(set, older));
    older.ranges.pop_back();
    CHECK(may_match(set, older));
}

TEST_CASE("what rows come to beyond a group or a window decides nothing") {
    CHECK(may_match("statsby n:max(int64(FIELDS.n))\nfilter n > 20"));
    CHECK(may_match("make_col n:window(max(int64(FIELDS.n)), group_by())\nfilter n > 20"));
    CHECK_FALSE(may_match("filter int64(FIELDS.n) > 20\nstatsby count()"));
}

TEST_CASE("ranges are asked for where a number is compared") {
    const auto wants = [](const std::string& pipeline) {
        bool result = false;
        may_match(pipeline, segment(), &result);
        return result;
    };
    CHECK(wants("filter int64(FIELDS.n) > 20"));
    CHECK_FALSE(wants("filter string(FIELDS.s) = \"x\""));
    CHECK_FALSE(wants("statsby sum(int64(FIELDS.n))"));
}

}  // namespace
