// opalite dataset: saves pipelines as derived datasets; lists, shows and deletes datasets.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "infra/cli/client_options.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/http_client.hpp"

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using Json = nlohmann::ordered_json;

struct DatasetOptions {
    ClientOptions client;
    std::string input = "Default.Default";
    std::string label;
    std::string description;
    std::string file;
    std::vector<std::string> words;  ///< behind the action
};

std::vector<OptionSpec> specs(DatasetOptions& options) {
    const auto text = [](std::string& target) {
        return [&target](const std::string& value) {
            target = value;
            return std::string();
        };
    };
    auto all = client_option_specs(options.client);
    const auto set_key = [&options](const std::string& value) {
        options.client.access_key = domain::base::Secret(value);
        return std::string();
    };
    all.push_back({"access-key", "KEY", "API secret; default: from `opalite login`", set_key});
    all.push_back({"label", "NAME", "name of the dataset to create, perhaps with a prefix such as web/Errors", text(options.label)});
    all.push_back({"dataset", "ID or PATH", "what the pipeline reads; default Default.Default", text(options.input)});
    all.push_back({"description", "TEXT", "what the dataset is", text(options.description)});
    all.push_back({"file", "FILE", "reads the pipeline from this file", text(options.file)});
    return all;
}

bool is_id(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
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
    if (is_id(wanted)) return wanted;
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
    std::string pipeline;
    if (!options.file.empty()) {
        std::ifstream stream(options.file, std::ios::binary);
        if (!stream) return Error(ErrorCode::kInvalidArgument, "--file cannot be read: " + options.file);
        pipeline.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    } else if (options.words.size() == 1) {
        pipeline = options.words.front();
    } else {
        return Error(ErrorCode::kInvalidArgument, "give one pipeline, in quotes, or --file");
    }
    const Json input = {{"inputName", "_"}, {is_id(options.input) ? "datasetId" : "datasetPath", options.input}};
    const Json stage = {{"stageID", "main"}, {"input", Json::array({input})}, {"pipeline", pipeline}};
    const Json body = {{"label", options.label}, {"description", options.description},
                       {"query", {{"stages", Json::array({stage})}}}};
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
