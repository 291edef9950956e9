#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "domain/admin/ingest_reader.hpp"
#include "domain/identity/access_policy.hpp"

namespace gateway::admin {

/// A datastream as GET /v1/datastreams/{id} shows it: ids as strings, `retentionDays` and `rateLimitBytesPerMinute` null when
/// there is none.
nlohmann::ordered_json datastream_json(const domain::admin::DatastreamDetails& state);

/// The typed datasets of a datastream, null where the switch is off: {"otelLogs":{"datasetId"}, "otelMetrics":{"datasetId"},
/// "otelTrace":{"spanDatasetId","spanEventDatasetId","spanLinkDatasetId"}, "prometheus":{"datasetId","metadataDatasetId"}}.
nlohmann::ordered_json direct_write_json(const domain::admin::datastream::TypedDatasets& typed);

/// An ingest token as GET /v1/ingest-tokens/{id} shows it; never its secret.
nlohmann::ordered_json ingest_token_json(const domain::admin::ingest_token::IngestTokenState& state);

/// A datastream as grants see it.
domain::identity::ObjectRef object_of(const domain::admin::DatastreamDetails& state);

/// The counts of one datastream or token.
template <class Id>
std::vector<const domain::admin::IngestCount*> counts_of(const std::vector<domain::admin::IngestCount>& counts,
                                                         Id domain::admin::IngestCount::*member, const Id& id) {
    std::vector<const domain::admin::IngestCount*> found;
    for (const auto& count : counts) {
        if (count.*member == id) found.push_back(&count);
    }
    return found;
}

/// Counts joined into `stats`: firstIngest, lastIngest, totalObservations, totalVolumeBytes, and `observations` and `volumeBytes` of
/// every minute of the last hour, quiet ones too: `[{"time":…,"value":n}]`, 60 values that end with the minute of `now`.
nlohmann::ordered_json stats_json(const std::vector<const domain::admin::IngestCount*>& counts, domain::base::Timestamp now);

}  // namespace gateway::admin
