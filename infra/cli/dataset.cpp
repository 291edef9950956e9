// opalite dataset: saves pipelines as derived datasets; lists, shows and deletes datasets.
#include <algorithm>
#include <iostream>

#include <nlohmann/json.hpp>

#include "infra/cli/actions.hpp"
#include "infra/cli/ask.hpp"
#include "infra/cli/pipeline_options.hpp"

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using Json = nlohmann::ordered_json;

struct DatasetOptions {
    ClientOptions client;
    PipelineOptions pipeline;
    std::string label;
    std::string description;
    std::vector<std::string> words;  ///< behind the action
};

std::vector<OptionSpec> specs(DatasetOptions& options) {
    auto all = caller_option_specs(options.client);
    all.push_back({"label", "NAME", "name of the dataset to create, perhaps with a prefix such as web/Errors", keep_text(options.label)});
    for (OptionSpec& spec : pipeline_option_specs(options.pipeline)) all.push_back(std::move(spec));
    all.push_back({"description", "TEXT", "what the dataset is", keep_text(options.description)});
    return all;
}

/// The id of the dataset that the word behind the action names: an id, a path or a label.
Result<std::string> the_dataset(const DatasetOptions& options) {
    if (options.words.size() != 1) return Error(ErrorCode::kInvalidArgument, "give one dataset: its id, path or label");
    return dataset_id(options.client, options.words.front());
}

Result<void> create(const DatasetOptions& options) {
    if (options.label.empty()) return Error(ErrorCode::kInvalidArgument, "--label is missing");
    const auto pipeline = read_pipeline(options.pipeline, options.words);
    if (!pipeline) return pipeline.error();
    const Json body = {{"label", options.label}, {"description", options.description},
                       {"query", Json::parse(query_json(options.pipeline, *pipeline))}};
    HttpRequest request;
    request.method = "POST";
    request.url = "/v1/datasets";
    request.headers = {"Content-Type: application/json"};
    request.body = body.dump();
    const auto made = ask(options.client, std::move(request));
    if (!made) return made.error();
    std::cout << "dataset " << made->at("id").get<std::string>() << ' ' << made->at("path").get<std::string>() << '\n';
    return {};
}

Result<void> list(const DatasetOptions& options) {
    const auto found = ask(options.client, "GET", "/v1/datasets?limit=1000");
    if (!found) return found.error();
    for (const Json& dataset : found->at("datasets")) {
        std::cout << dataset.at("id").get<std::string>() << "  " << dataset.at("kind").get<std::string>()
                  << std::string(10 - std::min<std::size_t>(9, dataset.at("kind").get<std::string>().size()), ' ')
                  << (dataset.at("derived").get<bool>() ? "derived  " : "source   ") << dataset.at("path").get<std::string>()
                  << '\n';
    }
    return {};
}

Result<void> show(const DatasetOptions& options) {
    const auto id = the_dataset(options);
    if (!id) return id.error();
    const auto dataset = ask(options.client, "GET", "/v1/datasets/" + *id);
    if (!dataset) return dataset.error();
    std::cout << dataset->dump(2) << '\n';
    return {};
}

Result<void> remove(const DatasetOptions& options) {
    const auto id = the_dataset(options);
    if (!id) return id.error();
    const auto removed = ask(options.client, "DELETE", "/v1/datasets/" + *id);
    if (!removed) return removed.error();
    std::cout << "deleted dataset " << *id << '\n';
    return {};
}

constexpr Action<DatasetOptions> kActions[] = {
    {"create", "--label NAME [--dataset ID or PATH] PIPELINE", create},
    {"list", "all datasets", list},
    {"show", "DATASET: its columns and its definition, as JSON", show},
    {"delete", "DATASET, when no other one reads it", remove},
};

}  // namespace

std::string help_dataset() {
    DatasetOptions options;
    return "usage: opalite dataset ACTION [OPTIONS]\n\n" + describe_actions<DatasetOptions>(kActions) +
           "\nA derived dataset is a saved pipeline: it is evaluated whenever it is queried.\n\n" + describe(specs(options));
}

ExitStatus run_dataset(const Words& words) { return run_actions<DatasetOptions>("dataset", kActions, specs, words); }

}  // namespace infra::cli
