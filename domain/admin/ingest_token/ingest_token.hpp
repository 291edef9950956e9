#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"
#include "domain/identity/rate_limit.hpp"

/// Credentials of senders (spec: api §10). The secret itself never comes here, only its SHA-256.
namespace domain::admin::ingest_token {

// Commands

struct CreateIngestToken {
    base::IngestTokenId token;
    std::string name;
    std::string description;
    std::string secret_sha256;  ///< 64 lower-case hexadecimal digits
    std::vector<base::DatastreamId> datastreams;  ///< none: routed by the request, among all of the tenant
    identity::RateLimit rate = {};
    friend bool operator==(const CreateIngestToken&, const CreateIngestToken&) = default;
};
struct DisableIngestToken {
    base::IngestTokenId token;
    friend bool operator==(const DisableIngestToken&, const DisableIngestToken&) = default;
};
/// What is absent stays.
struct UpdateIngestToken {
    base::IngestTokenId token;
    std::optional<std::string> name = {};
    std::optional<std::string> description = {};
    std::optional<bool> disabled = {};
    std::optional<std::vector<base::DatastreamId>> datastreams = {};  ///< empty: routed by the request, among all of the tenant
    identity::RateLimitChange rate = {};
    friend bool operator==(const UpdateIngestToken&, const UpdateIngestToken&) = default;
};
struct DeleteIngestToken {
    base::IngestTokenId token;
    friend bool operator==(const DeleteIngestToken&, const DeleteIngestToken&) = default;
};

// Events

struct IngestTokenCreated {
    base::TenantId tenant;
    CreateIngestToken token;
    base::Timestamp at{};
    std::string by;
};
struct IngestTokenDisabled {
    base::TenantId tenant;
    base::IngestTokenId token;
    base::Timestamp at{};
    std::string by;
};
struct IngestTokenUpdated {
    base::TenantId tenant;
    UpdateIngestToken change;
    base::Timestamp at{};
    std::string by;
};
struct IngestTokenDeleted {
    base::TenantId tenant;
    base::IngestTokenId token;
};
using Events = std::vector<std::variant<IngestTokenCreated, IngestTokenDisabled, IngestTokenUpdated, IngestTokenDeleted>>;

// State

struct IngestTokenState {
    bool exists = false;
    base::TenantId tenant;
    base::IngestTokenId id;
    std::string name;
    std::string description;
    std::string secret_sha256;
    std::vector<base::DatastreamId> datastreams;
    bool disabled = false;
    identity::RateLimit rate;
    Stamp stamp;
    friend bool operator==(const IngestTokenState&, const IngestTokenState&) = default;
};

/// What surrounds the token.
struct Surroundings {
    bool tenant_exists = false;
    std::vector<base::DatastreamId> missing_datastreams;  ///< of the command's, those that do not exist
};

IngestTokenState evolve(IngestTokenState state, const IngestTokenCreated& event);
IngestTokenState evolve(IngestTokenState state, const IngestTokenDisabled& event);
IngestTokenState evolve(IngestTokenState state, const IngestTokenUpdated& event);
IngestTokenState evolve(IngestTokenState state, const IngestTokenDeleted& event);

/// Refuses with kNotFound (no such tenant or datastream), kConflict (id taken), kInvalidArgument (malformed id or hash, rate out of its bounds).
Decision<Events> decide(const IngestTokenState& state, const Surroundings& around, const CreateIngestToken& command,
                        const Issued& issued);
/// Refuses with kNotFound. Disabling what is disabled changes nothing.
Decision<Events> decide(const IngestTokenState& state, const DisableIngestToken& command, const Issued& issued);
/// Refuses with kNotFound (no such token or datastream), kInvalidArgument (rate out of its bounds). A change of nothing is no event.
Decision<Events> decide(const IngestTokenState& state, const Surroundings& around, const UpdateIngestToken& command,
                        const Issued& issued);
/// Refuses with kNotFound.
Decision<Events> decide(const IngestTokenState& state, const DeleteIngestToken& command, const Issued& issued);

}  // namespace domain::admin::ingest_token
