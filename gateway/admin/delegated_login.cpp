#include "gateway/admin/delegated_login.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <nlohmann/json.hpp>

#include "domain/admin/user/user.hpp"
#include "domain/base/invalid_argument.hpp"
#include "gateway/auth/secrets.hpp"
#include "gateway/auth/session_cookie.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 inlines the allocation of a coroutine frame but not its release, and takes Asio's pair of them for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::DelegatedLoginState;
using domain::admin::UserView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;
using domain::base::invalid_argument;
using Json = nlohmann::ordered_json;

/// What a program asks.
struct DelegatedLogin::Form {
    Form() = default;
    std::string user;  ///< email address or id
    std::string integration;
    std::string client_token;
};

namespace {

constexpr std::size_t kTextBytesMax = 500;
constexpr std::size_t kRequestsOfUserMax = 30;
constexpr std::size_t kRequestsOfAddressMax = 100;

/// The text of an optional member; null and absent are the empty text.
Result<std::string> text_member(const nlohmann::json& body, const char* name) {
    const auto found = body.find(name);
    if (found == body.end() || found->is_null()) return std::string();
    if (!found->is_string()) return invalid_argument(std::string(name) + " must be a string");
    auto text = found->get<std::string>();
    if (text.size() > kTextBytesMax) {
        return invalid_argument(std::string(name) + " is too long, the limit in bytes is " + std::to_string(kTextBytesMax));
    }
    if (text.find('\0') != std::string::npos) return invalid_argument(std::string(name) + " has a NUL character");
    return text;
}

/// Where the user decides. The console takes the same parts of the address.
std::string page_address(const http::Request& request, domain::base::UserId user, const std::string& server_token) {
    const bool tls = auth::browser_uses_tls(request.over_tls(), request.host().name);
    return (tls ? "https://" : "http://") + std::string(request.header("host")) + "/settings/account?expectedUid=" +
           std::to_string(user.value()) + "&serverToken=" + server_token;
}

http::Response settled(const std::string& message) {
    return http::Response::json(200, rest::dump({{"ok", true}, {"settled", true}, {"message", message}}));
}

Json record(const domain::admin::DelegatedLogin& login) {
    return {{"id", login.id}, {"integration", login.integration}, {"clientToken", login.client_token},
            {"address", login.address}, {"createdAt", domain::base::to_rfc3339(login.created_at)},
            {"expiresAt", domain::base::to_rfc3339(login.expires_at)}};
}

/// One of the polls that wait; without a place when there are too many.
class WaitingPlace {
public:
    WaitingPlace(std::atomic<std::size_t>& count, std::size_t places)
        : count_(count), taken_(count.fetch_add(1) < places) {}
    ~WaitingPlace() { --count_; }
    WaitingPlace(const WaitingPlace&) = delete;
    WaitingPlace& operator=(const WaitingPlace&) = delete;
    bool taken() const { return taken_; }

private:
    std::atomic<std::size_t>& count_;
    const bool taken_;
};

}  // namespace

DelegatedLogin::DelegatedLogin(auth::Authenticator& authenticator, domain::admin::ControlReader& reader,
                               domain::admin::DelegatedLogins& logins, KeyMaker& keys, const domain::base::Clock& clock,
                               DelegatedLoginOptions options)
    : authenticator_(authenticator), reader_(reader), logins_(logins), keys_(keys), clock_(clock), options_(std::move(options)),
      throttle_(clock, {kRequestsOfUserMax, kRequestsOfAddressMax}) {}

Result<DelegatedLogin::Form> DelegatedLogin::read_form(const http::Request& request) const {
    const auto body = nlohmann::json::parse(request.body(), nullptr, false);
    if (!body.is_object()) return invalid_argument("the body must be a JSON object");
    auto user = text_member(body, "userEmail");
    if (!user) return user.error();
    auto integration = text_member(body, "integration");
    if (!integration) return integration.error();
    auto client_token = text_member(body, "clientToken");
    if (!client_token) return client_token.error();
    Form form;
    form.user = std::move(*user);
    form.integration = std::move(*integration);
    form.client_token = std::move(*client_token);
    if (form.user.empty()) return invalid_argument("userEmail is missing");
    if (form.integration.empty()) return invalid_argument("integration is missing");
    if (std::find(options_.integrations.begin(), options_.integrations.end(), form.integration) == options_.integrations.end()) {
        return invalid_argument("unknown integration: " + form.integration);
    }
    return form;
}

/// By email address, or by id for those who have none.
Task<Result<UserView>> DelegatedLogin::find_user(const TenantId& tenant, const std::string& name) {
    auto user = co_await reader_.user_by_email(tenant, name);
    if (!user) co_return user.error();
    std::int64_t id = 0;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (!*user && fault == std::errc() && end == name.data() + name.size()) {
        user = co_await reader_.user(tenant, domain::base::UserId(id));
        if (!user) co_return user.error();
    }
    if (!*user || (*user)->disabled) co_return invalid_argument("unknown user: " + name);
    co_return std::move(**user);
}

