#pragma once

#include <string>

#include "domain/admin/control_reader.hpp"
#include "domain/base/secret.hpp"
#include "gateway/auth/login_throttle.hpp"
#include "gateway/auth/password_hasher.hpp"

namespace gateway::admin {

/// Whose password is this? The one way in for everyone who signs in with one: throttled by account and address, and the same
/// answer after the same time for an unknown address, a wrong password and a disabled user. What is handed in must outlive it.
/// Thread-safe.
class PasswordCheck {
public:
    PasswordCheck(domain::admin::ControlReader& reader, auth::PasswordHasher& hasher, auth::LoginThrottle& throttle)
        : reader_(reader), hasher_(hasher), throttle_(throttle) {}

    /// `address` is the client's. Fails with kUnauthenticated, kResourceExhausted and kUnavailable.
    domain::base::Task<domain::base::Result<domain::admin::UserView>> user(domain::base::TenantId tenant, std::string email,
                                                                           domain::base::Secret password, std::string address);

private:
    domain::admin::ControlReader& reader_;
    auth::PasswordHasher& hasher_;
    auth::LoginThrottle& throttle_;
};

}  // namespace gateway::admin
