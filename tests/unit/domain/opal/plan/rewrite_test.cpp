#include "domain/opal/plan/rewrite/rewrite.hpp"

#include <catch2/catch.hpp>

#include "domain/opal/compiler/compiler.hpp"

namespace {

namespace compiler = domain::opal::compiler;

/// The plan of a pipeline over a raw observation dataset.
std::string plan_of(const std::string& pipeline) {
    std::vector<domain::catalog::Dataset> datasets(1);
    datasets[0].name = "raw";
    datasets[0].schema = domain::catalog::observation_schema();
    std::vector<compiler::Stage> stages(1);
    stages[0].pipeline = pipeline;
    stages[0].inputs.push_back({"raw", compiler::DatasetInput{0}});
    const auto compiled = compiler::compile(
        {.datasets = datasets, .stages = stages, .output_stage = 0, .window = {0, 1000}, .row_limit = {}});
    if (compiled.has_errors) return compiler::render_diagnostics(compiled);
    return domain::opal::plan::explain(compiled.plan, compiled.names);
}

TEST_CASE("a filter moves to the scan, across columns that are passed on") {
    CHECK(plan_of("make_col a:string(FIELDS.a), b:upper(string(FIELDS.b))\nfilter a = \"x\"\nstatsby n:count(), group_by(b)") ==
          "aggregate group=[b=upper(string(FIELDS.b))] n=count()\n"
          "  scan raw [string(FIELDS.a), string(FIELDS.b)] where (string(FIELDS.a) = \"x\")\n");
}

TEST_CASE("a filter over a computation stays above it") {
    CHECK(plan_of("make_col b:upper(string(FIELDS.b))\nfilter b = \"X\"\nstatsby n:count(), group_by(b)") ==
          "aggregate group=[b] n=count()\n"
          "  filter (b = \"X\")\n"
          "    project b=upper(string(FIELDS.b))\n"
          "      scan raw [string(FIELDS.b)]\n");
}

TEST_CASE("a filter does not move below an aggregate without keys") {
    CHECK(plan_of("statsby n:count(), group_by()\nfilter n > 1") ==
          "filter (n > 1)\n  aggregate group=[] n=count()\n    scan raw []\n");
}

TEST_CASE("counting rows reads no column") { CHECK(plan_of("statsby n:count()") == "aggregate group=[] n=count()\n  scan raw []\n"); }

TEST_CASE("a computation that is read twice is not written twice") {
    CHECK(plan_of("make_col a:upper(string(FIELDS.a))\nmake_col b:concat_strings(a, a)\nstatsby n:count(), group_by(b)") ==
          "aggregate group=[b=concat_strings(a, a)] n=count()\n"
          "  project a=upper(string(FIELDS.a))\n"
          "    scan raw [string(FIELDS.a)]\n");
}

TEST_CASE("steps behind an index are taken from the array's column") {
    CHECK(plan_of("make_col a:string(FIELDS.x.y[0].z)\nstatsby n:count(), group_by(a)") ==
          "aggregate group=[a=string(array(FIELDS.x.y)[0].z)] n=count()\n"
          "  scan raw [array(FIELDS.x.y)]\n");
}

TEST_CASE("a path over a group's value is not a path of the scan") {
    CHECK(plan_of("statsby n:count(), group_by(o:FIELDS.o)\nmake_col a:string(o.a)\ndrop_col o") ==
          "project n a=string(o.a)\n"
          "  aggregate group=[o=FIELDS.o] n=count()\n"
          "    scan raw [FIELDS.o]\n");
}

TEST_CASE("a thousand columns that build on each other are refused, not executed") {
    std::string script = "make_col x:string(FIELDS.x)\n";
    for (int i = 0; i < 900; ++i) script += "make_col x:concat_strings(x, x)\n";
    CHECK(plan_of(script).find("too many steps") != std::string::npos);
}

}  // namespace
