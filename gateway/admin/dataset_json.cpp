#include "gateway/admin/dataset_json.hpp"

#include <cctype>
#include <string>
#include <utility>

namespace gateway::admin {
namespace {

using domain::admin::DatasetView;
using domain::catalog::Schema;
using Json = nlohmann::ordered_json;

std::string tag(domain::catalog::Type type) {
    std::string text(domain::catalog::name(type));
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

template <class Id>
std::string text(const Id& id) { return std::to_string(id.value()); }

Json optional(const std::optional<std::string>& value) { return value ? Json(*value) : Json(nullptr); }

/// `user:12` as `{"id":"12"}`; who is no user has no id.
Json person(const std::string& actor) {
    constexpr std::string_view kUser = "user:";
    if (!actor.starts_with(kUser)) return nullptr;
    return {{"id", actor.substr(kUser.size())}};
}

Json fields(const Schema& schema) {
    Json list = Json::array();
    for (const auto& column : schema.columns) {
        list.push_back({{"name", column.name}, {"type", {{"tag", tag(column.type)}}}, {"isEnum", column.is_enum},
                        {"isSearchable", column.is_searchable}, {"isHidden", !column.is_visible}});
    }
    return list;
}

Json foreign_keys(const Schema& schema) {
    Json list = Json::array();
    for (const auto& link : schema.links) {
        Json source = Json::array();
        Json target = Json::array();
        for (const auto& pair : link.columns) {
            source.push_back(pair.source);
            target.push_back(pair.target);
        }
        list.push_back({{"label", link.label}, {"targetPath", link.target}, {"srcFields", std::move(source)},
                        {"dstFields", std::move(target)}});
    }
    return list;
}

Json interfaces(const Schema& schema) {
    Json list = Json::array();
    for (const auto& interface : schema.interfaces) {
        Json mapping = Json::array();
        for (const auto& role : interface.roles) mapping.push_back({{"interfaceField", role.name}, {"field", role.column}});
        list.push_back({{"path", interface.name}, {"mapping", std::move(mapping)}});
    }
    return list;
}

Json query_json(const domain::catalog::Definition& definition) {
    Json stages = Json::array();
    for (const auto& stage : definition.stages) {
        Json inputs = Json::array();
        for (const auto& input : stage.inputs) {
            const auto* id = std::get_if<domain::base::DatasetId>(&input.source);
            if (id != nullptr) inputs.push_back({{"inputName", input.name}, {"datasetId", text(*id)}});
            else inputs.push_back({{"inputName", input.name}, {"stageId", std::get<std::string>(input.source)}});
        }
        stages.push_back({{"stageID", stage.id}, {"input", std::move(inputs)}, {"pipeline", stage.pipeline}});
    }
    return {{"outputStage", definition.output_stage}, {"stages", std::move(stages)}};
}

/// The datasets that a derived one reads.
Json inputs_json(const domain::catalog::Dataset& dataset) {
    Json list = Json::array();
    if (!dataset.definition) return list;
    for (const auto id : dataset.definition->inputs()) list.push_back({{"id", text(id)}});
    return list;
}

}  // namespace

Json dataset_json(const DatasetView& view, bool with_query) {
    const auto& dataset = view.dataset;
    const Schema& schema = dataset.schema;
    Json json;
    json["id"] = text(dataset.id);
    json["label"] = dataset.name;
    json["path"] = domain::catalog::path(dataset);
    json["description"] = view.description;
    json["workspaceId"] = text(view.workspace);
    json["kind"] = std::string(domain::catalog::name(schema.kind));
    json["derived"] = dataset.definition.has_value();
    json["datastreamId"] = view.source ? Json(text(*view.source)) : Json(nullptr);
    json["validFromField"] = optional(schema.valid_from);
    json["validToField"] = optional(schema.valid_to);
    json["labelField"] = optional(schema.label);
    json["primaryKey"] = schema.primary_key;
    json["keys"] = schema.candidate_keys;
    json["foreignKeys"] = foreign_keys(schema);
    json["interfaces"] = interfaces(schema);
    json["fieldList"] = fields(schema);
    json["inputs"] = inputs_json(dataset);
    json["version"] = dataset.version;
    json["createdBy"] = person(view.created_by);
    json["createdAt"] = domain::base::to_rfc3339(view.created_at);
    json["updatedBy"] = person(view.updated_by);
    json["updatedAt"] = domain::base::to_rfc3339(view.updated_at);
    if (with_query && dataset.definition) json["query"] = query_json(*dataset.definition);
    return json;
}

Json legacy_dataset_json(const DatasetView& view) {
    const auto& dataset = view.dataset;
    Json columns = Json::array();
    for (const auto& column : dataset.schema.columns) {
        columns.push_back({{"name", column.name}, {"type", std::string(domain::catalog::name(column.type))}});
    }
    Json names = Json::array();
    for (const auto& interface : dataset.schema.interfaces) names.push_back(interface.name);
    return {{"meta", {{"id", text(dataset.id)}, {"workspaceId", text(view.workspace)}, {"customerId", dataset.tenant.value()}}},
            {"config", {{"name", dataset.name}, {"labelField", optional(dataset.schema.label)},
                        {"primaryKey", dataset.schema.primary_key}}},
            {"state", {{"kind", std::string(domain::catalog::name(dataset.schema.kind))}, {"columns", std::move(columns)},
                       {"interfaces", std::move(names)}, {"createdBy", person(view.created_by)},
                       {"createdDate", domain::base::to_rfc3339(view.created_at)}, {"updatedBy", person(view.updated_by)},
                       {"updatedDate", domain::base::to_rfc3339(view.updated_at)},
                       {"urlPath", "/v1/datasets/" + text(dataset.id)}}}};
}

nlohmann::json dataset_variables(const DatasetView& view) {
    nlohmann::json variables = dataset_json(view, false);
    variables["id"] = view.dataset.id.value();
    variables["workspaceId"] = view.workspace.value();
    if (view.source) variables["datastreamId"] = view.source->value();
    return variables;
}

}  // namespace gateway::admin
