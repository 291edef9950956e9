#pragma once

#include "gateway/admin/key_maker.hpp"
#include "gateway/admin/password_check.hpp"
#include "gateway/http/router.hpp"

namespace gateway::admin {

/// POST /v1/login (spec: api §5.1): `{user_email, user_password, tokenName?}` becomes `{"ok":true,"access_key":…}`, a new API
/// token of 30 days for each success. The body is JSON whatever its Content-Type says; an Authorization header is a hint
/// about the customer at most. Wrong email address, wrong password, disabled user and unknown customer look alike: 401.
/// What is handed in must outlive it. Thread-safe.
class Login {
public:
    Login(auth::Authenticator& authenticator, PasswordCheck& passwords, KeyMaker& keys)
        : authenticator_(authenticator), passwords_(passwords), keys_(keys) {}

    /// The route's handler, of permission kPublic.
    domain::base::Task<domain::base::Result<http::Response>> handle(http::RequestContext& context);

private:
    auth::Authenticator& authenticator_;
    PasswordCheck& passwords_;
    KeyMaker& keys_;
};

}  // namespace gateway::admin
