#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/identity/rate_limit.hpp"

namespace domain::identity {

class Rights;

/// Who calls the API: a user or service account of one tenant, through one API token.
struct Principal {
    base::TenantId tenant;
    base::UserId user;
    base::ApiTokenId token;
    bool administrator = false;
    std::shared_ptr<const Rights> rights = nullptr;  ///< what was granted (access_policy.hpp); none: nothing was
};

/// What a sender may use up, and shares with all who send by the same token, to the same datastream, for the same tenant.
struct SenderRates {
    RateLimit token;
    RateLimit datastream;
    RateLimit tenant;
};

/// Who sends observations: one ingest token of one tenant, with the datastream that it writes to.
struct IngestPrincipal {
    base::TenantId tenant;
    base::IngestTokenId token;
    base::DatastreamId datastream;
    base::DatasetId dataset;  ///< the datastream's source dataset
    SenderRates rates = {};
};

}  // namespace domain::identity
