#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "infra/cli/pipeline_options.hpp"

using namespace infra::cli;

TEST_CASE("every input of a pipeline is bound by id or by path") {
    PipelineOptions options;
    const auto parsed = parse_options({"--with", "owners=41000007", "--with", "hosts=Default.web/Hosts", "join owner=@owners.owner"},
                                      pipeline_option_specs(options));
    CHECK(parsed.mistakes.empty());
    const auto pipeline = read_pipeline(options, parsed.positional);
    REQUIRE(pipeline.has_value());
    CHECK(query_json(options, pipeline.value()) ==
          R"({"stages":[{"stageID":"main","input":[{"inputName":"_","datasetPath":"Default.Default"},)"
          R"({"inputName":"owners","datasetId":"41000007"},{"inputName":"hosts","datasetPath":"Default.web/Hosts"}],)"
          R"("pipeline":"join owner=@owners.owner"}]})");
}

TEST_CASE("an input without a name or without a dataset is a mistake") {
    for (const char* given : {"owners", "=41", "owners="}) {
        PipelineOptions options;
        const auto parsed = parse_options({"--with", given}, pipeline_option_specs(options));
        CHECK(parsed.mistakes == Mistakes{std::string("--with: expected NAME=ID or NAME=PATH, got: ") + given});
    }
}

TEST_CASE("there is exactly one pipeline") {
    PipelineOptions options;
    CHECK(read_pipeline(options, {}).error().message() == "the pipeline is missing");
    CHECK(read_pipeline(options, {"limit", "1"}).error().message() == "more than one pipeline; put it in quotes");

    const auto path = std::filesystem::temp_directory_path() / ("opalite-pipeline-" + std::to_string(::getpid()));
    std::ofstream(path) << "limit 1\n";
    options.file = path.string();
    CHECK(read_pipeline(options, {}).value() == "limit 1\n");
    std::filesystem::remove(path);
    CHECK(read_pipeline(options, {}).error().message() == "--file cannot be read: " + path.string());
}
