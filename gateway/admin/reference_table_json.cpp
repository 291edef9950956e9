#include "gateway/admin/reference_table_json.hpp"

#include <charconv>

#include "gateway/http/problem.hpp"

namespace gateway::admin {
namespace {

using domain::admin::ReferenceTableView;
using domain::base::TenantId;
using domain::csv::Mistake;
using Json = nlohmann::ordered_json;

template <class Id>
std::string text(const Id& id) { return std::to_string(id.value()); }

/// `user:12` as `{"id":12}`; who is no user has no id.
Json person(const std::string& actor) {
    constexpr std::string_view kUser = "user:";
    if (!actor.starts_with(kUser)) return {{"id", nullptr}};
    std::int64_t id = 0;
    std::from_chars(actor.data() + kUser.size(), actor.data() + actor.size(), id);
    return {{"id", id}};
}

// What is in no folder lies in the workspace itself, whose id stands for it.
Json general(const ReferenceTableView& view, const TenantId& tenant) {
    return {{"id", text(view.id)},
            {"customerId", tenant.value()},
            {"workspaceId", text(view.workspace)},
            {"label", view.label},
            {"description", view.description},
            {"datasetId", text(view.dataset)},
            {"folderId", text(view.folder.value_or(view.workspace))},
            {"createdBy", person(view.stamp.created_by)},
            {"createdDate", domain::base::to_rfc3339(view.stamp.created_at)},
            {"updatedBy", person(view.stamp.updated_by)},
            {"updatedDate", domain::base::to_rfc3339(view.stamp.updated_at)},
            {"checksum", view.checksum}};
}

Json preview(const ReferenceTableView& view, const TenantId& tenant) {
    return {{"Id", text(view.id)},
            {"CustomerId", tenant.value()},
            {"WorkspaceId", text(view.workspace)},
            {"Name", view.label},
            {"IconUrl", nullptr},
            {"Description", view.description},
            {"datasetID", text(view.dataset)},
            {"FolderId", text(view.folder.value_or(view.workspace))},
            {"ManagedById", nullptr},
            {"CreatedBy", person(view.stamp.created_by)},
            {"CreatedDate", domain::base::to_rfc3339(view.stamp.created_at)},
            {"UpdatedBy", person(view.stamp.updated_by)},
            {"UpdatedDate", domain::base::to_rfc3339(view.stamp.updated_at)},
            {"Checksum", view.checksum}};
}

Json mistake_json(const Mistake& mistake) {
    const auto place = [](std::size_t number) { return number == 0 ? Json(nullptr) : Json(number); };
    return {{"row", place(mistake.row)}, {"column", place(mistake.column)}, {"name", mistake.name},
            {"value", mistake.value}, {"message", mistake.what}};
}

/// Puts members behind those that the object in the body has.
http::Response with_members(const http::Response& response, const Json& members) {
    std::string added = members.dump(-1, ' ', false, Json::error_handler_t::replace);
    added.front() = ',';
    std::string body = response.body();
    body.replace(body.size() - 1, 1, added);
    return http::Response::json(response.status(), std::move(body));
}

}  // namespace

Json table_json(const ReferenceTableView& view, const TenantId& tenant, TableDialect dialect) {
    return dialect == TableDialect::kGeneral ? general(view, tenant) : preview(view, tenant);
}

Json table_list_json(const std::vector<ReferenceTableView>& page, std::size_t total, const TenantId& tenant,
                     TableDialect dialect) {
    Json list = Json::array();
    for (const ReferenceTableView& view : page) list.push_back(table_json(view, tenant, dialect));
    if (dialect == TableDialect::kPreview) return {{"Results", std::move(list)}};
    return {{"totalCount", total}, {"referenceTables", std::move(list)}};
}

Json table_deleted_json(domain::base::ObjectId id, TableDialect dialect) {
    if (dialect == TableDialect::kGeneral) return {{"message", "deleted reference table " + text(id)}};
    return {{"success", true}, {"errorMessage", ""}, {"detailedInfo", {{"id", text(id)}}}};
}

http::Response mistakes_problem(const std::vector<Mistake>& mistakes) {
    std::string message;
    Json list = Json::array();
    for (const Mistake& mistake : mistakes) {
        message += (message.empty() ? "" : "; ") + to_text(mistake);
        list.push_back(mistake_json(mistake));
    }
    if (mistakes.size() >= domain::csv::mistakes_max) message += "; and perhaps more";
    return with_members(http::problem(400, message), {{"mistakes", std::move(list)}});
}

http::Response preview_delete_problem(http::Response refusal) {
    const Json body = Json::parse(refusal.body(), nullptr, false);
    if (!body.is_object() || !body.contains("message")) return refusal;
    return with_members(refusal, {{"success", false}, {"errorMessage", body["message"]}});
}

}  // namespace gateway::admin
