#pragma once

#include "domain/admin/control_reader.hpp"
#include "gateway/auth/login_throttle.hpp"
#include "gateway/auth/password_hasher.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// The people of a tenant. Administrators see and change all of them; everybody else sees oneself and changes one's password.
///
///     GET    /v1/users                    POST   {email, label, password?, role?}   role: administrator or user
///     GET    /v1/users/{id}               PATCH  {email?, label?, role?, disabled?}
///     DELETE /v1/users/{id}               disables: what a user has made goes on naming it
///     POST   /v1/users/{id}/password      {newPassword, oldPassword?}   one's own needs the old one; an administrator resets
///
/// The last administrator who can sign in is neither disabled nor demoted: 409. Thread-safe; what is handed in must outlive it.
class Users {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    Users(domain::admin::ControlReader& reader, domain::admin::CommandBus& bus, auth::PasswordHasher& hasher,
          auth::LoginThrottle& throttle, const domain::base::Clock& clock)
        : reader_(reader), hasher_(hasher), throttle_(throttle), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> update(http::RequestContext& context);
    Answer<http::Response> disable(http::RequestContext& context);
    Answer<http::Response> set_password(http::RequestContext& context);

private:
    /// Those whom the caller may see.
    Answer<std::vector<domain::admin::UserView>> visible(const http::RequestContext& context);
    /// The user whom the path names. Fails with kNotFound.
    Answer<domain::admin::UserView> user(const http::RequestContext& context);
    Answer<domain::admin::UserView> user(const http::RequestContext& context, domain::base::UserId id);
    Answer<void> check_old_password(const http::RequestContext& context, const domain::admin::UserView& user,
                                    domain::base::Secret password);

    domain::admin::ControlReader& reader_;
    auth::PasswordHasher& hasher_;
    auth::LoginThrottle& throttle_;
    rest::Commands commands_;
};

}  // namespace gateway::admin
