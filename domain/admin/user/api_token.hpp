#pragma once

#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"

/// Access keys of users (spec: api §2). The secret itself never comes here, only its SHA-256.
namespace domain::admin::user {

/// A user's token lives for 30 days; used with 9 days or less to live, it lives for 10 days from then.
inline constexpr std::chrono::days token_life{30};
inline constexpr std::chrono::days token_life_left_for_renewal{9};
inline constexpr std::chrono::days token_life_after_renewal{10};

// Commands

struct CreateApiToken {
    base::ApiTokenId token;
    base::UserId user;
    std::string kind;  ///< `login` or `api`
    std::string name;
    std::string secret_sha256;  ///< 64 hexadecimal digits
    base::Timestamp expires_at{};
    bool renewable = true;  ///< false for service accounts: their tokens never extend
    friend bool operator==(const CreateApiToken&, const CreateApiToken&) = default;
};
struct DisableApiToken {
    base::ApiTokenId token;
    friend bool operator==(const DisableApiToken&, const DisableApiToken&) = default;
};
/// The token was used at the time of the command.
struct RenewApiToken {
    base::ApiTokenId token;
    friend bool operator==(const RenewApiToken&, const RenewApiToken&) = default;
};

// Events

struct ApiTokenCreated {
    base::TenantId tenant;
    CreateApiToken token;
    base::Timestamp at{};
    friend bool operator==(const ApiTokenCreated&, const ApiTokenCreated&) = default;
};
struct ApiTokenDisabled {
    base::TenantId tenant;
    base::ApiTokenId token;
    friend bool operator==(const ApiTokenDisabled&, const ApiTokenDisabled&) = default;
};
struct ApiTokenRenewed {
    base::TenantId tenant;
    base::ApiTokenId token;
    base::Timestamp expires_at{};
    friend bool operator==(const ApiTokenRenewed&, const ApiTokenRenewed&) = default;
};
using ApiTokenEvents = std::vector<std::variant<ApiTokenCreated, ApiTokenDisabled, ApiTokenRenewed>>;

// State

struct ApiTokenState {
    bool exists = false;
    base::TenantId tenant;
    base::ApiTokenId id;
    base::UserId user;
    std::string kind;
    std::string name;
    std::string secret_sha256;
    bool renewable = true;
    bool disabled = false;
    base::Timestamp created_at{};
    base::Timestamp expires_at{};
    friend bool operator==(const ApiTokenState&, const ApiTokenState&) = default;
};

ApiTokenState evolve(ApiTokenState state, const ApiTokenCreated& event);
ApiTokenState evolve(ApiTokenState state, const ApiTokenDisabled& event);
ApiTokenState evolve(ApiTokenState state, const ApiTokenRenewed& event);

/// Refuses with kNotFound (no such user), kConflict (id taken), kInvalidArgument (malformed id or hash).
Decision<ApiTokenEvents> decide(const ApiTokenState& state, bool user_exists, const CreateApiToken& command,
                                const Issued& issued);
/// Refuses with kNotFound. Disabling what is disabled changes nothing.
Decision<ApiTokenEvents> decide(const ApiTokenState& state, const DisableApiToken& command, const Issued& issued);
/// Refuses with kNotFound, and with kConflict when the token is disabled or has expired. A token that is not near its end,
/// or never extends, stays as it is.
Decision<ApiTokenEvents> decide(const ApiTokenState& state, const RenewApiToken& command, const Issued& issued);

/// True when a token that expires then is to be renewed when it is used now.
bool renewal_due(base::Timestamp expires_at, base::Timestamp now);

}  // namespace domain::admin::user
