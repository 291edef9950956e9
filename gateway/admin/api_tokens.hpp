#pragma once

#include "domain/admin/control_reader.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// The access keys of the caller; those of others do not exist here.
///
///     GET    /v1/authtokens        filter, orderBy, limit, offset (gateway/rest/listing.hpp); without browser sessions that are over
///     POST   /v1/authtokens        {name, description?} → 201 and the record with `secret`, this once; lives for 30 days
///     GET    /v1/authtokens/{id}   the record
///     PATCH  /v1/authtokens/{id}   any of name, description, disabled; the end of the token stays
///     DELETE /v1/authtokens/{id}   {"ok":true}
///
/// A record has id, name, description, kind, disabled, expiration, lastUsedAt (to the minute, null for never) and the fields of
/// gateway/rest/record.hpp. What is handed in must outlive it. Thread-safe.
class ApiTokens {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    ApiTokens(domain::admin::ControlReader& reader, rest::Commands& commands, const domain::base::Clock& clock)
        : reader_(reader), commands_(commands), clock_(clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> update(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);

private:
    Answer<domain::admin::ApiTokenView> own(const http::RequestContext& context, domain::base::ApiTokenId id);

    domain::admin::ControlReader& reader_;
    rest::Commands& commands_;
    const domain::base::Clock& clock_;
};

}  // namespace gateway::admin
