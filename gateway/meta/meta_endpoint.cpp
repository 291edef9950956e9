// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "gateway/meta/meta_endpoint.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "domain/admin/user/user.hpp"
#include "domain/base/limits.hpp"
#include "domain/identity/access_policy.hpp"
#include "domain/query/dataset_access.hpp"
#include "gateway/admin/ingest_json.hpp"
#include "gateway/graphql/answer.hpp"
#include "gateway/meta/meta_records.hpp"
#include "gateway/meta/meta_schema.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/record.hpp"

namespace gateway::meta {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Action;
using Json = nlohmann::ordered_json;

namespace {

http::Response told(const Json& body) { return http::Response::json(200, rest::dump(body)); }

Json one_record(Json record) {
    Json list = Json::array();
    list.push_back(std::move(record));
    return list;
}

}  // namespace

Task<Result<http::Response>> MetaEndpoint::handle(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    const std::string text = body->required_text("query", domain::base::limits::admin_body_bytes_max);
    const std::string wanted = body->text("operationName").value_or(std::string());
    const nlohmann::json* variables = body->json("variables");
    body->json("extensions");
    if (const auto read = body->finish(); !read) co_return told(graphql::failure(read.error()));
    const auto plan = graphql::make_plan(text, wanted, variables == nullptr ? nlohmann::json() : *variables, schema());
    if (!plan) co_return told(graphql::failure(plan.error()));

    graphql::Tables tables;
    if (plan->is_mutation) {
        std::string failed;
        const auto done = co_await mutate(context, *plan, failed);
        if (!done) co_return told(graphql::failure(done.error(), failed));
        tables["deleted"] = one_record({{"success", true}, {"errorMessage", ""}, {"detailedInfo", nullptr}});
    } else {
        for (const std::string& name : plan->tables()) {
            auto records = co_await table(context, name);
            if (!records) co_return told(graphql::failure(records.error()));
            tables[name] = std::move(*records);
        }
    }
    co_return told(graphql::answer(*plan, tables));
}

Task<Result<void>> MetaEndpoint::mutate(const http::RequestContext& context, const graphql::Plan& plan, std::string& failed) {
    for (const graphql::PlannedField& field : plan.fields) {
        if (field.name != "deleteAuthtoken") continue;
        const nlohmann::json& id = field.arguments.at("id");
        std::string shown = id.is_string() ? id.get<std::string>() : id.dump();
        const auto done = co_await delete_token(context, std::move(shown));
        if (done) continue;
        failed = field.key;
        co_return done.error();
    }
    co_return Result<void>();
}

Task<Result<void>> MetaEndpoint::delete_token(const http::RequestContext& context, std::string id) {
    const auto& principal = context.principal();
    const auto token = co_await reader_.api_token(principal.tenant, domain::base::ApiTokenId(id));
    if (!token) co_return token.error();
    if (!*token || (*token)->user != principal.user) co_return Error(ErrorCode::kNotFound, "access token not found: " + id);
    domain::admin::Command command(domain::admin::user::DeleteApiToken{(*token)->id});
    co_return co_await commands_.change(context, std::move(command));
}

Task<Result<Json>> MetaEndpoint::table(const http::RequestContext& context, std::string name) {
    if (name == "users") co_return co_await users(context);
    if (name == "workspaces") co_return co_await workspaces(context);
    if (name == "folders") co_return co_await folders(context);
    if (name == "datasets") co_return co_await datasets(context);
    if (name == "datastreams") co_return co_await datastreams(context);
    if (name == "rbacGroups") co_return co_await groups(context);
    if (name == "rbacGroupmembers") co_return co_await group_members(context);
    if (name == "rbacStatements") co_return co_await statements(context);
    const auto& principal = context.principal();
    if (name == "currentCustomer") co_return one_record(customer_record(principal.tenant));
    const auto user = co_await reader_.user(principal.tenant, principal.user);
    if (!user) co_return user.error();
    co_return *user ? one_record(user_record(**user)) : Json::array();
}

Task<Result<Json>> MetaEndpoint::users(const http::RequestContext& context) {
    const auto& principal = context.principal();
    const auto all = co_await reader_.users(principal.tenant);
    if (!all) co_return all.error();
    Json list = Json::array();
    for (const auto& user : *all) {
        if (principal.administrator || user.id == principal.user) list.push_back(user_record(user));
    }
    co_return list;
}

Task<Result<Json>> MetaEndpoint::workspaces(const http::RequestContext& context) {
    const auto all = co_await access_.folders.visible_workspaces(context);
    if (!all) co_return all.error();
    Json list = Json::array();
    for (const auto& workspace : *all) list.push_back(workspace_record(workspace));
    co_return list;
}

Task<Result<Json>> MetaEndpoint::folders(const http::RequestContext& context) {
    const auto all = co_await access_.folders.visible(context);
    if (!all) co_return all.error();
    Json list = Json::array();
    for (const auto& folder : *all) list.push_back(folder_record(folder));
    co_return list;
}

Task<Result<Json>> MetaEndpoint::datasets(const http::RequestContext& context) {
    const auto& principal = context.principal();
    const auto all = co_await reader_.datasets(principal.tenant);
    if (!all) co_return all.error();
    Json list = Json::array();
    for (const auto& view : *all) {
        if (domain::identity::may(principal, Action::kList, domain::query::object_of(view.dataset))) {
            list.push_back(dataset_record(view));
        }
    }
    co_return list;
}

Task<Result<Json>> MetaEndpoint::datastreams(const http::RequestContext& context) {
    const auto& principal = context.principal();
    const auto all = co_await ingest_.datastream_states(principal.tenant);
    if (!all) co_return all.error();
    Json list = Json::array();
    for (const auto& state : *all) {
        if (domain::identity::may(principal, Action::kList, admin::object_of(state))) list.push_back(datastream_record(state));
    }
    co_return list;
}

Task<Result<Json>> MetaEndpoint::groups(const http::RequestContext& context) {
    const auto& tenant = context.principal().tenant;
    const auto all = co_await access_.groups.visible(context);
    if (!all) co_return all.error();
    Json list = Json::array();
    for (const auto& group : *all) list.push_back(group_record(tenant, group));
    co_return list;
}

Task<Result<Json>> MetaEndpoint::group_members(const http::RequestContext& context) {
    const auto& tenant = context.principal().tenant;
    const auto all = co_await access_.groups.visible(context);
    if (!all) co_return all.error();
    Json list = Json::array();
    for (const auto& group : *all) {
        const auto members = co_await members_.members(tenant, group.id);
        if (!members) co_return members.error();
        for (const auto& member : *members) list.push_back(group_member_record(tenant, group, member.member));
    }
    co_return list;
}

Task<Result<Json>> MetaEndpoint::statements(const http::RequestContext& context) {
    const auto& tenant = context.principal().tenant;
    const auto all = co_await access_.grants.visible(context);
    if (!all) co_return all.error();
    Json list = Json::array();
    for (const auto& grant : *all) list.push_back(statement_record(tenant, grant));
    co_return list;
}

}  // namespace gateway::meta
