#pragma once

#include <vector>

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/admin/ingest_reader.hpp"
#include "domain/base/time.hpp"
#include "gateway/http/router.hpp"
#include "gateway/rest/commands.hpp"

namespace gateway::admin {

/// Drop filters over HTTP: what is left out of a datastream before it is stored.
///
///     GET    /v1/ingest/filters         a list (gateway/rest/listing.hpp), `ingestFilters`
///     POST   /v1/ingest/filters         {label, pipeline, sourceDataset: {id} or datastreamId, description?, dropRate?, enabled?}
///     GET    /v1/ingest/filters/{id}    the record; `stats` says what was dropped
///     PATCH  /v1/ingest/filters/{id}    any of label, description, pipeline, dropRate, enabled
///     DELETE /v1/ingest/filters/{id}
///
/// A pipeline that does not compile, or is more than `filter`, is 400 with the places of the mistakes (query_problem.hpp). Who may view
/// the datastream sees its filters, who may edit it changes them. What is handed in must outlive it. Thread-safe.
class DropFilters {
public:
    template <class T>
    using Answer = domain::base::Task<domain::base::Result<T>>;

    DropFilters(domain::admin::IngestReader& ingest, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
                const domain::base::Clock& clock)
        : ingest_(ingest), commands_(reader, bus, clock) {}

    Answer<http::Response> list(http::RequestContext& context);
    Answer<http::Response> show(http::RequestContext& context);
    Answer<http::Response> create(http::RequestContext& context);
    Answer<http::Response> update(http::RequestContext& context);
    Answer<http::Response> remove(http::RequestContext& context);

private:
    /// A filter with its datastream.
    struct Found {
        Found(domain::admin::DropFilterDetails the_filter, domain::admin::DatastreamDetails the_datastream)
            : filter(std::move(the_filter)), datastream(std::move(the_datastream)) {}
        domain::admin::DropFilterDetails filter;
        domain::admin::DatastreamDetails datastream;
    };
    /// Those whose datastream the caller may view.
    Answer<std::vector<Found>> visible(const http::RequestContext& context);
    /// The filter, when the caller may do that with its datastream; one that may not be seen does not exist.
    Answer<Found> find(const http::RequestContext& context, domain::base::ObjectId id, domain::identity::Action action);

    domain::admin::IngestReader& ingest_;
    rest::Commands commands_;
};

}  // namespace gateway::admin
