#include "infra/cli/pipeline_options.hpp"

#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using Json = nlohmann::ordered_json;

Json input_json(const std::string& name, const std::string& dataset) {
    return {{"inputName", name}, {is_dataset_id(dataset) ? "datasetId" : "datasetPath", dataset}};
}

}  // namespace

bool is_dataset_id(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::vector<OptionSpec> pipeline_option_specs(PipelineOptions& options) {
    const auto add_input = [&options](const std::string& value) -> std::string {
        const std::size_t equals = value.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == value.size()) {
            return "expected NAME=ID or NAME=PATH, got: " + value;
        }
        options.inputs.push_back({value.substr(0, equals), value.substr(equals + 1)});
        return {};
    };
    return {
        {"dataset", "ID or PATH",
         "what the pipeline reads: dataset id or path such as Default.Default (workspace.name); default Default.Default",
         keep_text(options.dataset)},
        {"with", "NAME=ID or PATH", "another dataset that the pipeline calls @NAME, for joins and unions; may be given again",
         add_input, true},
        {"file", "FILE", "reads the pipeline from this file", keep_text(options.file)},
    };
}

domain::base::Result<std::string> read_pipeline(const PipelineOptions& options, const std::vector<std::string>& words) {
    if (!options.file.empty()) {
        std::ifstream stream(options.file, std::ios::binary);
        if (!stream) return Error(ErrorCode::kInvalidArgument, "--file cannot be read: " + options.file);
        return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    if (words.empty()) return Error(ErrorCode::kInvalidArgument, "the pipeline is missing");
    if (words.size() > 1) return Error(ErrorCode::kInvalidArgument, "more than one pipeline; put it in quotes");
    return words.front();
}

std::string query_json(const PipelineOptions& options, const std::string& pipeline) {
    Json inputs = Json::array({input_json("_", options.dataset)});
    for (const PipelineOptions::Input& input : options.inputs) inputs.push_back(input_json(input.name, input.dataset));
    const Json stage = {{"stageID", "main"}, {"input", std::move(inputs)}, {"pipeline", pipeline}};
    const Json query = {{"stages", Json::array({stage})}};
    return query.dump();
}

}  // namespace infra::cli