Task<Result<http::Response>> DelegatedLogin::request(http::RequestContext& context) {
    const auto form = read_form(context.request());
    if (!form) co_return form.error();
    const auto tenant = co_await authenticator_.tenant(context.credentials());
    if (!tenant) co_return tenant.error();
    const std::string account = tenant->value() + '/' + domain::admin::user::email_key(form->user);
    if (!throttle_.begin(account, context.request().peer())) {
        co_return Error(ErrorCode::kResourceExhausted, "too many login requests, try again in a few minutes");
    }
    const auto user = co_await find_user(*tenant, form->user);
    if (!user) co_return user.error();

    const domain::base::Secret server_token = auth::random_secret();
    domain::admin::DelegatedLogin login;
    login.tenant = *tenant;
    login.id = auth::sha256_hex(server_token.reveal());
    login.user = user->id;
    login.integration = form->integration;
    login.client_token = form->client_token;
    login.address = context.request().peer();
    login.token = auth::random_api_token_id();
    login.created_at = clock_.now();
    login.expires_at = login.created_at + options_.life;
    const auto added = co_await logins_.add(std::move(login));
    if (!added) co_return added.error();
    auto response = http::Response::json(
        200, rest::dump({{"ok", true}, {"url", page_address(context.request(), user->id, server_token.reveal())},
                         {"serverToken", server_token.reveal()}}));
    response.add_header("Cache-Control", "no-store");
    co_return response;
}

Task<Result<http::Response>> DelegatedLogin::poll(http::RequestContext& context) {
    const WaitingPlace place(polls_waiting_, options_.polls_waiting_max);
    const auto patience = place.taken() ? options_.poll_wait : std::chrono::milliseconds(0);
    std::string id = auth::sha256_hex(context.path_parameter("serverToken"));
    const auto login = co_await logins_.await_settled(std::move(id), patience);
    if (!login) co_return login.error();
    const auto& host_tenant = context.credentials().host_tenant;
    if (!*login || (host_tenant && *host_tenant != (*login)->tenant)) {
        co_return Error(ErrorCode::kNotFound, "no such login request");
    }
    if ((*login)->state == DelegatedLoginState::kDenied) co_return settled("the user has denied the login");
    if ((*login)->state == DelegatedLoginState::kHandedOut) co_return settled("the access key has been handed out already");
    if ((*login)->expires_at <= clock_.now()) co_return settled("nobody has answered the login request in time");
    if ((*login)->state == DelegatedLoginState::kAccepted) co_return co_await hand_out(context, **login);
    co_return http::Response::json(200, R"({"ok":true,"settled":false})");
}

/// Makes the key and shows it; to one of all who poll.
Task<Result<http::Response>> DelegatedLogin::hand_out(const http::RequestContext& context,
                                                      const domain::admin::DelegatedLogin& login) {
    const auto user = co_await reader_.user(login.tenant, login.user);
    if (!user) co_return user.error();
    if (!*user || (*user)->disabled) co_return settled("the user is disabled");
    KeyWish wish(login.tenant, login.user, domain::admin::user::kind_login, login.integration);
    wish.description = login.client_token;
    wish.id = login.token;
    const auto key = co_await keys_.make(std::move(wish), context);
    if (!key && key.error().code() == ErrorCode::kConflict) co_return settled("the access key has been handed out already");
    if (!key) co_return key.error();
    // The key's id is taken now, which is enough for as long as the key is there; this is for when it is deleted.
    (void)co_await logins_.handed_out(login.tenant, login.id);
    auto response = http::Response::json(
        200, rest::dump({{"ok", true}, {"settled", true}, {"accessKey", key->secret.reveal()}}));
    response.add_header("Cache-Control", "no-store");
    co_return response;
}

Task<Result<http::Response>> DelegatedLogin::list(http::RequestContext& context) {
    const auto& principal = context.principal();
    const auto logins = co_await logins_.pending(principal.tenant, principal.user);
    if (!logins) co_return logins.error();
    Json list = Json::array();
    for (const auto& login : *logins) list.push_back(record(login));
    const auto total = list.size();
    auto response = http::Response::json(
        200, rest::dump({{"delegatedLogins", std::move(list)}, {"meta", {{"totalCount", total}}}}));
    response.add_header("Cache-Control", "no-store");
    co_return response;
}

Task<Result<http::Response>> DelegatedLogin::resolve(http::RequestContext& context, bool accept) {
    const auto& principal = context.principal();
    std::string id(context.path_parameter("id"));
    const auto resolved = co_await logins_.resolve(principal.tenant, principal.user, std::move(id), accept);
    if (!resolved) co_return resolved.error();
    co_return http::Response::json(200, R"({"ok":true})");
}

}  // namespace gateway::admin
