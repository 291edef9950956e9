#pragma once

#include <map>
#include <string>
#include <vector>

#include "consumers/dead_letters.hpp"
#include "consumers/landing/landing_store.hpp"
#include "consumers/landing/system_rows.hpp"

namespace consumers::landing {

/// Of the bytes of a dead letter so many are shown; all of them are in the topic of dead letters.
inline constexpr std::size_t rejected_bytes_shown_max = 256 * 1024;

/// The tenant that the letter's headers name; empty when they name none that can be one.
domain::base::TenantId tenant_of(const DeadLetter& letter);

domain::catalog::Rejected to_rejected(const DeadLetter& letter);

/// FIELDS of the row that a dead letter becomes: why, from where, and the bytes as text, or in base64 when they are none.
std::string to_json(const DeadLetter& letter);

/// Dead letters as rows of the dataset System/Rejected of their tenants. Those that name no tenant, or none that exists, are in the
/// topic only. Their time is when the log took the record, so a rebuild gives the same rows.
class RejectedRows {
public:
    explicit RejectedRows(const std::vector<DeadLetter>& letters);

    /// Asks which of the tenants exist.
    domain::catalog::LandingQuestion question() const;
    void keep_existing(const domain::catalog::LandingFacts& facts);

    /// One request for each tenant. They borrow this object's rows.
    std::vector<LandingRequest> requests(const std::string& batch) const;

private:
    std::map<domain::base::TenantId, SystemRows> tenants_;
};

}  // namespace consumers::landing
