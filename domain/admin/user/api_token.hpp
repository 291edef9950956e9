#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"

/// Access keys of users (spec: api §2). The secret itself never comes here, only its SHA-256.
namespace domain::admin::user {

/// A user's token lives for 30 days; used with 9 days or less to live, it lives for 10 days from then.
inline constexpr std::chrono::days token_life{30};
inline constexpr std::chrono::days token_life_left_for_renewal{9};
inline constexpr std::chrono::days token_life_after_renewal{10};

/// A web session ends this long after the sign-in.
inline constexpr std::chrono::hours session_life{12};

inline constexpr std::size_t token_name_bytes_max = 200;
inline constexpr std::size_t token_description_bytes_max = 1000;

// What a token is for.
inline constexpr std::string_view kind_login = "login";      ///< of a login by password or by delegation
inline constexpr std::string_view kind_api = "api";          ///< made on purpose
inline constexpr std::string_view kind_session = "session";  ///< of a browser: good as a cookie only

// Commands

struct CreateApiToken {
    base::ApiTokenId token;
    base::UserId user;
    std::string kind;  ///< `login`, `api` or `session`
    std::string name;
    std::string secret_sha256;  ///< 64 hexadecimal digits
    base::Timestamp expires_at{};
    bool renewable = true;  ///< false for service accounts and sessions: their tokens never extend
    std::string description = {};
    friend bool operator==(const CreateApiToken&, const CreateApiToken&) = default;
};
/// What is absent stays as it is. A token can be disabled and enabled again; its end does not move by that.
struct UpdateApiToken {
    base::ApiTokenId token;
    std::optional<std::string> name = {};
    std::optional<std::string> description = {};
    std::optional<bool> disabled = {};
    friend bool operator==(const UpdateApiToken&, const UpdateApiToken&) = default;
};
struct DeleteApiToken {
    base::ApiTokenId token;
    friend bool operator==(const DeleteApiToken&, const DeleteApiToken&) = default;
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
    std::string by;
    friend bool operator==(const ApiTokenCreated&, const ApiTokenCreated&) = default;
};
struct ApiTokenUpdated {
    base::TenantId tenant;
    UpdateApiToken change;
    base::Timestamp at{};
    std::string by;
    friend bool operator==(const ApiTokenUpdated&, const ApiTokenUpdated&) = default;
};
struct ApiTokenDeleted {
    base::TenantId tenant;
    base::ApiTokenId token;
    friend bool operator==(const ApiTokenDeleted&, const ApiTokenDeleted&) = default;
};
struct ApiTokenRenewed {
    base::TenantId tenant;
    base::ApiTokenId token;
    base::Timestamp expires_at{};
    friend bool operator==(const ApiTokenRenewed&, const ApiTokenRenewed&) = default;
};
using ApiTokenEvents = std::vector<std::variant<ApiTokenCreated, ApiTokenUpdated, ApiTokenDeleted, ApiTokenRenewed>>;

// State

struct ApiTokenState {
    bool exists = false;
    base::TenantId tenant;
    base::ApiTokenId id;
    base::UserId user;
    std::string kind;
    std::string name;
    std::string description;
    std::string secret_sha256;
    bool renewable = true;
    bool disabled = false;
    Stamp stamp;  ///< of what people do with it: renewals do not count
    base::Timestamp expires_at{};
    friend bool operator==(const ApiTokenState&, const ApiTokenState&) = default;
};

ApiTokenState evolve(ApiTokenState state, const ApiTokenCreated& event);
ApiTokenState evolve(ApiTokenState state, const ApiTokenUpdated& event);
ApiTokenState evolve(ApiTokenState state, const ApiTokenDeleted& event);
ApiTokenState evolve(ApiTokenState state, const ApiTokenRenewed& event);

/// Refuses with kNotFound (no such user), kConflict (id taken), kInvalidArgument (malformed id or hash).
Decision<ApiTokenEvents> decide(const ApiTokenState& state, bool user_exists, const CreateApiToken& command,
                                const Issued& issued);
/// Refuses with kNotFound. A change to what is there already is none.
Decision<ApiTokenEvents> decide(const ApiTokenState& state, const UpdateApiToken& command, const Issued& issued);
/// Refuses with kNotFound.
Decision<ApiTokenEvents> decide(const ApiTokenState& state, const DeleteApiToken& command, const Issued& issued);
/// Refuses with kNotFound, and with kConflict when the token is disabled or has expired. A token that is not near its end,
/// or never extends, stays as it is.
Decision<ApiTokenEvents> decide(const ApiTokenState& state, const RenewApiToken& command, const Issued& issued);

/// True when a token that expires then is to be renewed when it is used now.
bool renewal_due(base::Timestamp expires_at, base::Timestamp now);

}  // namespace domain::admin::user
