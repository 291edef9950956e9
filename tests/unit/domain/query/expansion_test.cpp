#include "domain/query/expansion.hpp"

#include <catch2/catch.hpp>

#include "infra/runtime/run_async.hpp"
#include "tests/unit/domain/query/datasets.hpp"

namespace {

using namespace tests::query;  // NOLINT: scenarios read better bare
using domain::opal::compiler::DatasetInput;
using domain::opal::compiler::StageInput;
using infra::runtime::run_async;

/// Each stage as `id <- inputs`; a dataset by name, a stage by `#place`.
std::vector<std::string> outline(const q::Expansion& expansion) {
    std::vector<std::string> lines;
    for (const auto& stage : expansion.stages) {
        std::string line = stage.id + " <-";
        for (const auto& input : stage.inputs) {
            if (const auto* dataset = std::get_if<DatasetInput>(&input.source)) {
                line += " " + expansion.datasets[dataset->dataset].name;
            } else {
                line += " #" + std::to_string(std::get<StageInput>(input.source).stage);
            }
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

/// `count` derived datasets, each over the one before; the first, 101, over the source 1.
std::vector<catalog::Dataset> a_chain(std::size_t count) {
    std::vector<catalog::Dataset> all{source(1, "Logs")};
    for (std::size_t i = 1; i <= count; ++i) {
        const auto id = static_cast<std::int64_t>(100 + i);
        all.push_back(derived(id, "D" + std::to_string(i), {i == 1 ? 1 : id - 1}, ""));
    }
    return all;
}

}  // namespace

TEST_CASE("a derived dataset becomes the stages of its definition, for each use") {
    FakeCatalog catalog({source(1, "Logs"), derived(2, "Errors", {1}, "limit 5"), derived(3, "Pairs", {2, 1}, "limit 3")});
    const auto asked = request({stage("a", {reads(3), reads(2)}, "limit 1"), stage("b", {reads("a"), reads(1)}, "limit 2")});
    const auto expansion = run_async(q::expand(catalog, asked));
    REQUIRE(expansion.has_value());
    CHECK(outline(*expansion) == std::vector<std::string>{
        "Default.Errors/main <- Logs", "Default.Pairs/main <- #0 Logs", "Default.Errors/main <- Logs", "a <- #1 #2",
        "b <- #3 Logs"});
    CHECK(expansion->stages[1].pipeline == "limit 3");
    CHECK(expansion->stages[1].inputs[0].name == "in2");
    // Each dataset is asked for once.
    CHECK(catalog.asked == 3);
    const auto compiled = q::compile(*expansion);
    REQUIRE(compiled.has_value());
    CHECK(compiled->schema.columns.size() == 8);
}

TEST_CASE("a fault in a derived dataset names the dataset and the stage") {
    FakeCatalog catalog({source(1, "Logs"), derived(2, "Errors", {1}, "make_col x:1\nfilter nope = 1")});
    const auto compiled = q::compile(run_async(q::expand(catalog, request({stage("main", {reads(2)}, "")}))).value());
    REQUIRE(compiled.has_error());
    CHECK(compiled.error().code() == base::ErrorCode::kInvalidArgument);
    REQUIRE(compiled.error().diagnostics().size() == 1);
    const q::Diagnostic diagnostic = compiled.error().diagnostics()[0];
    CHECK(diagnostic.stage == "Default.Errors/main");
    CHECK(diagnostic.severity == "error");
    CHECK(diagnostic.code == "unknown-column");
    CHECK(diagnostic.line == 2);
    CHECK(diagnostic.column == 8);
    CHECK(diagnostic.length == 4);
    CHECK(diagnostic.message.starts_with("the field \"nope\" does not exist among fields ["));
    CHECK(compiled.error().message().find(" --> Default.Errors/main:2:8\n") != std::string::npos);
}

TEST_CASE("derived datasets build on each other up to a limit") {
    constexpr auto kDeep = q::derived_datasets_deep_max;
    FakeCatalog catalog(a_chain(kDeep + 1));
    const auto top = static_cast<std::int64_t>(100 + kDeep);
    CHECK(run_async(q::expand(catalog, request({stage("main", {reads(top)}, "")}))).has_value());
    const auto deeper = run_async(q::expand(catalog, request({stage("main", {reads(top + 1)}, "")})));
    REQUIRE(deeper.has_error());
    CHECK(deeper.error().message() == "too many derived datasets build on each other, at most 16 may: Default.D1");
}

TEST_CASE("the stages of a query are bounded with those of its derived datasets") {
    // Each reads the one before twice: the number of stages doubles with every step.
    std::vector<catalog::Dataset> all{source(1, "Logs")};
    for (std::int64_t i = 2; i <= 12; ++i) all.push_back(derived(i, "D" + std::to_string(i), {i - 1, i - 1}, ""));
    for (auto& dataset : all) {
        if (dataset.definition) dataset.definition->stages[0].inputs[1].name = "other";
    }
    FakeCatalog catalog(all);
    const auto failed = run_async(q::expand(catalog, request({stage("main", {reads(12)}, "")})));
    REQUIRE(failed.has_error());
    CHECK(failed.error().message() ==
          "the query has too many stages with those of its derived datasets; at most 256 are allowed");
}

TEST_CASE("parameters are those of the request, then of the stage, and none for derived datasets") {
    FakeCatalog catalog({source(1, "Logs"), derived(2, "Errors", {1}, "filter OBSERVATION_KIND = $kind")});
    auto asked = request({stage("a", {reads(1)}, "filter OBSERVATION_KIND = $kind and int64(FIELDS.n) > $n")});
    asked.parameters["kind"] = {catalog::Type::kString, std::string("http")};
    asked.parameters["n"] = {catalog::Type::kInt64, std::int64_t{1}};
    asked.stages[0].parameters["n"] = {catalog::Type::kInt64, std::int64_t{2}};
    const auto expansion = run_async(q::expand(catalog, asked)).value();
    CHECK(expansion.stages[0].parameters.at("n").value == decltype(asked.parameters["n"].value)(std::int64_t{2}));
    CHECK(q::compile(expansion).has_value());
    asked.stages[0] = stage("a", {reads(2)}, "");
    const auto failed = q::compile(run_async(q::expand(catalog, asked)).value());
    REQUIRE(failed.has_error());
    CHECK(failed.error().diagnostics()[0].message == "reference to parameter kind: no value supplied for it");
}

TEST_CASE("an input that does not exist is told") {
    FakeCatalog catalog({derived(2, "Errors", {1}, "")});
    const auto failed = run_async(q::expand(catalog, request({stage("main", {reads(2)}, "")})));
    REQUIRE(failed.has_error());
    CHECK(failed.error().code() == base::ErrorCode::kNotFound);
}
