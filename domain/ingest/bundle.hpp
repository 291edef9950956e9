#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/time.hpp"
#include "domain/eventlog/cloud_event.hpp"

namespace domain::ingest {

/// Event type of a record of `opalite.observations`.
inline constexpr std::string_view kBundleEventType = "observation.bundle.v1";
/// The same, but each observation comes after an object of its own that is its EXTRA. A type of its own, so that nobody who does not
/// know it takes one for the other.
inline constexpr std::string_view kPairsEventType = "observation.bundle.v2";
/// The payload: valid UTF-8, JSON *objects* separated by white space, one per observation, each as the client sent it.
inline constexpr std::string_view kBundleContentType = "application/x-ndjson";

/// What all observations of one record have in common; travels in the record's headers, so consumers know it before they
/// touch the payload. One request is one bundle; a large one is cut into several records at observation boundaries.
struct BundleHeader {
    base::TenantId tenant;
    base::DatastreamId datastream;
    base::DatasetId dataset;          ///< the source dataset that the observations belong to
    base::IngestTokenId token;
    std::string kind;                 ///< OBSERVATION_KIND, for instance `http`
    base::BundleId bundle;
    base::Timestamp received_at{};    ///< BUNDLE_TIMESTAMP
    std::int64_t first_index = 0;     ///< OBSERVATION_INDEX of the first observation in this record
    std::int64_t count = 0;           ///< observations in this record
    std::string extra = "{}";         ///< EXTRA: one JSON object text (path, tags, protocol metadata)
    bool pairs = false;               ///< each observation brings its EXTRA, before it in the payload; `extra` is not used
    std::string idempotency_key;      ///< empty when the client sent none; scoped to the tenant
    std::string traceparent;          ///< W3C trace context of the request, may be empty
    std::string path;                 ///< of the endpoint, without a free end: `/v1/http`; empty in records from before it was kept
    /// Of a record that was rejected and is put in again: names the rejection. Else empty.
    std::string replay_of;
};

/// Headers of the record, as CloudEvents extensions.
eventlog::CloudEvent to_cloud_event(const BundleHeader& header);

/// Reads them back. Fails with kInvalidArgument, naming the attribute.
base::Result<BundleHeader> from_cloud_event(const eventlog::CloudEvent& event);

}  // namespace domain::ingest
