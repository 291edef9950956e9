#include "gateway/meta/meta_records.hpp"

#include <algorithm>
#include <cctype>

#include <nlohmann/json.hpp>

#include "gateway/admin/ingest_json.hpp"
#include "gateway/rest/record.hpp"

namespace gateway::meta {

using Json = nlohmann::ordered_json;
using domain::identity::Subject;
using domain::identity::Target;
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

std::string orn(const domain::base::TenantId& tenant, const char* type, const std::string& number) {
    return "o::" + tenant.value() + ":" + type + ":" + number;
}

std::string group_orn(const domain::base::TenantId& tenant, std::int64_t id) {
    return orn(tenant, "rbacgroup", std::to_string(id));
}

Json subject_record(const domain::base::TenantId& tenant, const Subject& subject) {
    Json record = {{"userId", nullptr}, {"groupId", nullptr}, {"all", nullptr}};
    switch (subject.kind) {
        case Subject::Kind::kUser: record["userId"] = std::to_string(subject.id); break;
        case Subject::Kind::kGroup: record["groupId"] = group_orn(tenant, subject.id); break;
        case Subject::Kind::kEveryone: record["all"] = true; break;
    }
    return record;
}

Json object_record(const Target& target) {
    Json record = {{"objectId", nullptr}, {"folderId", nullptr}, {"workspaceId", nullptr}, {"type", nullptr},
                   {"name", nullptr},     {"owner", nullptr},    {"all", nullptr}};
    switch (target.scope) {
        case Target::Scope::kTenant: record["all"] = true; break;
        case Target::Scope::kKind: record["type"] = domain::identity::name(target.kind); break;
        case Target::Scope::kObject: record["objectId"] = std::to_string(target.object); break;
    }
    return record;
}

}  // namespace

Json user_record(const domain::admin::UserView& user) {
    const bool is_person = user.kind == domain::admin::user::UserKind::kPerson;
    return {{"id", id_text(user.id)},
            {"email", user.email},
            {"label", user.label},
            {"name", user.label},
            {"type", is_person ? "UserTypeEmail" : "UserTypeServiceAccount"},
            {"status", user.disabled ? "UserStatusDisabled" : "UserStatusActive"},
            {"role", user.administrator ? "administrator" : "user"},
            {"comment", user.description},
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

Json folder_record(const domain::admin::FolderView& folder) {
    return {{"id", id_text(folder.id)}, {"name", folder.name}, {"description", folder.description}, {"iconUrl", nullptr},
            {"workspaceId", id_text(folder.workspace)}};
}

// What is in no folder lies in the workspace itself, whose id stands for it.
Json dataset_record(const domain::admin::DatasetView& view) {
    const auto& dataset = view.dataset;
    const auto& schema = dataset.schema;
    return {{"id", id_text(dataset.id)},
            {"label", dataset.name},
            {"name", dataset.name},
            {"path", domain::catalog::path(dataset)},
            {"workspaceId", id_text(view.workspace)},
            {"folderId", id_text(view.folder.value_or(view.workspace))},
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

Json datastream_record(const domain::admin::DatastreamDetails& state) {
    return {{"id", id_text(state.id)},
            {"name", state.name},
            {"description", state.description},
            {"iconUrl", nullptr},
            {"workspaceId", id_text(state.workspace)},
            {"folderId", id_text(state.folder.value_or(state.workspace))},
            {"datasetId", id_text(state.dataset)},
            {"directWrite", admin::direct_write_json(state.typed)},
            {"disabled", state.settings.disabled},
            {"state", state.settings.disabled ? "Disabled" : "Enabled"},
            {"createdDate", time(state.stamp.created_at)},
            {"updatedDate", time(state.stamp.updated_at)}};
}

Json group_record(const domain::base::TenantId& tenant, const domain::admin::GroupView& group) {
    return {{"id", group_orn(tenant, group.id.value())}, {"name", group.name}, {"description", group.description}};
}

Json group_member_record(const domain::base::TenantId& tenant, const domain::admin::GroupView& group, const Subject& member) {
    const bool is_group = member.kind == Subject::Kind::kGroup;
    const std::string number = std::to_string(member.id);
    return {{"id", orn(tenant, "rbacgroupmember", id_text(group.id) + (is_group ? "-group-" : "-user-") + number)},
            {"description", ""},
            {"groupId", group_orn(tenant, group.id.value())},
            {"memberUserId", is_group ? Json() : Json(number)},
            {"memberGroupId", is_group ? Json(group_orn(tenant, member.id)) : Json()}};
}

Json statement_record(const domain::base::TenantId& tenant, const domain::admin::GrantView& grant) {
    constexpr int kVersionOfGrants = 2;
    return {{"id", orn(tenant, "rbacstatement", id_text(grant.id))},
            {"description", ""},
            {"subject", subject_record(tenant, grant.gives.subject)},
            {"object", object_record(grant.gives.target)},
            {"role", domain::identity::name(grant.gives.role)},
            {"version", kVersionOfGrants}};
}

}  // namespace gateway::meta
