#include "gateway/admin/password_check.hpp"

#include <utility>

#include "domain/admin/user/user.hpp"

// g++ 12 inlines the allocation of a coroutine frame but not its release, and takes Asio's pair of them for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace gateway::admin {

using domain::admin::UserView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;

Task<Result<UserView>> PasswordCheck::user(domain::base::TenantId tenant, std::string email, domain::base::Secret password,
                                           std::string address) {
    const std::string account = tenant.value() + '/' + domain::admin::user::email_key(email);
    const auto admitted = throttle_.begin(account, address);
    if (!admitted) co_return admitted.error();
    auto user = co_await reader_.user_by_email(std::move(tenant), std::move(email));
    if (!user) co_return user.error();
    // Nobody's password is checked, too, so that the time tells nothing.
    std::string hash = *user ? (*user)->password_hash : std::string();
    const auto right = co_await hasher_.verify(std::move(hash), std::move(password));
    if (!right) co_return right.error();
    if (!*right || !*user || (*user)->disabled) {
        co_return Error(ErrorCode::kUnauthenticated, "wrong email address or password");
    }
    throttle_.succeeded(account, address);
    co_return std::move(**user);
}

}  // namespace gateway::admin
