#include "gateway/admin/api_tokens.hpp"

#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "domain/admin/user/api_token.hpp"
#include "gateway/auth/secrets.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

namespace user = domain::admin::user;
using domain::admin::ApiTokenView;
using domain::base::ApiTokenId;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using Json = nlohmann::ordered_json;

namespace {

Json record(const ApiTokenView& token) {
    Json json = {{"id", token.id.value()},
                 {"name", token.name},
                 {"description", token.description},
                 {"kind", token.kind},
                 {"disabled", token.disabled},
                 {"expiration", domain::base::to_rfc3339(token.expires_at)},
                 {"lastUsedAt", rest::time_or_null(token.last_used_at)}};
    rest::add_stamp(json, token.stamp);
    return json;
}

ApiTokenId api_token_id(const http::RequestContext& context) { return ApiTokenId(std::string(context.path_parameter("id"))); }

}  // namespace

Task<Result<ApiTokenView>> ApiTokens::own(const http::RequestContext& context, ApiTokenId id) {
    const auto& principal = context.principal();
    auto token = co_await reader_.api_token(principal.tenant, id);
    if (!token) co_return token.error();
    if (!*token || (*token)->user != principal.user) co_return Error(ErrorCode::kNotFound, "token not found: " + id.value());
    co_return std::move(**token);
}

Task<Result<http::Response>> ApiTokens::list(http::RequestContext& context) {
    const auto& principal = context.principal();
    const auto tokens = co_await reader_.api_tokens(principal.tenant, principal.user);
    if (!tokens) co_return tokens.error();
    std::vector<Json> records;
    for (const ApiTokenView& token : *tokens) {
        const bool is_over = token.kind == user::kind_session && token.expires_at <= clock_.now();
        if (!is_over) records.push_back(record(token));
    }
    co_return rest::list_answer(context.request(), "authtokens", std::move(records));
}

Task<Result<http::Response>> ApiTokens::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    user::CreateApiToken command;
    command.name = body->required_text("name", user::token_name_bytes_max);
    command.description = body->text("description", user::token_description_bytes_max).value_or("");
    if (auto read = body->finish(); !read) co_return read.error();
    const auto caller = co_await reader_.user(context.principal().tenant, context.principal().user);
    if (!caller) co_return caller.error();
    if (*caller && (*caller)->kind == user::UserKind::kServiceAccount) {
        co_return Error(ErrorCode::kPermissionDenied, "tokens of service accounts are made under /v1/service-accounts");
    }
    const domain::base::Secret secret = auth::random_secret();
    command.user = context.principal().user;
    command.kind = user::kind_api;
    command.secret_sha256 = auth::sha256_hex(secret.reveal());
    command.expires_at = clock_.now() + user::token_life;
    rest::Commands::Make make = [&command](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        user::CreateApiToken wish = command;
        wish.token = ids.api_token();
        return domain::admin::Command(std::move(wish));
    };
    const auto creation = co_await commands_.create(context, std::move(make));
    if (!creation) co_return creation.error();
    const auto token = co_await own(context, creation->ids.api_token());
    if (!token) co_return token.error();
    Json json = record(*token);
    if (!creation->replayed) json["secret"] = secret.reveal();
    auto response = rest::created(json, creation->replayed);
    response.add_header("Cache-Control", "no-store");
    co_return response;
}

Task<Result<http::Response>> ApiTokens::show(http::RequestContext& context) {
    const auto token = co_await own(context, api_token_id(context));
    if (!token) co_return token.error();
    co_return rest::answer(200, record(*token));
}

Task<Result<http::Response>> ApiTokens::update(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    user::UpdateApiToken command{api_token_id(context)};
    const auto name = body->text("name", user::token_name_bytes_max);
    if (name.is_given() && name.value_or("").empty()) body->fail("name is empty");
    command.name = name.change("");
    command.description = body->text("description", user::token_description_bytes_max).change("");
    const auto disabled = body->flag("disabled");
    if (disabled.is_null()) body->fail("disabled must be true or false");
    command.disabled = disabled.value();
    if (auto read = body->finish(); !read) co_return read.error();
    const auto before = co_await own(context, command.token);
    if (!before) co_return before.error();
    const ApiTokenId id = command.token;
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    const auto after = co_await own(context, id);
    if (!after) co_return after.error();
    co_return rest::answer(200, record(*after));
}

Task<Result<http::Response>> ApiTokens::remove(http::RequestContext& context) {
    const auto token = co_await own(context, api_token_id(context));
    if (!token) co_return token.error();
    user::DeleteApiToken command{token->id};
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

}  // namespace gateway::admin
