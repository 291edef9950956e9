#include "gateway/admin/service_accounts.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/auth/secrets.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::ApiTokenView;
using domain::admin::UserView;
using domain::base::ApiTokenId;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;
using domain::base::Task;
using domain::base::UserId;
using Json = nlohmann::ordered_json;
namespace user = domain::admin::user;

namespace {

Json account_json(const UserView& account) {
    Json record = {{"id", rest::id_text(account.id)}, {"label", account.label}, {"description", account.description},
                   {"disabled", account.disabled}};
    rest::add_stamp(record, account.stamp);
    return record;
}

Json token_json(const ApiTokenView& token) {
    Json record = {{"id", token.id.value()}, {"label", token.name}, {"description", token.description},
                   {"disabled", token.disabled}, {"expiration", domain::base::to_rfc3339(token.expires_at)}};
    rest::add_stamp(record, token.stamp);
    return record;
}

Error no_account(std::string_view id) {
    return Error(ErrorCode::kNotFound, "service account not found: " + std::string(id));
}
Error no_token(std::string_view id) { return Error(ErrorCode::kNotFound, "token not found: " + std::string(id)); }

}  // namespace

Task<Result<UserView>> ServiceAccounts::account(const http::RequestContext& context) {
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) co_return no_account(context.path_parameter("id"));
    co_return co_await account(context, UserId(id->value()));
}

Task<Result<UserView>> ServiceAccounts::account(const http::RequestContext& context, UserId id) {
    auto found = co_await reader_.user(context.principal().tenant, id);
    if (!found) co_return found.error();
    if (!*found || (*found)->kind != user::UserKind::kServiceAccount) co_return no_account(rest::id_text(id));
    co_return std::move(**found);
}

Task<Result<ApiTokenView>> ServiceAccounts::token(const http::RequestContext& context) {
    const auto owner = co_await account(context);
    if (!owner) co_return owner.error();
    ApiTokenId id(std::string(context.path_parameter("token")));
    co_return co_await token(context, owner->id, std::move(id));
}

Task<Result<ApiTokenView>> ServiceAccounts::token(const http::RequestContext& context, UserId owner, ApiTokenId id) {
    auto tokens = co_await reader_.api_tokens(context.principal().tenant, owner);
    if (!tokens) co_return tokens.error();
    const auto found = std::find_if(tokens->begin(), tokens->end(), [&](const ApiTokenView& each) { return each.id == id; });
    if (found == tokens->end()) co_return no_token(id.value());
    co_return std::move(*found);
}

Task<Result<http::Response>> ServiceAccounts::list(http::RequestContext& context) {
    const auto users = co_await reader_.users(context.principal().tenant);
    if (!users) co_return users.error();
    std::vector<Json> records;
    for (const UserView& each : *users) {
        if (each.kind == user::UserKind::kServiceAccount) records.push_back(account_json(each));
    }
    co_return rest::list_answer(context.request(), "serviceAccounts", std::move(records));
}

Task<Result<http::Response>> ServiceAccounts::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    user::CreateServiceAccount form;
    form.label = body->required_text("label", user::label_bytes_max);
    form.description = body->text("description", user::description_bytes_max).value_or(std::string());
    form.disabled = body->flag("disabled").value_or(false);
    if (const auto read = body->finish(); !read) co_return read.error();
    rest::Commands::Make make = [form](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        user::CreateServiceAccount create = form;
        create.user = ids.user();
        return domain::admin::Command(std::move(create));
    };
    const auto made = co_await commands_.create(context, std::move(make));
    if (!made) co_return made.error();
    const auto record = co_await account(context, made->ids.user());
    if (!record) co_return record.error();
    co_return rest::created(account_json(*record), made->replayed);
}

Task<Result<http::Response>> ServiceAccounts::show(http::RequestContext& context) {
    const auto found = co_await account(context);
    if (!found) co_return found.error();
    co_return rest::answer(200, account_json(*found));
}

