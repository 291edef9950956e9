#include "gateway/admin/dataset_json.hpp"

#include <cctype>
#include <string>
#include <utility>

#include "gateway/rest/record.hpp"

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
        list.push_back({{"label", link.label}, {"targetDataset", link.target}, {"srcFields", std::move(source)},
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
            if (id != nullptr) inputs.push_back({{"inputName", input.name}, {"datasetId", rest::id_text(*id)}});
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
    for (const auto id : dataset.definition->inputs()) list.push_back({{"id", rest::id_text(id)}});
    return list;
}

}  // namespace

Json dataset_json(const DatasetView& view, bool with_query) {
    const auto& dataset = view.dataset;
    const Schema& schema = dataset.schema;
    Json json;
    json["id"] = rest::id_text(dataset.id);
    json["label"] = dataset.name;
    json["path"] = domain::catalog::path(dataset);
    json["description"] = view.description;
    json["workspaceId"] = rest::id_text(view.workspace);
    json["folderId"] = rest::id_text(view.folder.value_or(view.workspace));
    json["kind"] = std::string(domain::catalog::name(schema.kind));
    json["derived"] = dataset.definition.has_value() && !dataset.is_typed;
    json["datastreamId"] = view.source ? Json(rest::id_text(*view.source)) : Json(nullptr);
    json["validFromField"] = rest::text_or_null(schema.valid_from);
    json["validToField"] = rest::text_or_null(schema.valid_to);
    json["labelField"] = rest::text_or_null(schema.label);
    json["primaryKey"] = schema.primary_key;
    json["keys"] = schema.candidate_keys;
    json["foreignKeys"] = foreign_keys(schema);
    json["interfaces"] = interfaces(schema);
    json["fieldList"] = fields(schema);
    json["inputs"] = inputs_json(dataset);
    rest::add_stamp(json, view.stamp);
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
    return {{"meta", {{"id", rest::id_text(dataset.id)}, {"workspaceId", rest::id_text(view.workspace)}, {"customerId", dataset.tenant.value()}}},
            {"config", {{"name", dataset.name}, {"labelField", rest::text_or_null(dataset.schema.label)},
                        {"primaryKey", dataset.schema.primary_key}}},
            {"state", {{"kind", std::string(domain::catalog::name(dataset.schema.kind))}, {"columns", std::move(columns)},
                       {"interfaces", std::move(names)}, {"createdBy", rest::person(view.stamp.created_by)},
                       {"createdDate", domain::base::to_rfc3339(view.stamp.created_at)}, {"updatedBy", rest::person(view.stamp.updated_by)},
                       {"updatedDate", domain::base::to_rfc3339(view.stamp.updated_at)},
                       {"urlPath", "/v1/datasets/" + rest::id_text(dataset.id)}}}};
}

}  // namespace gateway::admin
