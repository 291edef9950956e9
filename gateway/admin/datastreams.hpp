#pragma once

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/admin/ingest_reader.hpp"
#include "domain/base/time.hpp"
#include "domain/identity/role.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// Datastreams over HTTP: where observations arrive, each with a source dataset of the same name.
///
///     GET    /v1/datastreams         a list (gateway/rest/listing.hpp); expand=stats adds the statistics
///     POST   /v1/datastreams         {name, description?, workspaceId?, disabled?, retentionDays?, rateLimitBytesPerMinute?,
///                                     directWrite?}
///     GET    /v1/datastreams/{id}    the record with its statistics
///     PATCH  /v1/datastreams/{id}    any of name, description, disabled, retentionDays, rateLimitBytesPerMinute, directWrite;
///                                    null clears
///     DELETE /v1/datastreams/{id}    a disabled one; with observations only when data=drop says that they go with it
///
/// A disabled datastream refuses observations with 401. What is over the rate limit gets 429 and Retry-After; every gateway
/// counts for itself. Segments that are older than the retention are dropped by the consumers within a few minutes. A removed
/// datastream takes its datasets and the observations with it; 409 when another dataset reads them.
///
/// `directWrite` switches typed datasets on and off: {"otelLogs":true, "otelMetrics":…, "otelTrace":…, "prometheus":…}; a switch that
/// is not named stays. On gives the datastream datasets `<its name>/OpenTelemetry Logs` and so on, which have also what arrived
/// before; off removes them, which is 409 while others read them, and not the observations.
///
/// What is handed in must outlive it. Thread-safe.
class Datastreams {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    Datastreams(domain::admin::IngestReader& ingest, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
                const domain::base::Clock& clock)
        : ingest_(ingest), reader_(reader), clock_(clock), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> update(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);

private:
    /// The datastream, when the caller may do that with it; one that may not be listed does not exist.
    Answer<domain::admin::DatastreamDetails> find(const http::RequestContext& context, domain::base::DatastreamId id,
                                                            domain::identity::Action action);
    Answer<std::vector<domain::admin::IngestCount>> counts(const http::RequestContext& context);
    /// The typed datasets of the forms, compiled over a source dataset, with ids that are still to come.
    Answer<std::vector<domain::admin::datastream::TypedDataset>> typed(const http::RequestContext& context,
                                                                       const std::vector<domain::admin::datastream::Form>& forms);

    domain::admin::IngestReader& ingest_;
    domain::admin::ControlReader& reader_;
    const domain::base::Clock& clock_;
    rest::Commands commands_;
};

}  // namespace gateway::admin
