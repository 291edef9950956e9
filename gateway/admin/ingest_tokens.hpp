#pragma once

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/admin/ingest_reader.hpp"
#include "domain/base/time.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// Credentials of senders over HTTP.
///
///     GET    /v1/ingest-tokens         a list (gateway/rest/listing.hpp); expand=stats adds the statistics
///     POST   /v1/ingest-tokens         {name, description?, datastreamIds?} → the record with `secret` and `credential`,
///                                      `<id>:<secret>`, as senders present it: shown in this answer and never again
///     GET    /v1/ingest-tokens/{id}    the record with its statistics
///     PATCH  /v1/ingest-tokens/{id}    any of name, description, disabled, datastreamIds
///     DELETE /v1/ingest-tokens/{id}    stops working at once
///
/// A token names one datastream, several, or none: then it reaches all of the customer. The header X-Observe-Target-Package chooses
/// among them. Whoever may ingest into all that a token reaches may see, make and change it; to others it does not exist.
/// What is handed in must outlive it. Thread-safe.
class IngestTokens {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    IngestTokens(domain::admin::IngestReader& ingest, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
                 const domain::base::Clock& clock)
        : ingest_(ingest), clock_(clock), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> update(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);

private:
    Answer<domain::admin::ingest_token::IngestTokenState> find(const http::RequestContext& context,
                                                               domain::base::IngestTokenId id);
    /// Those that the caller may know of.
    Answer<std::vector<domain::admin::ingest_token::IngestTokenState>> visible(const http::RequestContext& context);
    /// Whether the caller may let senders write to these; kNotFound, kPermissionDenied.
    Answer<void> may_reach(const http::RequestContext& context, std::vector<domain::base::DatastreamId> datastreams);
    Answer<std::vector<domain::admin::IngestCount>> counts(const http::RequestContext& context);

    domain::admin::IngestReader& ingest_;
    const domain::base::Clock& clock_;
    rest::Commands commands_;
};

}  // namespace gateway::admin
