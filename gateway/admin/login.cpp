#include "gateway/admin/login.hpp"

#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "domain/admin/user/api_token.hpp"
#include "domain/admin/user/user.hpp"
#include "gateway/auth/secrets.hpp"
#include "gateway/http/problem.hpp"

// g++ 12 inlines the allocation of a coroutine frame but not its release, and takes Asio's pair of them for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::UserView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;
using domain::base::Task;
using domain::base::TenantId;

struct Login::Form {
    Form() = default;
    std::string email;
    Secret password;
    std::string token_name = "login";
};

namespace {

constexpr std::size_t kTokenNameBytesMax = 200;
constexpr int kFreshIdsMax = 3;

Error missing(const char* field) {
    return Error(ErrorCode::kInvalidArgument, std::string("missing or not a text: ") + field);
}

std::optional<std::string> text_field(const nlohmann::json& body, const char* field) {
    const auto found = body.find(field);
    if (found == body.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

}  // namespace

Login::Login(auth::Authenticator& authenticator, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
             auth::PasswordHasher& hasher, auth::LoginThrottle& throttle, const domain::base::Clock& clock)
    : authenticator_(authenticator), reader_(reader), bus_(bus), hasher_(hasher), throttle_(throttle), clock_(clock) {}

Task<Result<http::Response>> Login::handle(http::RequestContext& context) {
    const auto body = nlohmann::json::parse(context.request().body(), nullptr, false);
    if (!body.is_object()) co_return Error(ErrorCode::kInvalidArgument, "the body must be a JSON object");
    Form form;
    auto email = text_field(body, "user_email");
    if (!email || email->empty()) co_return missing("user_email");
    form.email = std::move(*email);
    auto password = text_field(body, "user_password");
    if (!password) co_return missing("user_password");
    form.password = Secret(std::move(*password));
    if (body.contains("tokenName") && !body["tokenName"].is_null()) {
        auto name = text_field(body, "tokenName");
        if (!name || name->size() > kTokenNameBytesMax) co_return missing("tokenName");
        if (!name->empty()) form.token_name = std::move(*name);
    }

    const auto tenant = co_await authenticator_.tenant(context.credentials());
    if (!tenant) co_return tenant.error();
    const auto user = co_await check(*tenant, form, context.request().peer());
    if (!user) co_return user.error();
    const auto key = co_await create_token(*tenant, *user, form, context);
    if (!key) co_return key.error();
    std::string answer = R"({"ok":true,"access_key":)";
    http::append_json_string(answer, key->reveal());
    answer += '}';
    co_return http::Response::json(200, std::move(answer));
}

/// The user whose password this is.
Task<Result<UserView>> Login::check(const TenantId& tenant, const Form& form, const std::string& address) {
    const std::string account = tenant.value() + '/' + domain::admin::user::email_key(form.email);
    const auto admitted = throttle_.begin(account, address);
    if (!admitted) co_return admitted.error();
    auto user = co_await reader_.user_by_email(tenant, form.email);
    if (!user) co_return user.error();
    // Nobody's password is checked, too, so that the time tells nothing.
    std::string hash = *user ? (*user)->password_hash : std::string();
    Secret password = form.password;
    const auto right = co_await hasher_.verify(std::move(hash), std::move(password));
    if (!right) co_return right.error();
    if (!*right || !*user || (*user)->disabled) {
        co_return Error(ErrorCode::kUnauthenticated, "wrong email address or password");
    }
    throttle_.succeeded(account, address);
    co_return std::move(**user);
}

Task<Result<Secret>> Login::create_token(const TenantId& tenant, const UserView& user, const Form& form,
                                         const http::RequestContext& context) {
    std::string refusal;
    for (int i = 0; i < kFreshIdsMax; ++i) {
        Secret secret = auth::random_secret();
        const auto now = clock_.now();
        domain::admin::user::CreateApiToken create;
        create.token = auth::random_api_token_id();
        create.user = user.id;
        create.kind = "login";
        create.name = form.token_name;
        create.secret_sha256 = auth::sha256_hex(secret.reveal());
        create.expires_at = now + domain::admin::user::token_life;
        domain::admin::CommandEnvelope envelope(auth::random_command_id(), tenant, "user:" + std::to_string(user.id.value()),
                                                now, std::move(create));
        envelope.address = context.request().peer();
        const auto outcome = co_await bus_.execute(std::move(envelope), context.deadline());
        if (!outcome) co_return outcome.error();
        if (outcome->accepted) co_return secret;
        if (!outcome->id_taken) co_return Error(outcome->code, outcome->message);
        refusal = outcome->message;
    }
    co_return Error(ErrorCode::kInternal, refusal);
}

}  // namespace gateway::admin
