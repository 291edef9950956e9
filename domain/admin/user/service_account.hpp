#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/admin/user/user.hpp"

/// Accounts of programs (spec: api §7): users without email address and password, never administrators. Their tokens are API
/// tokens that do not extend (api_token.hpp). A removed account is gone with its tokens, memberships and grants.
namespace domain::admin::user {

// Commands

struct CreateServiceAccount {
    base::UserId user;
    std::string label;
    std::string description;
    bool disabled = false;
    friend bool operator==(const CreateServiceAccount&, const CreateServiceAccount&) = default;
};
/// What is absent stays as it is.
struct UpdateServiceAccount {
    base::UserId user;
    std::optional<std::string> label = {};
    std::optional<std::string> description = {};
    std::optional<bool> disabled = {};
    friend bool operator==(const UpdateServiceAccount&, const UpdateServiceAccount&) = default;
};
struct DeleteServiceAccount {
    base::UserId user;
    friend bool operator==(const DeleteServiceAccount&, const DeleteServiceAccount&) = default;
};

// Events

struct ServiceAccountCreated {
    base::TenantId tenant;
    base::UserId user;
    CreateServiceAccount account;
    base::Timestamp at{};
    std::string by;
};
struct ServiceAccountUpdated {
    base::TenantId tenant;
    base::UserId user;
    UpdateServiceAccount change;
    base::Timestamp at{};
    std::string by;
};
struct ServiceAccountDeleted {
    base::TenantId tenant;
    base::UserId user;
};
using ServiceAccountEvents = std::vector<std::variant<ServiceAccountCreated, ServiceAccountUpdated, ServiceAccountDeleted>>;

UserState evolve(UserState state, const ServiceAccountCreated& event);
UserState evolve(UserState state, const ServiceAccountUpdated& event);
UserState evolve(UserState state, const ServiceAccountDeleted& event);

/// Refuses with kNotFound (no such tenant), kConflict (id taken), kInvalidArgument (no label).
Decision<ServiceAccountEvents> decide(const UserState& state, bool tenant_exists, const CreateServiceAccount& command,
                                      const Issued& issued);
/// Refuses with kNotFound and kInvalidArgument (no label). A change to what is there already is none.
Decision<ServiceAccountEvents> decide(const UserState& state, const UpdateServiceAccount& command, const Issued& issued);
/// Refuses with kNotFound.
Decision<ServiceAccountEvents> decide(const UserState& state, const DeleteServiceAccount& command, const Issued& issued);

}  // namespace domain::admin::user
