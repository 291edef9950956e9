#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/admin/datastream/datastream.hpp"
#include "domain/admin/drop_filter/drop_filter.hpp"
#include "domain/admin/ingest_token/ingest_token.hpp"
#include "domain/base/task.hpp"

namespace domain::admin {

/// What landed in one datastream through one token.
struct IngestCount {
    struct Minute {
        base::Timestamp start{};
        std::int64_t observations = 0;
        std::int64_t bytes = 0;
    };
    base::DatastreamId datastream;
    base::IngestTokenId token;
    base::Timestamp first_at{};
    base::Timestamp last_at{};
    std::int64_t observations = 0;  ///< since the beginning
    std::int64_t bytes = 0;         ///< as they were sent, decoded
    std::vector<Minute> minutes;    ///< that had any, in order
};

/// A datastream with the folder that it is in.
struct DatastreamDetails : datastream::DatastreamState {
    std::optional<base::ObjectId> folder = std::nullopt;
};

/// A drop filter with what it has done.
struct DropFilterDetails : drop_filter::DropFilterState {
    std::int64_t observations = 0;  ///< that it dropped
    std::int64_t bytes = 0;
    std::int64_t failures = 0;      ///< observations that it could not look at, and that were kept
    std::optional<std::string> last_failure = std::nullopt;  ///< why
    std::optional<base::Timestamp> last_at = std::nullopt;   ///< when the last one that it dropped arrived
};

/// Datastreams, drop filters and ingest tokens with everything that an administrator sees. Thread-safe. Every call fails with kUnavailable
/// when the store cannot be reached.
class IngestReader {
public:
    virtual ~IngestReader() = default;

    /// In order of workspace, name.
    virtual base::Task<base::Result<std::vector<DatastreamDetails>>> datastream_states(base::TenantId tenant) = 0;
    /// In order of their making.
    virtual base::Task<base::Result<std::vector<ingest_token::IngestTokenState>>> ingest_token_states(base::TenantId tenant) = 0;
    /// In order of datastream, making.
    virtual base::Task<base::Result<std::vector<DropFilterDetails>>> drop_filters(base::TenantId tenant) = 0;
    /// In order of datastream, token; minutes from `since` on.
    virtual base::Task<base::Result<std::vector<IngestCount>>> ingest_counts(base::TenantId tenant, base::Timestamp since) = 0;
};

}  // namespace domain::admin
