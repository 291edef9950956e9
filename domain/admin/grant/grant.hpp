#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"
#include "domain/identity/access_rules.hpp"

/// Who may do what: a subject has a role on a target (domain/identity/access_policy.hpp). A grant is made and removed, never
/// changed.
namespace domain::admin::grant {

using identity::AccessGrant;
using identity::GrantId;

inline constexpr std::int64_t grants_max = 10'000;  ///< of one tenant

/// The grant that a tenant begins with: everyone may read everything that is content.
inline const GrantId default_grant_id{1};
inline AccessGrant default_grant() { return {identity::Subject::everyone(), identity::Target::tenant(), identity::Role::kViewer}; }

// Commands

struct CreateGrant {
    GrantId grant;
    AccessGrant gives;
    friend bool operator==(const CreateGrant&, const CreateGrant&) = default;
};
struct DeleteGrant {
    GrantId grant;
    friend bool operator==(const DeleteGrant&, const DeleteGrant&) = default;
};

// Events

struct GrantCreated {
    base::TenantId tenant;
    GrantId grant;
    AccessGrant gives;
    base::Timestamp at{};
    std::string by;
};
struct GrantDeleted {
    base::TenantId tenant;
    GrantId grant;
};
using Events = std::vector<std::variant<GrantCreated, GrantDeleted>>;

// State

struct GrantState {
    bool exists = false;
    base::TenantId tenant;
    GrantId id;
    AccessGrant gives;
    Stamp stamp;
    friend bool operator==(const GrantState&, const GrantState&) = default;
};

/// What surrounds a new grant.
struct Surroundings {
    bool tenant_exists = false;
    bool subject_exists = false;
    bool is_given = false;  ///< by another grant
    std::int64_t grants = 0;
};

GrantState evolve(GrantState state, const GrantCreated& event);
GrantState evolve(GrantState state, const GrantDeleted& event);

/// Refuses with kNotFound (tenant, user or group), kConflict (id taken; the same is granted already), kResourceExhausted. The
/// object is not looked at: a grant on what does not exist gives nothing, and ids are not given twice.
Decision<Events> decide(const GrantState& state, const Surroundings& around, const CreateGrant& command, const Issued& issued);
/// Refuses with kNotFound.
Decision<Events> decide(const GrantState& state, const DeleteGrant& command, const Issued& issued);

/// What a grant gives, as one text; no two grants of a tenant have the same.
std::string text_of(const AccessGrant& grant);

}  // namespace domain::admin::grant
