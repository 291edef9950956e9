#include "gateway/meta/meta_records.hpp"

#include <algorithm>
#include <cctype>

#include <nlohmann/json.hpp>

#include "gateway/rest/record.hpp"

namespace gateway::meta {

using Json = nlohmann::ordered_json;
using rest::id_text;

namespace {

constexpr const char* kTimezone = "UTC";
constexpr const char* kLocale = "en-US";

Json time(const domain::base::Timestamp& at) { return domain::base::to_rfc3339(at); }

std::string upper(std::string_view text) {
    std::string made(text);
    std::transform(made.begin(), made.end(), made.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return made;
}

Json fields(const domain::catalog::Schema& schema) {
    Json list = Json::array();
    for (const auto& column : schema.columns) {
        const std::string_view type = name(column.type);
        list.push_back({{"name", column.name}, {"type", {{"tag", upper(type)}, {"rep", type}}}});
    }
    return list;
}

}  // namespace

Json user_record(const domain::admin::UserView& user) {
    return {{"id", id_text(user.id)},
            {"email", user.email},
            {"label", user.label},
            {"name", user.label},
            {"type", "UserTypeEmail"},
            {"status", user.disabled ? "UserStatusDisabled" : "UserStatusActive"},
            {"role", user.administrator ? "administrator" : "user"},
            {"comment", ""},
            {"timezone", kTimezone},
            {"locale", kLocale},
            {"expirationTime", nullptr}};
}

Json customer_record(const domain::base::TenantId& tenant) {
    return {{"id", tenant.value()}, {"label", tenant.value()}, {"timezone", kTimezone}, {"locale", kLocale}, {"type", nullptr}};
}

Json workspace_record(const domain::admin::WorkspaceView& workspace) {
    return {{"id", id_text(workspace.id)}, {"label", workspace.name}, {"name", workspace.name}, {"timezone", kTimezone},
            {"locale", kLocale},           {"visible", true},         {"createdDate", nullptr}};
}

// The one folder of a workspace bears the id of the workspace.
Json dataset_record(const domain::admin::DatasetView& view) {
    const auto& dataset = view.dataset;
    const auto& schema = dataset.schema;
    return {{"id", id_text(dataset.id)},
            {"label", dataset.name},
            {"name", dataset.name},
            {"path", domain::catalog::path(dataset)},
            {"workspaceId", id_text(view.workspace)},
            {"folderId", id_text(view.workspace)},
            {"kind", name(schema.kind)},
            {"description", view.description},
            {"validFromField", rest::text_or_null(schema.valid_from)},
            {"validToField", rest::text_or_null(schema.valid_to)},
            {"labelField", rest::text_or_null(schema.label)},
            {"primaryKey", schema.primary_key},
            {"keys", schema.candidate_keys},
            {"iconUrl", nullptr},
            {"version", time(view.stamp.updated_at)},
            {"updatedDate", time(view.stamp.updated_at)},
            {"createdDate", time(view.stamp.created_at)},
            {"pathCost", nullptr},
            {"managedById", nullptr},
            {"fieldList", fields(schema)}};
}

Json datastream_record(const domain::admin::datastream::DatastreamState& state) {
    return {{"id", id_text(state.id)},
            {"name", state.name},
            {"description", state.description},
            {"iconUrl", nullptr},
            {"workspaceId", id_text(state.workspace)},
            {"folderId", id_text(state.workspace)},
            {"datasetId", id_text(state.dataset)},
            {"disabled", state.settings.disabled},
            {"state", state.settings.disabled ? "Disabled" : "Enabled"},
            {"createdDate", time(state.stamp.created_at)},
            {"updatedDate", time(state.stamp.updated_at)}};
}

}  // namespace gateway::meta
