#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::check_text;
namespace check = domain::opal::check;

TEST_CASE("a subquery reads an input or an earlier subquery") {
    const auto checked = check_text(
        "@errors <- @ { filter level = \"error\" }\n"
        "@teams <- @owners { pick_col team }\n"
        "@again <- @errors { limit 5 }\n"
        "<- @again { statsby n:count(), group_by(service) }");
    CHECK(checked.diagnostics.empty());
    CHECK(check::print(checked.script) ==
          "@errors\nsource input 0\nfilter op.eq(#3, \"error\")\n"
          "output Event [#0 timestamp timestamp, #1 service string, #2 host string, #3 level string, #4 body string, "
          "#5 attrs object, #6 bytes int64, #7 trace_id string] from #0\n"
          "@teams\nsource input 3\nproject [#20 team]\noutput Table [#20 team string]\n"
          "@again\nsource pipeline 0\nlimit 5\n"
          "output Event [#0 timestamp timestamp, #1 service string, #2 host string, #3 level string, #4 body string, "
          "#5 attrs object, #6 bytes int64, #7 trace_id string] from #0\n"
          "source pipeline 2\nstatsby keys [#1=#1] aggregates [#30=count()]\n"
          "output Table [#1 service string, #30 n int64] key [#1]\n");
}

TEST_CASE("a dataset that is not there is reported") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"@a <- @log { filter nope = 1 }\n<- @a { filter nope = 2 }",
         "1:8: error: unknown dataset \"@log\"; inputs are [@logs, @spans, @pods, @owners]; did you mean \"@logs\"?\n"},
        {"@a <- @b { }\n@b <- @ { }\n<- @a { }",
         "1:8: error: unknown dataset \"@b\"; inputs are [@logs, @spans, @pods, @owners]\n"},
        {"@a <- @ { }\n@a <- @ { }\n<- @a { }", "2:2: error: subquery \"@a\" is defined more than once\n"},
        {"@a <- @ { make_resource body }\n<- @a { filter nope = 2 }", "1:11: error: \"make_resource\" needs a primary key; add primary_key(column)\n"},
    }));
    CHECK(check_text(text).diagnostics == diagnostics);
}

TEST_CASE("a dataset's own name is the default input") {
    CHECK(check_text("filter @logs.level = \"x\"").diagnostics.empty());
    CHECK(check_text("@a <- @owners { filter @owners.tier = 1 }\n<- @a { }").diagnostics.empty());
    CHECK(check_text("@a <- @owners { filter @logs.level = \"x\" }\n<- @a { }").diagnostics.starts_with("1:24: error: \"@logs.level\" must"));
}

TEST_CASE("an empty script is its default input") {
    const auto checked = check_text("");
    REQUIRE(checked.script.pipelines.size() == 1);
    CHECK(checked.script.result().statements.empty());
    CHECK(checked.script.result().output().columns.size() == 8);
}

TEST_CASE("a later stage reads the typed output of an earlier one") {
    check::ColumnIds ids;
    domain::opal::source::Diagnostics diagnostics;
    const auto run = [&](const std::string& text, const std::string& name, check::DatasetState state) {
        const domain::opal::source::SourceText source(text);
        const auto script =
            domain::opal::parse::parse(source, domain::opal::lex::lex(source, diagnostics), diagnostics);
        const check::CheckInput input{.source = source,
                                      .inputs = {{name, std::move(state)}},
                                      .window_start = domain::base::from_nanoseconds(0),
                                      .window_end = domain::base::from_nanoseconds(1'000'000'000),
                                      .ids = ids};
        return check::check(script, input, diagnostics);
    };
    const auto first = run("timechart 1s, n:count(), group_by(service)", "logs", check::dataset_state(opal_test::logs(), ids));
    const auto second = run("make_col m:n + 1", "stage-1", first.result().output());
    CHECK_FALSE(diagnostics.has_errors());
    CHECK(check::print(second) ==
          "source input 0\nmake #12=op.add(#8, 1)\n"
          "output Interval [#9 _c_valid_from timestamp, #10 _c_valid_to timestamp, #1 service string, #8 n int64, "
          "#11 _c_bucket int64, #12 m int64] from #9 to #10 key [#1] grid 1000000000 offset 0\n");
    CHECK(check::to_schema(second.result().output()).primary_key == std::vector<std::string>{"service"});
}

TEST_CASE("a state and its schema say the same") {
    for (const auto& schema : {opal_test::logs(), opal_test::spans(), opal_test::pods(), opal_test::owners()}) {
        check::ColumnIds ids;
        const auto back = check::to_schema(check::dataset_state(schema, ids));
        CHECK(back.kind == schema.kind);
        CHECK(back.columns == schema.columns);
        CHECK(back.valid_from == schema.valid_from);
        CHECK(back.valid_to == schema.valid_to);
        CHECK(back.primary_key == schema.primary_key);
        CHECK(back.label == schema.label);
    }
}
