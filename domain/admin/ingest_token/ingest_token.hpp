#pragma once

#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"

/// Credentials of senders (spec: api §10). The secret itself never comes here, only its SHA-256.
namespace domain::admin::ingest_token {

// Commands

struct CreateIngestToken {
    base::IngestTokenId token;
    std::string name;
    std::string description;
    std::string secret_sha256;  ///< 64 lower-case hexadecimal digits
    std::vector<base::DatastreamId> datastreams;  ///< none: routed by the request, among all of the tenant
    friend bool operator==(const CreateIngestToken&, const CreateIngestToken&) = default;
};
struct DisableIngestToken {
    base::IngestTokenId token;
    friend bool operator==(const DisableIngestToken&, const DisableIngestToken&) = default;
};

// Events

struct IngestTokenCreated {
    base::TenantId tenant;
    CreateIngestToken token;
    base::Timestamp at{};
    friend bool operator==(const IngestTokenCreated&, const IngestTokenCreated&) = default;
};
struct IngestTokenDisabled {
    base::TenantId tenant;
    base::IngestTokenId token;
    friend bool operator==(const IngestTokenDisabled&, const IngestTokenDisabled&) = default;
};
using Events = std::vector<std::variant<IngestTokenCreated, IngestTokenDisabled>>;

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
    base::Timestamp created_at{};
    friend bool operator==(const IngestTokenState&, const IngestTokenState&) = default;
};

/// What surrounds the token.
struct Surroundings {
    bool tenant_exists = false;
    std::vector<base::DatastreamId> missing_datastreams;  ///< of the command's, those that do not exist
};

IngestTokenState evolve(IngestTokenState state, const IngestTokenCreated& event);
IngestTokenState evolve(IngestTokenState state, const IngestTokenDisabled& event);

/// Refuses with kNotFound (no such tenant or datastream), kConflict (id taken), kInvalidArgument (malformed id or hash).
Decision<Events> decide(const IngestTokenState& state, const Surroundings& around, const CreateIngestToken& command,
                        const Issued& issued);
/// Refuses with kNotFound. Disabling what is disabled changes nothing.
Decision<Events> decide(const IngestTokenState& state, const DisableIngestToken& command, const Issued& issued);

}  // namespace domain::admin::ingest_token
