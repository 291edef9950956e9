#include "gateway/admin/users.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/rest/body.hpp"
#include "gateway/rest/listing.hpp"
#include "gateway/rest/record.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::UserView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Secret;
using domain::base::Task;
using domain::base::UserId;
using Json = nlohmann::ordered_json;
namespace users = domain::admin::user;

namespace {

constexpr std::size_t kEmailBytesMax = 254;
constexpr std::size_t kPasswordBytesMin = 8;
constexpr std::size_t kPasswordBytesMax = 1024;
constexpr std::string_view kAdministrator = "administrator";
constexpr std::string_view kUser = "user";

Json user_json(const UserView& user) {
    Json record = {{"id", rest::id_text(user.id)}, {"email", user.email}, {"label", user.label},
                   {"role", user.administrator ? kAdministrator : kUser}, {"disabled", user.disabled},
                   {"hasPassword", !user.password_hash.empty()}};
    rest::add_stamp(record, user.stamp);
    return record;
}

Error user_not_found(std::string_view id) { return Error(ErrorCode::kNotFound, "user not found: " + std::string(id)); }

/// Something with an @ and nothing odd: whether it exists is seen when mail is sent there.
void check_email(rest::Body& body, const std::string& email) {
    const auto at = email.find('@');
    const bool is_odd = std::any_of(email.begin(), email.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte <= 0x20 || byte == 0x7f;
    });
    if (at == 0 || at == std::string::npos || at + 1 == email.size() || is_odd) body.fail("email is no address: " + email);
}

std::optional<bool> role_member(rest::Body& body) {
    const auto role = body.text("role");
    if (!role.is_given()) return std::nullopt;
    const std::string name = role.value_or(std::string(kUser));
    if (name != kAdministrator && name != kUser) body.fail("role must be administrator or user: " + name);
    return name == kAdministrator;
}

void check_password(rest::Body& body, const std::string& password, const char* name) {
    if (password.size() < kPasswordBytesMin) body.fail(std::string(name) + " must have at least 8 characters");
}

}  // namespace

Task<Result<std::vector<UserView>>> Users::visible(const http::RequestContext& context) {
    const auto& principal = context.principal();
    auto all = co_await reader_.users(principal.tenant);
    if (!all) co_return all.error();
    std::erase_if(*all, [&](const UserView& each) {
        return each.kind != users::UserKind::kPerson || (!principal.administrator && each.id != principal.user);
    });
    co_return all;
}

Task<Result<UserView>> Users::user(const http::RequestContext& context) {
    const auto id = rest::path_id(context.path_parameter("id"));
    if (!id) co_return user_not_found(context.path_parameter("id"));
    co_return co_await user(context, UserId(id->value()));
}

Task<Result<UserView>> Users::user(const http::RequestContext& context, UserId id) {
    auto all = co_await visible(context);
    if (!all) co_return all.error();
    const auto found = std::find_if(all->begin(), all->end(), [&](const UserView& each) { return each.id == id; });
    if (found == all->end()) co_return user_not_found(rest::id_text(id));
    co_return std::move(*found);
}

Task<Result<http::Response>> Users::list(http::RequestContext& context) {
    const auto all = co_await visible(context);
    if (!all) co_return all.error();
    std::vector<Json> records;
    for (const UserView& each : *all) records.push_back(user_json(each));
    co_return rest::list_answer(context.request(), "users", std::move(records));
}

Task<Result<http::Response>> Users::create(http::RequestContext& context) {
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    users::CreateUser form;
    form.email = body->required_text("email", kEmailBytesMax);
    check_email(*body, form.email);
    form.label = body->text("label", users::label_bytes_max).value_or(form.email);
    form.administrator = role_member(*body).value_or(false);
    const auto given = body->text("password", kPasswordBytesMax);
    if (given.value()) check_password(*body, *given.value(), "password");
    if (const auto read = body->finish(); !read) co_return read.error();
    if (given.value()) {
        auto hash = co_await hasher_.hash(Secret(*given.value()));
        if (!hash) co_return hash.error();
        form.password_hash = std::move(*hash);
    }
    rest::Commands::Make make = [form](const rest::NewIds& ids) -> Result<domain::admin::Command> {
        users::CreateUser create = form;
        create.user = ids.user();
        return domain::admin::Command(std::move(create));
    };
    const auto made = co_await commands_.create(context, std::move(make));
    if (!made) co_return made.error();
    const auto record = co_await user(context, made->ids.user());
    if (!record) co_return record.error();
    co_return rest::created(user_json(*record), made->replayed);
}

Task<Result<http::Response>> Users::show(http::RequestContext& context) {
    const auto found = co_await user(context);
    if (!found) co_return found.error();
    co_return rest::answer(200, user_json(*found));
}

Task<Result<http::Response>> Users::update(http::RequestContext& context) {
    const auto found = co_await user(context);
    if (!found) co_return found.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    users::UpdateUser update;
    update.user = found->id;
    update.email = body->text("email", kEmailBytesMax).change(std::string());
    if (update.email) check_email(*body, *update.email);
    update.label = body->text("label", users::label_bytes_max).change(std::string());
    update.administrator = role_member(*body);
    update.disabled = body->flag("disabled").change(false);
    if (const auto read = body->finish(); !read) co_return read.error();
    domain::admin::Command command(std::move(update));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    const auto record = co_await user(context, found->id);
    if (!record) co_return record.error();
    co_return rest::answer(200, user_json(*record));
}

Task<Result<http::Response>> Users::disable(http::RequestContext& context) {
    const auto found = co_await user(context);
    if (!found) co_return found.error();
    users::UpdateUser update;
    update.user = found->id;
    update.disabled = true;
    domain::admin::Command command(std::move(update));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return rest::removed();
}

Task<Result<void>> Users::check_old_password(const http::RequestContext& context, const UserView& user, Secret password) {
    const std::string account = context.principal().tenant.value() + '/' + users::email_key(user.email);
    const std::string address = context.request().peer();
    const auto admitted = throttle_.begin(account, address);
    if (!admitted) co_return admitted.error();
    const auto right = co_await hasher_.verify(user.password_hash, std::move(password));
    if (!right) co_return right.error();
    if (!*right) co_return Error(ErrorCode::kPermissionDenied, "the old password is wrong");
    throttle_.succeeded(account, address);
    co_return Result<void>();
}

Task<Result<http::Response>> Users::set_password(http::RequestContext& context) {
    const auto found = co_await user(context);
    if (!found) co_return found.error();
    auto body = rest::Body::parse(context.request());
    if (!body) co_return body.error();
    const std::string wanted = body->required_text("newPassword", kPasswordBytesMax);
    check_password(*body, wanted, "newPassword");
    const auto old = body->text("oldPassword", kPasswordBytesMax);
    // An administrator's key that was stolen must not be enough to take the account over.
    const bool is_own = found->id == context.principal().user;
    if (is_own && !old.value()) body->fail("oldPassword is missing");
    if (const auto read = body->finish(); !read) co_return read.error();
    if (is_own) {
        const auto checked = co_await check_old_password(context, *found, Secret(*old.value()));
        if (!checked) co_return checked.error();
    }
    auto hash = co_await hasher_.hash(Secret(wanted));
    if (!hash) co_return hash.error();
    users::SetPassword set{found->id, std::move(*hash)};
    domain::admin::Command command(std::move(set));
    const auto changed = co_await commands_.change(context, std::move(command));
    if (!changed) co_return changed.error();
    co_return http::Response::json(200, R"({"ok":true})");
}

}  // namespace gateway::admin
