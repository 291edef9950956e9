#pragma once

#include <string_view>

#include "domain/identity/principal.hpp"

namespace domain::identity {

/// What a route demands of its caller. Every route names exactly one.
enum class Permission {
    kPublic,      ///< no credentials: health, login
    kIngest,      ///< an ingest token
    kMember,      ///< any user of the tenant; the handler asks about the object (access_policy.hpp)
    kQuery,       ///< the same, on routes that change nothing, whatever their method
    kEditServiceAccounts,  ///< an administrator, or who was granted to edit service accounts
    kAdminister,  ///< an administrator of the tenant
};

std::string_view name(Permission permission);

/// The access decision for callers of the API; pure. kPublic is always granted, kIngest never (ingest tokens and API tokens
/// are different things, spec: api §2).
bool may(const Principal& principal, Permission permission);

}  // namespace domain::identity
