#include "domain/catalog/definition.hpp"

#include <set>
#include <utility>

#include <nlohmann/json.hpp>

namespace domain::catalog {
namespace {

using Json = nlohmann::ordered_json;

base::Error malformed_definition(const std::string& detail) {
    return base::Error(base::ErrorCode::kInternal, "malformed dataset definition: " + detail);
}

Json write(const DefinitionInput& input) {
    if (const auto* id = std::get_if<base::DatasetId>(&input.source)) return {{"name", input.name}, {"dataset", id->value()}};
    return {{"name", input.name}, {"stage", std::get<std::string>(input.source)}};
}

DefinitionInput read_input(const Json& json) {
    DefinitionInput input;
    input.name = json.at("name").get<std::string>();
    if (json.contains("dataset")) input.source = base::DatasetId(json.at("dataset").get<std::int64_t>());
    else input.source = json.at("stage").get<std::string>();
    return input;
}

DefinitionStage read_stage(const Json& json) {
    DefinitionStage stage;
    stage.id = json.at("id").get<std::string>();
    stage.pipeline = json.at("pipeline").get<std::string>();
    for (const Json& input : json.at("inputs")) stage.inputs.push_back(read_input(input));
    return stage;
}

}  // namespace

std::vector<base::DatasetId> Definition::inputs() const {
    std::set<base::DatasetId> found;
    for (const DefinitionStage& stage : stages) {
        for (const DefinitionInput& input : stage.inputs) {
            if (const auto* id = std::get_if<base::DatasetId>(&input.source)) found.insert(*id);
        }
    }
    return {found.begin(), found.end()};
}

std::string to_json(const Definition& definition) {
    Json stages = Json::array();
    for (const DefinitionStage& stage : definition.stages) {
        Json inputs = Json::array();
        for (const DefinitionInput& input : stage.inputs) inputs.push_back(write(input));
        stages.push_back({{"id", stage.id}, {"pipeline", stage.pipeline}, {"inputs", std::move(inputs)}});
    }
    return Json{{"v", 1}, {"stages", std::move(stages)}, {"output", definition.output_stage}}.dump();
}

base::Result<Definition> definition_from_json(const std::string& text) {
    try {
        const Json root = Json::parse(text);
        if (root.at("v").get<int>() != 1) return malformed_definition("unknown version " + root.at("v").dump());
        Definition definition;
        for (const Json& stage : root.at("stages")) definition.stages.push_back(read_stage(stage));
        definition.output_stage = root.at("output").get<std::string>();
        return definition;
    } catch (const Json::exception& exception) {
        return malformed_definition(exception.what());
    }
}

}  // namespace domain::catalog
