#include "gateway/query/stage_json.hpp"

#include <charconv>
#include <initializer_list>
#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/query/parameter_json.hpp"
#include "domain/base/invalid_argument.hpp"

namespace gateway::query {
namespace {

using domain::base::DatasetId;
using domain::base::Error;
using domain::base::Result;
using domain::base::invalid_argument;
using domain::query::DatasetPath;
using domain::query::Stage;
using domain::query::StageInput;
using domain::query::StageReference;
using ParsedJson = nlohmann::json;

/// The first of the spellings that is present and not null.
const ParsedJson* find(const ParsedJson& object, std::initializer_list<const char*> spellings) {
    for (const char* spelling : spellings) {
        const auto found = object.find(spelling);
        if (found != object.end() && !found->is_null()) return &*found;
    }
    return nullptr;
}

Result<std::int64_t> parse_number(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return invalid_argument("not a number: " + text);
    return value;
}

Result<StageInput> parse_input(const ParsedJson& value, const std::string& where) {
    if (!value.is_object()) return invalid_argument(where + " must be an object");
    StageInput input;
    if (const ParsedJson* name = find(value, {"inputName"})) {
        if (!name->is_string()) return invalid_argument(where + ".inputName must be a string");
        input.name = name->get<std::string>();
    }
    const ParsedJson* id = find(value, {"datasetId"});
    const ParsedJson* path = find(value, {"datasetPath"});
    const ParsedJson* stage = find(value, {"stageId", "stageID"});
    if ((id != nullptr) + (path != nullptr) + (stage != nullptr) != 1) {
        return invalid_argument(where + " must have exactly one of datasetId, datasetPath and stageId");
    }
    if (id != nullptr) {
        const auto parsed = parse_dataset_id(*id, where + ".datasetId");
        if (!parsed) return parsed.error();
        input.source = *parsed;
    } else if (path != nullptr) {
        if (!path->is_string()) return invalid_argument(where + ".datasetPath must be a string");
        input.source = DatasetPath{path->get<std::string>()};
    } else {
        if (!stage->is_string()) return invalid_argument(where + ".stageId must be a string");
        input.source = StageReference{stage->get<std::string>()};
    }
    return input;
}

Result<Stage> parse_stage(const ParsedJson& value, std::size_t index) {
    const std::string where = "query.stages[" + std::to_string(index) + "]";
    if (!value.is_object()) return invalid_argument(where + " must be an object");
    Stage stage;
    const ParsedJson* id = find(value, {"stageID", "stageId", "id"});
    if (id != nullptr && !id->is_string()) return invalid_argument(where + ".stageID must be a string");
    stage.id = id != nullptr ? id->get<std::string>() : "stage-" + std::to_string(index);
    const ParsedJson* pipeline = find(value, {"pipeline"});
    if (pipeline != nullptr && !pipeline->is_string()) return invalid_argument(where + ".pipeline must be a string");
    if (pipeline != nullptr) stage.pipeline = pipeline->get<std::string>();
    auto parameters = parse_parameters(nullptr, find(value, {"parameterValues"}), where + ".");
    if (!parameters) return parameters.error();
    stage.parameters = std::move(*parameters);
    const ParsedJson* inputs = find(value, {"input"});
    if (inputs == nullptr || !inputs->is_array() || inputs->empty()) {
        return invalid_argument(where + ".input must be an array with at least one input");
    }
    for (std::size_t i = 0; i < inputs->size(); ++i) {
        auto input = parse_input((*inputs)[i], where + ".input[" + std::to_string(i) + "]");
        if (!input) return input.error();
        stage.inputs.push_back(std::move(*input));
    }
    return stage;
}

}  // namespace

Result<DatasetId> parse_dataset_id(const ParsedJson& value, const std::string& where) {
    if (value.is_number_integer()) return DatasetId(value.get<std::int64_t>());
    if (value.is_string()) {
        const auto id = parse_number(value.get<std::string>());
        if (id) return DatasetId(*id);
    }
    // Clients match this text (spec: api §3).
    return invalid_argument("Failed to parse " + where + ": ObjectId has an illegal value: " + value.dump());
}

Result<StagesJson> parse_stages(const ParsedJson& query) {
    const ParsedJson* stages = find(query, {"stages"});
    if (stages == nullptr || !stages->is_array() || stages->empty()) {
        return invalid_argument("query.stages must be an array with at least one stage");
    }
    StagesJson parsed;
    for (std::size_t i = 0; i < stages->size(); ++i) {
        auto stage = parse_stage((*stages)[i], i);
        if (!stage) return stage.error();
        parsed.stages.push_back(std::move(*stage));
    }
    if (const ParsedJson* output = find(query, {"outputStage"})) {
        if (!output->is_string()) return invalid_argument("query.outputStage must be a string");
        parsed.output_stage = output->get<std::string>();
    }
    return parsed;
}

}  // namespace gateway::query
