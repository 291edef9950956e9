#include "gateway/meta/meta_schema.hpp"

namespace gateway::meta {
namespace {

using graphql::ArgumentSpec;
using graphql::FieldSpec;
using graphql::Match;
using Fields = std::map<std::string, FieldSpec>;

Fields values(std::initializer_list<const char*> names) {
    Fields fields;
    for (const char* name : names) fields.emplace(name, FieldSpec{});
    return fields;
}

FieldSpec one(std::string type, std::string table, std::vector<ArgumentSpec> arguments = {}) {
    FieldSpec spec;
    spec.type = std::move(type);
    spec.table = std::move(table);
    spec.arguments = std::move(arguments);
    return spec;
}

FieldSpec all(std::string type, std::string table, std::vector<ArgumentSpec> arguments = {}) {
    FieldSpec spec = one(std::move(type), std::move(table), std::move(arguments));
    spec.is_list = true;
    return spec;
}

/// Only what lies in the workspace that the field belongs to.
FieldSpec in_workspace(FieldSpec spec) {
    spec.parent = "id";
    spec.member = "workspaceId";
    return spec;
}

/// In the member of that name: one, or a list of them.
FieldSpec object(const char* type) {
    FieldSpec spec;
    spec.type = type;
    return spec;
}

FieldSpec self(std::string type) {
    FieldSpec spec;
    spec.type = std::move(type);
    spec.is_self = true;
    return spec;
}

ArgumentSpec needed(const char* name) { return {name, name, true}; }
ArgumentSpec optional(const char* name) { return {name, name, false}; }

Fields query() {
    return {
        {"currentUser", one("User", "currentUser")},
        {"currentCustomer", one("Customer", "currentCustomer")},
        {"user", one("User", "users", {needed("id")})},
        {"workspace", one("Project", "workspaces", {optional("id"), optional("label")})},
        {"projects", all("Project", "workspaces")},
        {"folder", one("Folder", "folders", {needed("id")})},
        {"dataset", one("Dataset", "datasets", {needed("id")})},
        {"datasetSearch",
         all("DatasetMatch", "datasets", {{"labelMatches", "label", false, Match::kContains}, optional("workspaceId")})},
        {"datastream", one("Datastream", "datastreams", {needed("id")})},
        {"datastreams", all("Datastream", "datastreams", {optional("workspaceId"), optional("name")})},
        {"rbacGroups", all("RbacGroup", "rbacGroups")},
        {"rbacGroup", one("RbacGroup", "rbacGroups", {needed("id")})},
        {"rbacGroupmembers", all("RbacGroupmember", "rbacGroupmembers")},
        {"rbacGroupmember", one("RbacGroupmember", "rbacGroupmembers", {needed("id")})},
        {"rbacStatements", all("RbacStatement", "rbacStatements")},
        {"rbacStatement", one("RbacStatement", "rbacStatements", {needed("id")})},
    };
}

Fields user() {
    Fields fields = values({"id", "email", "label", "name", "type", "status", "role", "comment", "timezone", "locale",
                            "expirationTime"});
    fields["workspaces"] = all("Project", "workspaces");
    return fields;
}

Fields customer() {
    Fields fields = values({"id", "label", "timezone", "locale", "type"});
    fields["users"] = all("User", "users");
    fields["workspaces"] = all("Project", "workspaces");
    return fields;
}

Fields workspace() {
    Fields fields = values({"id", "label", "name", "timezone", "locale", "visible", "createdDate"});
    fields["folders"] = in_workspace(all("Folder", "folders"));
    fields["folder"] = in_workspace(one("Folder", "folders", {needed("name")}));
    fields["datasets"] = in_workspace(all("Dataset", "datasets"));
    fields["dataset"] = in_workspace(one("Dataset", "datasets", {needed("label")}));
    fields["datastreams"] = in_workspace(all("Datastream", "datastreams"));
    fields["datastream"] = in_workspace(one("Datastream", "datastreams", {needed("name")}));
    return fields;
}

Fields dataset() {
    Fields fields = values({"id", "label", "name", "path", "workspaceId", "folderId", "kind", "description", "validFromField",
                            "validToField", "labelField", "primaryKey", "keys", "iconUrl", "version", "updatedDate", "createdDate",
                            "pathCost", "managedById"});
    fields["fieldList"] = object("DatasetField");
    return fields;
}

Fields datastream() {
    Fields fields = values({"id", "name", "description", "iconUrl", "workspaceId", "folderId", "datasetId", "disabled", "state",
                            "createdDate", "updatedDate"});
    fields["directWrite"] = object("DirectWrite");
    return fields;
}

Fields direct_write() {
    return {{"otelLogs", object("DirectWriteDataset")},
            {"otelMetrics", object("DirectWriteDataset")},
            {"otelTrace", object("DirectWriteTrace")},
            {"prometheus", object("DirectWritePrometheus")}};
}

Fields statement() {
    Fields fields = values({"id", "description", "role", "version"});
    fields["subject"] = object("RbacSubject");
    fields["object"] = object("RbacObject");
    return fields;
}

graphql::Schema make() {
    graphql::Schema types;
    types["Query"] = query();
    types["Mutation"] = {{"deleteAuthtoken", one("ResultStatus", "deleted", {{"id", "id", true, Match::kInput}})}};
    types["User"] = user();
    types["Customer"] = customer();
    types["Project"] = workspace();
    types["Dataset"] = dataset();
    types["DatasetField"] = {{"name", {}}, {"type", object("DatasetFieldType")}};
    types["DatasetFieldType"] = values({"tag", "rep"});
    types["DatasetMatch"] = {{"dataset", self("Dataset")}};
    types["Folder"] = values({"id", "name", "description", "iconUrl", "workspaceId"});
    types["Datastream"] = datastream();
    types["DirectWrite"] = direct_write();
    types["DirectWriteDataset"] = values({"datasetId"});
    types["DirectWriteTrace"] = values({"spanDatasetId", "spanEventDatasetId", "spanLinkDatasetId"});
    types["DirectWritePrometheus"] = values({"datasetId", "metadataDatasetId"});
    types["RbacGroup"] = values({"id", "name", "description"});
    types["RbacGroupmember"] = values({"id", "description", "groupId", "memberUserId", "memberGroupId"});
    types["RbacStatement"] = statement();
    types["RbacSubject"] = values({"userId", "groupId", "all"});
    types["RbacObject"] = values({"objectId", "folderId", "workspaceId", "type", "name", "owner", "all"});
    types["ResultStatus"] = values({"success", "errorMessage", "detailedInfo"});
    return types;
}

}  // namespace

const graphql::Schema& schema() {
    static const graphql::Schema types = make();
    return types;
}

}  // namespace gateway::meta
