#include "gateway/admin/grants.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::GrantView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::identity::Action;
using domain::identity::GrantId;
using domain::identity::GroupId;
using domain::identity::Subject;
using domain::identity::Target;
using Json = nlohmann::ordered_json;

namespace {

Json subject_json(const Subject& subject) {
    switch (subject.kind) {
        case Subject::Kind::kUser: return {{"userId", std::to_string(subject.id)}};
        case Subject::Kind::kGroup: return {{"groupId", std::to_string(subject.id)}};
        case Subject::Kind::kEveryone: break;
    }
    return {{"all", true}};
}

Json target_json(const Target& target) {
    switch (target.scope) {
        case Target::Scope::kKind: return {{"type", name(target.kind)}};
        case Target::Scope::kObject: return {{"objectId", std::to_string(target.object)}};
        case Target::Scope::kTenant: break;
    }
    return {{"all", true}};
}

Json grant_json(const GrantView& grant) {
    Json record = {{"id", rest::id_text(grant.id)},
                   {"subject", subject_json(grant.gives.subject)},
                   {"object", target_json(grant.gives.target)},
                   {"role", name(grant.gives.role)}};
    rest::add_stamp(record, grant.stamp);
    return record;
}

Error grant_not_found(std::string_view id) { return Error(ErrorCode::kNotFound, "grant not found: " + std::string(id)); }

/// The only member of an object, or null with a fault noted.
const nlohmann::json* only_member(rest::Body& body, const char* name, const nlohmann::json* value, std::string& key) {
    if (value == nullptr || !value->is_object() || value->size() != 1) {
        body.fail(std::string(name) + " must be an object with one member");
        return nullptr;
    }
    key = value->begin().key();
    return &value->begin().value();
}

std::int64_t id_of(rest::Body& body, const char* name, const nlohmann::json& value) {
    const auto id = value.is_string() ? rest::parse_id(value.get<std::string>(), name)
                    : value.is_number_integer() ? rest::parse_id(std::to_string(value.get<std::int64_t>()), name)
                                                : Result<domain::base::ObjectId>(Error(ErrorCode::kInvalidArgument, std::string(name) + " must have an id"));
    if (id) return id->value();
    body.fail(id.error().message());
    return 0;
}

Subject subject_member(rest::Body& body) {
    std::string key;
    const auto* value = only_member(body, "subject", body.json("subject"), key);
    if (value == nullptr) return Subject::everyone();
    if (key == "userId") return Subject::user(domain::base::UserId(id_of(body, "subject", *value)));
    if (key == "groupId") return Subject::group(GroupId(id_of(body, "subject", *value)));
    if (key != "all" || *value != true) body.fail("subject must have userId, groupId, or all as true, not: " + key);
    return Subject::everyone();
}

Target target_member(rest::Body& body) {
    std::string key;
    const auto* value = only_member(body, "object", body.json("object"), key);
    if (value == nullptr) return Target::tenant();
    if (key == "objectId" || key == "folderId" || key == "workspaceId") return Target::one(id_of(body, "object", *value));
    if (key == "type" && value->is_string()) {
        const auto kind = domain::identity::grantable_kind_from(value->get<std::string>());
        if (kind) return Target::all_of(*kind);
        body.fail("object has no such type: " + value->get<std::string>());
    } else if (key != "all" || *value != true) {
        body.fail("object must have objectId, folderId, workspaceId, type, or all as true, not: " + key);
    }
    return Target::tenant();
}

bool may_manage(const domain::identity::Principal& principal, const Target& target) {
    return principal.administrator || (principal.rights != nullptr && principal.rights->may(Action::kManage, target));
}

}  // namespace

Task<Result<std::vector<GrantView>>> Grants::visible(const http::RequestContext& context) {
    const auto& principal = context.principal();
    auto all = co_await access_.grants(principal.tenant);
    if (!all) co_return all.error();
    std::erase_if(*all, [&](const GrantView& each) { return !may_manage(principal, each.gives.target); });
    co_return all;
}

Task<Result<GrantView>> Grants::grant(const http::RequestContext& context) {
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) co_return grant_not_found(context.path_parameter("id"));
    co_return co_await grant(context, GrantId(id->value()));
}

Task<Result<GrantView>> Grants::grant(const http::RequestContext& context, GrantId id) {
    auto all = co_await visible(context);
    if (!all) co_return all.error();
    const auto found = std::find_if(all->begin(), all->end(), [&](const GrantView& each) { return each.id == id; });
    if (found == all->end()) co_return grant_not_found(rest::id_text(id));
    co_return std::move(*found);
}

Task<Result<void>> Grants::check_target(const http::RequestContext& context, Target target) {
    const auto& principal = context.principal();
    const bool is_object = target.scope == Target::Scope::kObject;
    const std::string shown = std::to_string(target.object);
    if (!may_manage(principal, target)) {
        const bool knows = !is_object || (principal.rights != nullptr && principal.rights->may(Action::kList, target));
        co_return knows ? Error(ErrorCode::kPermissionDenied, "you may not manage what the grant is about")
                        : Error(ErrorCode::kNotFound, "object not found: " + shown);
    }
    if (!is_object) co_return Result<void>();
    const auto exists = co_await access_.object_exists(principal.tenant, target.object);
    if (!exists) co_return exists.error();
    if (!*exists) co_return Error(ErrorCode::kNotFound, "object not found: " + shown);
    co_return Result<void>();
}

Task<Result<http::Response>> Grants::list(http::RequestContext& context) {
    const auto all = co_await visible(context);
    if (!all) co_return all.error();
    std::vector<Json> records;
    for (const GrantView& each : *all) records.push_back(grant_json(each));
    co_return rest::list_answer(context.request(), "grants", std::move(records));
}

Task<Result<http::Response>> Grants::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    domain::identity::AccessGrant gives;
    gives.subject = subject_member(*body);
    gives.target = target_member(*body);
    const std::string role_name = body->required_text("role");
    const auto role = domain::identity::role_from(role_name);
    if (!role) body->fail("role must be Manager, Editor, Viewer, Ingester or Lister: " + role_name);
    if (const auto read = body->finish(); !read) co_return read.error();
    gives.role = *role;
    const auto checked = co_await check_target(context, gives.target);
    if (!checked) co_return checked.error();
    rest::Commands::Make make = [gives](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        return domain::admin::Command(domain::admin::grant::CreateGrant{GrantId(ids.object().value()), gives});
    };
    const auto made = co_await commands_.create(context, std::move(make));
    if (!made) co_return made.error();
    const auto record = co_await grant(context, GrantId(made->ids.object().value()));
    if (!record) co_return record.error();
    co_return rest::created(grant_json(*record), made->replayed);
}

Task<Result<http::Response>> Grants::show(http::RequestContext& context) {
    const auto found = co_await grant(context);
    if (!found) co_return found.error();
    co_return rest::answer(200, grant_json(*found));
}

Task<Result<http::Response>> Grants::remove(http::RequestContext& context) {
    const auto found = co_await grant(context);
    if (!found) co_return found.error();
    domain::admin::Command command(domain::admin::grant::DeleteGrant{found->id});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

}  // namespace gateway::admin
