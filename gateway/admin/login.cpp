#include "gateway/admin/login.hpp"

#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "domain/admin/user/api_token.hpp"
#include "gateway/http/problem.hpp"

// g++ 12 inlines the allocation of a coroutine frame but not its release, and takes Asio's pair of them for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;
using domain::base::Task;

namespace {

/// What the body says.
struct Form {
    Form() = default;
    std::string email;
    Secret password;
    std::string token_name = "login";
};

Error missing(const char* field) {
    return Error(ErrorCode::kInvalidArgument, std::string("missing or not a text: ") + field);
}

std::optional<std::string> text_field(const nlohmann::json& body, const char* field) {
    const auto found = body.find(field);
    if (found == body.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

Result<Form> read_form(const http::Request& request) {
    const auto body = nlohmann::json::parse(request.body(), nullptr, false);
    if (!body.is_object()) return Error(ErrorCode::kInvalidArgument, "the body must be a JSON object");
    Form form;
    auto email = text_field(body, "user_email");
    if (!email || email->empty()) return missing("user_email");
    form.email = std::move(*email);
    auto password = text_field(body, "user_password");
    if (!password) return missing("user_password");
    form.password = Secret(std::move(*password));
    if (body.contains("tokenName") && !body["tokenName"].is_null()) {
        auto name = text_field(body, "tokenName");
        if (!name || name->size() > domain::admin::user::token_name_bytes_max) return missing("tokenName");
        if (!name->empty()) form.token_name = std::move(*name);
    }
    return form;
}

}  // namespace

Task<Result<http::Response>> Login::handle(http::RequestContext& context) {
    auto form = read_form(context.request());
    if (!form) co_return form.error();
    const auto tenant = co_await authenticator_.tenant(context.credentials());
    if (!tenant) co_return tenant.error();
    std::string address = context.request().peer();
    const auto user = co_await passwords_.user(*tenant, std::move(form->email), std::move(form->password), std::move(address));
    if (!user) co_return user.error();
    KeyWish wish(*tenant, user->id, domain::admin::user::kind_login, std::move(form->token_name));
    const auto key = co_await keys_.make(std::move(wish), context);
    if (!key) co_return key.error();
    std::string answer = R"({"ok":true,"access_key":)";
    http::append_json_string(answer, key->secret.reveal());
    answer += '}';
    co_return http::Response::json(200, std::move(answer));
}

}  // namespace gateway::admin
