#include "gateway/admin/web_session.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/auth/secrets.hpp"
#include "gateway/auth/session_cookie.hpp"
#include "gateway/rest/body.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 inlines the allocation of a coroutine frame but not its release, and takes Asio's pair of them for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

namespace user = domain::admin::user;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;
using domain::base::Task;

namespace {

bool over_tls(const http::Request& request) { return auth::browser_uses_tls(request.over_tls(), request.host().name); }

auth::RequestOrigin origin_of(const http::Request& request) {
    return {request.header("sec-fetch-site"), request.header("origin"), request.header("host")};
}

std::string record(const domain::base::TenantId& tenant, const domain::admin::UserView& who, std::string_view kind,
                   domain::base::Timestamp expires_at) {
    return rest::dump({{"customerId", tenant.value()},
                       {"user", {{"id", rest::id_text(who.id)}, {"email", who.email}, {"label", who.label},
                                 {"administrator", who.administrator}}},
                       {"kind", kind},
                       {"expiration", domain::base::to_rfc3339(expires_at)}});
}

}  // namespace

Task<Result<http::Response>> WebSession::begin(http::RequestContext& context) {
    const http::Request& request = context.request();
    if (auth::is_cross_site(origin_of(request))) {
        co_return Error(ErrorCode::kPermissionDenied, "other sites may not sign anybody in");
    }
    auto body = rest::Body::parse(request);
    if (!body) co_return body.error();
    std::string email = body->required_text("email");
    Secret password(body->required_text("password"));
    if (auto read = body->finish(); !read) co_return read.error();

    const auto tenant = co_await authenticator_.tenant(context.credentials());
    if (!tenant) co_return tenant.error();
    std::string address = request.peer();
    const auto who = co_await passwords_.user(*tenant, std::move(email), std::move(password), std::move(address));
    if (!who) co_return who.error();
    KeyWish wish(*tenant, who->id, user::kind_session, "browser");
    wish.life = user::session_life;
    wish.renewable = false;
    const auto key = co_await keys_.make(std::move(wish), context);
    if (!key) co_return key.error();
    auto response = http::Response::json(200, record(*tenant, *who, user::kind_session, key->expires_at));
    response.add_header("Set-Cookie", auth::session_cookie(*tenant, key->secret, user::session_life, over_tls(request)));
    response.add_header("Cache-Control", "no-store");
    co_return response;
}

Task<Result<http::Response>> WebSession::show(http::RequestContext& context) {
    const auto& principal = context.principal();
    const auto who = co_await reader_.user(principal.tenant, principal.user);
    if (!who) co_return who.error();
    const auto token = co_await reader_.api_token(principal.tenant, principal.token);
    if (!token) co_return token.error();
    if (!*who || !*token) co_return Error(ErrorCode::kUnauthenticated, "the session has ended");
    auto response = http::Response::json(200, record(principal.tenant, **who, (*token)->kind, (*token)->expires_at));
    response.add_header("Cache-Control", "no-store");
    co_return response;
}

/// Deletes the session's key when there is one that is good.
Task<Result<void>> WebSession::remove_key(const http::RequestContext& context) {
    if (context.credentials().session.empty()) co_return Result<void>();
    const auto principal = co_await authenticator_.api(context.credentials());
    if (!principal && principal.error().code() == ErrorCode::kUnauthenticated) co_return Result<void>();
    if (!principal) co_return principal.error();
    user::DeleteApiToken command{principal->token};
    domain::admin::CommandEnvelope envelope(auth::random_command_id(), principal->tenant,
                                            "user:" + std::to_string(principal->user.value()), clock_.now(), std::move(command));
    envelope.address = context.request().peer();
    const auto outcome = co_await bus_.execute(std::move(envelope), context.deadline());
    if (!outcome) co_return outcome.error();
    if (!outcome->accepted && outcome->code != ErrorCode::kNotFound) co_return Error(outcome->code, outcome->message);
    co_return Result<void>();
}

Task<Result<http::Response>> WebSession::end(http::RequestContext& context) {
    const auto removed = co_await remove_key(context);
    if (!removed) co_return removed.error();
    auto response = rest::removed();
    response.add_header("Set-Cookie", auth::ended_session_cookie(over_tls(context.request())));
    co_return response;
}

}  // namespace gateway::admin
