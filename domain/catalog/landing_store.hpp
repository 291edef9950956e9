#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/catalog/segment.hpp"
#include "domain/eventlog/event_log.hpp"

namespace domain::catalog {

/// Marks one record of one request as landed, so that the request's retry lands nothing. `key` is opaque to the store: the
/// client's Idempotency-Key and the place of the record in its bundle, at most idempotency_key_bytes_max long.
struct IdempotencyKey {
    IdempotencyKey() = default;
    IdempotencyKey(base::TenantId the_tenant, std::string the_key) : tenant(std::move(the_tenant)), key(std::move(the_key)) {}
    base::TenantId tenant;
    std::string key;
    friend auto operator<=>(const IdempotencyKey&, const IdempotencyKey&) = default;
};

inline constexpr std::size_t idempotency_key_bytes_max = 512;
/// A landed key is known for at least this long.
inline constexpr std::chrono::hours idempotency_key_memory{24};

/// The checkpoint of one partition: moves from `expected` (the offset of the first record of this batch, or any offset
/// that the group's checkpoint had when the subscription began) to `next`, one past the last record of the batch.
struct CheckpointMove {
    CheckpointMove() = default;
    CheckpointMove(eventlog::PartitionId the_partition, eventlog::Offset from, eventlog::Offset to)
        : partition(the_partition), expected(from), next(to) {}
    eventlog::PartitionId partition;
    eventlog::Offset expected;
    eventlog::Offset next;
    friend auto operator<=>(const CheckpointMove&, const CheckpointMove&) = default;
};

/// What one flush lands of one token in one datastream, and one minute of the gateways' clocks.
struct Arrival {
    Arrival() = default;
    base::TenantId tenant;
    base::DatastreamId datastream;
    base::IngestTokenId token;
    base::Timestamp minute{};    ///< its beginning
    base::Timestamp first_at{};  ///< when the first and the last of them arrived
    base::Timestamp last_at{};
    std::int64_t observations = 0;
    std::int64_t bytes = 0;      ///< as they were sent, decoded
};

/// What happened in one minute of the gateways' clocks with one combination of the other members; the dataset System has a row of
/// it once the minute is over.
struct UsageCount {
    UsageCount() = default;
    base::TenantId tenant;
    std::string schema;  ///< what is counted, as EXTRA.schema says it: usage_schema
    base::DatastreamId datastream;
    std::string source;  ///< of what is counted by usage_schema: the token; by filtered_schema: the filter
    std::string path;    ///< of the endpoint
    base::Timestamp minute{};
    std::int64_t observations = 0;
    std::int64_t bytes = 0;
};
inline constexpr const char* usage_schema = "ingest_usage";  ///< what was accepted, by token and path
inline constexpr const char* filtered_schema = "ingest_filtered";  ///< of that, what drop filters left out

/// A drop filter as landing applies it (domain/admin/drop_filter/drop_filter.hpp).
struct DropRule {
    DropRule() = default;
    base::ObjectId filter;
    std::string pipeline;
    std::int64_t drop_share = 0;  ///< of what the pipeline lets through, in millionths
    base::Timestamp since{};      ///< what arrived earlier stays
    friend bool operator==(const DropRule&, const DropRule&) = default;
};

/// What one drop filter did in one flush.
struct DropCount {
    DropCount() = default;
    base::TenantId tenant;
    base::ObjectId filter;
    std::int64_t observations = 0;
    std::int64_t bytes = 0;
    std::int64_t failures = 0;  ///< observations that it could not look at, and that are kept
    std::string failure;        ///< why, the last time; empty without failures
    base::Timestamp last_at{};  ///< when the last one of what it dropped arrived; the epoch when it dropped nothing
};

/// Names what was rejected: the place of its record in the log and the first of its observations that could not be landed.
struct RejectionName {
    RejectionName() = default;
    RejectionName(base::TenantId the_tenant, std::string the_name) : tenant(std::move(the_tenant)), name(std::move(the_name)) {}
    base::TenantId tenant;  ///< empty when the record names none
    std::string name;       ///< `<partition>/<offset>/<index>`
    friend auto operator<=>(const RejectionName&, const RejectionName&) = default;
};

/// That something was rejected and waits to be put in again.
struct Rejected {
    Rejected() = default;
    RejectionName name;
    base::DatasetId dataset;  ///< 0 when that could not be read
};

/// Everything that one flush changes. May have no segments (all its records were repeats or dead letters).
struct LandingBatch {
    LandingBatch() = default;
    eventlog::GroupId group;
    std::string topic;
    std::vector<CheckpointMove> checkpoints;  ///< one for each partition, ordered by partition
    std::vector<Segment> segments;
    std::vector<IdempotencyKey> keys;         ///< of the records that landed with this batch
    std::vector<Arrival> arrivals;            ///< ordered by tenant, datastream, token, minute; each once
    std::vector<UsageCount> usage;            ///< ordered by the members that are no counts; each combination once
    std::vector<UsageCount> told;             ///< usage that the segments of this batch hold
    std::vector<DropCount> drops;             ///< ordered by tenant, filter; each once
    std::vector<Rejected> rejected;
    std::vector<RejectionName> replayed;      ///< what was rejected once and lands now, each once
};

/// What landing must know before it lands.
struct LandingQuestion {
    LandingQuestion() = default;
    std::vector<IdempotencyKey> keys;
    std::vector<RejectionName> replays;
    std::vector<std::pair<base::TenantId, base::DatasetId>> datasets;
};
/// The answers, in the order of what was asked.
struct LandingFacts {
    LandingFacts() = default;
    std::vector<bool> known_keys;  ///< committed within idempotency_key_memory
    std::vector<bool> waiting;     ///< was rejected and has not been put in again
    std::vector<bool> datasets;    ///< exists, or did once and was removed
    std::vector<std::vector<DropRule>> rules;  ///< the drop filters of each dataset, those that were made first first
};

/// Where landed segments become visible: the catalog's rows, the checkpoints of the landing group and the idempotency keys,
/// changed together or not at all. Thread-safe.
///
/// The checkpoints are the ones that eventlog::CheckpointReader::next_offset reads; a partition without a row counts as
/// offset 0.
class LandingStore {
public:
    virtual ~LandingStore() = default;