Task<Result<http::Response>> ServiceAccounts::update(http::RequestContext& context) {
    const auto found = co_await account(context);
    if (!found) co_return found.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    user::UpdateServiceAccount update;
    update.user = found->id;
    update.label = body->text("label", user::label_bytes_max).change(std::string());
    update.description = body->text("description", user::description_bytes_max).change(std::string());
    update.disabled = body->flag("disabled").change(false);
    if (const auto read = body->finish(); !read) co_return read.error();
    domain::admin::Command command(std::move(update));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    const auto record = co_await account(context, found->id);
    if (!record) co_return record.error();
    co_return rest::answer(200, account_json(*record));
}

Task<Result<http::Response>> ServiceAccounts::remove(http::RequestContext& context) {
    const auto found = co_await account(context);
    if (!found) co_return found.error();
    domain::admin::Command command(user::DeleteServiceAccount{found->id});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

Task<Result<http::Response>> ServiceAccounts::list_tokens(http::RequestContext& context) {
    const auto owner = co_await account(context);
    if (!owner) co_return owner.error();
    const auto tokens = co_await reader_.api_tokens(context.principal().tenant, owner->id);
    if (!tokens) co_return tokens.error();
    std::vector<Json> records;
    for (const ApiTokenView& each : *tokens) records.push_back(token_json(each));
    co_return rest::list_answer(context.request(), "apiTokens", std::move(records));
}

Task<Result<http::Response>> ServiceAccounts::create_token(http::RequestContext& context) {
    const auto owner = co_await account(context);
    if (!owner) co_return owner.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    user::CreateApiToken form;
    form.user = owner->id;
    form.kind = user::kind_api;
    form.name = body->required_text("label", user::label_bytes_max);
    form.description = body->text("description", user::description_bytes_max).value_or(std::string());
    const auto hours = body->integer("lifetimeHours", 1, lifetime_hours_max).value();
    if (!hours) body->fail("lifetimeHours is missing");
    if (const auto read = body->finish(); !read) co_return read.error();
    form.expires_at = clock_.now() + std::chrono::hours(*hours);
    form.renewable = false;
    const Secret secret = auth::random_secret();
    form.secret_sha256 = auth::sha256_hex(secret.reveal());
    rest::Commands::Make make = [form](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        user::CreateApiToken create = form;
        create.token = ids.api_token();
        return domain::admin::Command(std::move(create));
    };
    const auto made = co_await commands_.create(context, std::move(make));
    if (!made) co_return made.error();
    const auto record = co_await token(context, owner->id, made->ids.api_token());
    if (!record) co_return record.error();
    Json shown = token_json(*record);
    if (!made->replayed) shown["secret"] = secret.reveal();
    co_return rest::created(shown, made->replayed);
}

Task<Result<http::Response>> ServiceAccounts::show_token(http::RequestContext& context) {
    const auto found = co_await token(context);
    if (!found) co_return found.error();
    co_return rest::answer(200, token_json(*found));
}

Task<Result<http::Response>> ServiceAccounts::update_token(http::RequestContext& context) {
    const auto found = co_await token(context);
    if (!found) co_return found.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    user::UpdateApiToken update;
    update.token = found->id;
    update.name = body->text("label", user::label_bytes_max).change(std::string());
    update.description = body->text("description", user::description_bytes_max).change(std::string());
    update.disabled = body->flag("disabled").change(false);
    if (update.name && update.name->empty()) body->fail("label must not be empty");
    if (const auto read = body->finish(); !read) co_return read.error();
    domain::admin::Command command(std::move(update));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    const auto record = co_await token(context);
    if (!record) co_return record.error();
    co_return rest::answer(200, token_json(*record));
}

Task<Result<http::Response>> ServiceAccounts::remove_token(http::RequestContext& context) {
    const auto found = co_await token(context);
    if (!found) co_return found.error();
    domain::admin::Command command(user::DeleteApiToken{found->id});
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

}  // namespace gateway::admin
