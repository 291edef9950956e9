#pragma once

#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/identity/rate_limit.hpp"

/// A customer and its workspaces. One header holds commands, events, state and decisions: the aggregate is smaller than the
/// files that it could be spread over.
namespace domain::admin::tenant {

// Commands

/// Makes the tenant that the command belongs to, with its first workspace.
struct CreateTenant {
    std::string label;
    base::ObjectId workspace;
    std::string workspace_name;  ///< `Default`
    friend bool operator==(const CreateTenant&, const CreateTenant&) = default;
};

/// Bounds what all senders of the tenant may send together. Operators' business: no interface offers it to the tenant.
struct SetTenantRate {
    identity::RateLimitChange rate;
    friend bool operator==(const SetTenantRate&, const SetTenantRate&) = default;
};

// Events

struct TenantCreated {
    base::TenantId tenant;
    std::string label;
    base::Timestamp at{};
    friend bool operator==(const TenantCreated&, const TenantCreated&) = default;
};
struct WorkspaceCreated {
    base::TenantId tenant;
    base::ObjectId workspace;
    std::string name;
    base::Timestamp at{};
    friend bool operator==(const WorkspaceCreated&, const WorkspaceCreated&) = default;
};
struct TenantRateSet {
    base::TenantId tenant;
    identity::RateLimitChange rate;
};
using Events = std::vector<std::variant<TenantCreated, WorkspaceCreated, TenantRateSet>>;

// State

struct TenantState {
    bool exists = false;
    base::TenantId tenant;
    std::string label;
    base::Timestamp created_at{};
    identity::RateLimit rate = {};
    friend bool operator==(const TenantState&, const TenantState&) = default;
};
struct WorkspaceState {
    bool exists = false;
    base::TenantId tenant;
    base::ObjectId id;
    std::string name;
    base::Timestamp created_at{};
    friend bool operator==(const WorkspaceState&, const WorkspaceState&) = default;
};

TenantState evolve(TenantState state, const TenantCreated& event);
TenantState evolve(TenantState state, const TenantRateSet& event);
WorkspaceState evolve(WorkspaceState state, const WorkspaceCreated& event);

/// Refuses with kConflict when the tenant exists, with kInvalidArgument when the workspace has no name.
Decision<Events> decide(const TenantState& state, const CreateTenant& command, const Issued& issued);
/// Refuses with kNotFound, and with kInvalidArgument for a rate out of its bounds.
Decision<Events> decide(const TenantState& state, const SetTenantRate& command, const Issued& issued);

}  // namespace domain::admin::tenant