    /// One transaction: compare-and-set of every checkpoint, insertion of the segments, insertion of the keys (a key that
    /// exists already only gets the new time), addition of the usage, removal of the usage that is told, addition of the
    /// rejected, removal of the replayed. Fails with kConflict when a checkpoint is not at `expected`, a segment with the same id
    /// exists, told usage has changed since it was read, or a replayed one does not wait; then nothing has changed. Fails with kUnavailable when the store did not answer: the
    /// outcome is then unknown. An empty batch succeeds.
    virtual base::Task<base::Result<void>> commit(LandingBatch batch) = 0;

    /// Fails with kUnavailable.
    virtual base::Task<base::Result<LandingFacts>> facts(LandingQuestion question) = 0;

    /// Those of `files` (paths as in Segment::file) that no row of the catalog names, neither a live segment nor a
    /// replaced one that still waits for its deletion. Fails with kUnavailable.
    virtual base::Task<base::Result<std::vector<std::string>>> unknown_files(std::vector<std::string> files) = 0;
};

/// Usage that no segment holds yet. Thread-safe.
class UsageLedger {
public:
    virtual ~UsageLedger() = default;

    /// At most `counts_max` of minutes that are over and that nothing has been added to for some seconds, in order of tenant
    /// and minute. Fails with kUnavailable.
    virtual base::Task<base::Result<std::vector<UsageCount>>> due(std::size_t counts_max) = 0;
};

}  // namespace domain::catalog
