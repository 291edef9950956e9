#pragma once

#include "domain/admin/control_reader.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// Service accounts and their tokens (spec: api §7), for administrators and who was granted to edit service accounts.
///
///     GET, POST                 /v1/service-accounts                             {label, description?, disabled?}
///     GET, PATCH, DELETE        /v1/service-accounts/{id}
///     GET, POST                 /v1/service-accounts/{id}/api-tokens             {label, lifetimeHours, description?}
///     GET, PATCH, DELETE        /v1/service-accounts/{id}/api-tokens/{token}     {label?, description?, disabled?}
///
/// The answer to a token's creation has its secret, no other one has. A token's end never moves. Thread-safe; what is handed in
/// must outlive it.
class ServiceAccounts {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;
    static constexpr std::int64_t lifetime_hours_max = 10 * 366 * 24;

    ServiceAccounts(domain::admin::ControlReader& reader, domain::admin::CommandBus& bus, const domain::base::Clock& clock)
        : reader_(reader), clock_(clock), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> update(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);

    Answer<http::Response> list_tokens(http::RequestContext& context);
    Answer<http::Response> create_token(http::RequestContext& context);
    Answer<http::Response> show_token(http::RequestContext& context);
    Answer<http::Response> update_token(http::RequestContext& context);
    Answer<http::Response> remove_token(http::RequestContext& context);

private:
    /// The account that the path names. Fails with kNotFound.
    Answer<domain::admin::UserView> account(const http::RequestContext& context);
    Answer<domain::admin::UserView> account(const http::RequestContext& context, domain::base::UserId id);
    /// The account's token that the path names. Fails with kNotFound, also when it is another account's.
    Answer<domain::admin::ApiTokenView> token(const http::RequestContext& context);
    Answer<domain::admin::ApiTokenView> token(const http::RequestContext& context, domain::base::UserId account,
                                              domain::base::ApiTokenId id);

    domain::admin::ControlReader& reader_;
    const domain::base::Clock& clock_;
    rest::Commands commands_;
};

}  // namespace gateway::admin
