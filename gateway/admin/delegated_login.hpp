#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "domain/admin/control_reader.hpp"
#include "domain/admin/delegated_logins.hpp"
#include "gateway/admin/key_maker.hpp"
#include "gateway/auth/login_throttle.hpp"

namespace gateway::admin {

struct DelegatedLoginOptions {
    std::vector<std::string> integrations{"observe-tool-abdaf0"};  ///< who may ask
    std::chrono::seconds life{600};            ///< a request waits so long for its user
    std::chrono::milliseconds poll_wait{10'000};  ///< a poll waits so long for the decision
    std::size_t polls_waiting_max = 1000;      ///< further ones are answered at once
};

/// A program gets an access key without seeing a password: it asks, the user accepts in the console, it polls (spec: api §5.2).
///
///     POST /v1/login/delegated               {userEmail, integration, clientToken?} → {"ok":true,"url":…,"serverToken":…}
///     GET  /v1/login/delegated/{serverToken} waits up to 10 s → {"ok":true,"settled":…}, once with `accessKey`
///     GET  /v1/login/delegated               what the caller has to decide
///     POST /v1/login/delegated/{id}/accept   {"ok":true}; likewise `deny`
///
/// Where the secret is: nowhere before it is shown. A request that is accepted says who may have a key and which id the key will
/// have. The gateway that then answers the poll draws the secret, and sends its hash to the log with that id: of two polls at once
/// the log accepts one, and only that one's secret exists. So no secret waits in a table or in the log, sealed or not.
///
/// What is handed in must outlive it. Thread-safe.
class DelegatedLogin {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    DelegatedLogin(auth::Authenticator& authenticator, domain::admin::ControlReader& reader,
                   domain::admin::DelegatedLogins& logins, KeyMaker& keys, const domain::base::Clock& clock,
                   DelegatedLoginOptions options);

    /// These two are of permission kPublic.
    Answer<http::Response> request(http::RequestContext& context);
    Answer<http::Response> poll(http::RequestContext& context);

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> accept(http::RequestContext& context) { return resolve(context, true); }
    Answer<http::Response> deny(http::RequestContext& context) { return resolve(context, false); }

private:
    struct Form;
    domain::base::Result<Form> read_form(const http::Request& request) const;
    Answer<domain::admin::UserView> find_user(const domain::base::TenantId& tenant, const std::string& name);
    Answer<http::Response> hand_out(const http::RequestContext& context, const domain::admin::DelegatedLogin& login);
    Answer<http::Response> resolve(http::RequestContext& context, bool accept);

    auth::Authenticator& authenticator_;
    domain::admin::ControlReader& reader_;
    domain::admin::DelegatedLogins& logins_;
    KeyMaker& keys_;
    const domain::base::Clock& clock_;
    const DelegatedLoginOptions options_;
    auth::LoginThrottle throttle_;
    std::atomic<std::size_t> polls_waiting_{0};
};

}  // namespace gateway::admin
