#pragma once

#include "gateway/admin/key_maker.hpp"
#include "gateway/admin/password_check.hpp"
#include "gateway/http/router.hpp"

namespace gateway::admin {

/// The sessions of browsers. A session is an access key of kind `session` that lives for 12 hours and travels as a cookie
/// (gateway/auth/session_cookie.hpp); no script can read it.
///
///     POST   /v1/session   {email, password} → the record, and the cookie
///     GET    /v1/session   who am I: {customerId, user{id, email, label, administrator}, kind, expiration}
///     DELETE /v1/session   {"ok":true}: the key is deleted, the cookie ended; so it is without a session, too
///
/// What is handed in must outlive it. Thread-safe.
class WebSession {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    WebSession(auth::Authenticator& authenticator, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
               PasswordCheck& passwords, KeyMaker& keys, const domain::base::Clock& clock)
        : authenticator_(authenticator), reader_(reader), bus_(bus), passwords_(passwords), keys_(keys), clock_(clock) {}

    /// Of permission kPublic. Refuses the pages of other sites: they must not sign anybody in.
    Answer<http::Response> begin(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    /// Of permission kPublic, so that ending twice is no error.
    Answer<http::Response> end(http::RequestContext& context);

private:
    Answer<void> remove_key(const http::RequestContext& context);

    auth::Authenticator& authenticator_;
    domain::admin::ControlReader& reader_;
    domain::admin::CommandBus& bus_;
    PasswordCheck& passwords_;
    KeyMaker& keys_;
    const domain::base::Clock& clock_;
};

}  // namespace gateway::admin
