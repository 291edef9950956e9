#pragma once

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "gateway/auth/login_throttle.hpp"
#include "gateway/auth/password_hasher.hpp"
#include "gateway/http/router.hpp"

namespace gateway::admin {

/// POST /v1/login (spec: api §5.1): `{user_email, user_password, tokenName?}` becomes `{"ok":true,"access_key":…}`, a new API
/// token of 30 days for each success. The body is JSON whatever its Content-Type says; an Authorization header is a hint
/// about the customer at most. Wrong email address, wrong password, disabled user and unknown customer look alike: 401.
/// What is handed in must outlive it. Thread-safe.
class Login {
public:
    Login(auth::Authenticator& authenticator, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
          auth::PasswordHasher& hasher, auth::LoginThrottle& throttle, const domain::base::Clock& clock);

    /// The route's handler, of permission kPublic.
    domain::base::Task<domain::base::Result<http::Response>> handle(http::RequestContext& context);

private:
    struct Form;
    domain::base::Task<domain::base::Result<domain::admin::UserView>> check(const domain::base::TenantId& tenant,
                                                                            const Form& form, const std::string& address);
    domain::base::Task<domain::base::Result<domain::base::Secret>> create_token(
        const domain::base::TenantId& tenant, const domain::admin::UserView& user, const Form& form,
        const http::RequestContext& context);

    auth::Authenticator& authenticator_;
    domain::admin::ControlReader& reader_;
    domain::admin::CommandBus& bus_;
    auth::PasswordHasher& hasher_;
    auth::LoginThrottle& throttle_;
    const domain::base::Clock& clock_;
};

}  // namespace gateway::admin
