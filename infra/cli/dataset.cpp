// opalite dataset: saves pipelines as derived datasets; lists, shows and deletes datasets.
#include <algorithm>
#include <iostream>

#include <nlohmann/json.hpp>

#include "infra/cli/client_options.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/http_client.hpp"
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
    auto all = client_option_specs(options.client);
    const auto set_key = [&options](const std::string& value) {
        options.client.access_key = domain::base::Secret(value);
        return std::string();
    };
    all.push_back({"access-key", "KEY", "API secret; default: from `opalite login`", set_key});
    all.push_back({"label", "NAME", "name of the dataset to create, perhaps with a prefix such as web/Errors", keep_text(options.label)});
    for (OptionSpec& spec : pipeline_option_specs(options.pipeline)) all.push_back(std::move(spec));
    all.push_back({"description", "TEXT", "what the dataset is", keep_text(options.description)});
    return all;
}

/// One request to the service; the body of a successful answer.
Result<Json> send(const DatasetOptions& options, const std::string& method, const std::string& path,
                  const std::string& body = {}) {
    HttpClient http(options.client.ca);
    const auto response = http.send({method,
                                     options.client.url + path,
                                     {"Content-Type: application/json", "Authorization: Bearer " + options.client.tenant + " " +
                                                                            options.client.access_key.reveal()},
                                     body});
    if (!response) return response.error();
    if (response->status >= 300) return Error(ErrorCode::kInvalidArgument, message_of(*response));
    Json json = Json::parse(response->body, nullptr, false);
    if (json.is_discarded()) return Error(ErrorCode::kUnavailable, "the answer is no JSON: " + options.client.url + path);
    return json;
}

/// The id of the dataset that the word behind the action names: an id, a path or a label.
Result<std::string> the_dataset(const DatasetOptions& options) {
    if (options.words.size() != 1) return Error(ErrorCode::kInvalidArgument, "give one dataset: its id, path or label");
    const std::string& wanted = options.words.front();
    if (is_dataset_id(wanted)) return wanted;
    const std::string filter = "path == " + Json(wanted).dump() + " || label == " + Json(wanted).dump();
    const auto found = send(options, "GET", "/v1/datasets?filter=" + percent_encode(filter));
    if (!found) return found.error();
    const Json& datasets = found->at("datasets");
    if (datasets.size() != 1) {
        return Error(ErrorCode::kNotFound, (datasets.empty() ? "no such dataset: " : "several datasets, give the id: ") + wanted);
    }
    return datasets[0].at("id").get<std::string>();
}

Result<void> create(const DatasetOptions& options) {
    if (options.label.empty()) return Error(ErrorCode::kInvalidArgument, "--label is missing");
    const auto pipeline = read_pipeline(options.pipeline, options.words);
    if (!pipeline) return pipeline.error();
    const Json body = {{"label", options.label}, {"description", options.description},
                       {"query", Json::parse(query_json(options.pipeline, *pipeline))}};
    const auto made = send(options, "POST", "/v1/datasets", body.dump());
    if (!made) return made.error();
    std::cout << "dataset " << made->at("id").get<std::string>() << ' ' << made->at("path").get<std::string>() << '\n';
    return {};
}

Result<void> list(const DatasetOptions& options) {
    const auto found = send(options, "GET", "/v1/datasets?limit=1000");
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
    const auto dataset = send(options, "GET", "/v1/datasets/" + *id);
    if (!dataset) return dataset.error();
    std::cout << dataset->dump(2) << '\n';
    return {};
}

Result<void> remove(const DatasetOptions& options) {
    const auto id = the_dataset(options);
    if (!id) return id.error();
    const auto removed = send(options, "DELETE", "/v1/datasets/" + *id);
    if (!removed) return removed.error();
    std::cout << "deleted dataset " << *id << '\n';
    return {};
}

struct Action {
    const char* name;
    const char* summary;
    Result<void> (*run)(const DatasetOptions&);
};

constexpr Action kActions[] = {
    {"create", "--label NAME [--dataset ID or PATH] PIPELINE", create},
    {"list", "all datasets", list},
    {"show", "DATASET: its columns and its definition, as JSON", show},
    {"delete", "DATASET, when no other one reads it", remove},
};

}  // namespace

std::string help_dataset() {
    DatasetOptions options;
    std::string usage = "usage: opalite dataset ACTION [OPTIONS]\n\n";
    for (const Action& action : kActions) {
        usage += "  " + std::string(action.name) + std::string(10 - std::string_view(action.name).size(), ' ') + action.summary + "\n";
    }
    return usage + "\nA derived dataset is a saved pipeline: it is evaluated whenever it is queried.\n\n" + describe(specs(options));
}

ExitStatus run_dataset(const Words& words) {
    DatasetOptions options;
    const auto loaded = load_credentials(options.client);
    if (!loaded) return failure(loaded.error().message());
    ParsedWords parsed = parse_options(words, specs(options));
    const Action* action = nullptr;
    for (const Action& candidate : kActions) {
        if (!parsed.positional.empty() && parsed.positional.front() == candidate.name) action = &candidate;
    }
    if (action == nullptr) {
        parsed.mistakes.push_back(parsed.positional.empty() ? "the action is missing"
                                                            : "unknown action: " + parsed.positional.front());
    } else {
        options.words.assign(parsed.positional.begin() + 1, parsed.positional.end());
    }
    if (options.client.access_key.empty()) parsed.mistakes.push_back("no access key: run `opalite login` or give --access-key");
    if (options.client.tenant.empty()) parsed.mistakes.push_back("no tenant: run `opalite login` or give --tenant");
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, "dataset");
    const auto done = action->run(options);
    std::cout.flush();
    return done ? ExitStatus::kSuccess : failure(done.error().message());
}

}  // namespace infra::cli
