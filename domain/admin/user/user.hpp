#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"

/// The people of a tenant. Their API tokens: api_token.hpp.
namespace domain::admin::user {

// Commands

struct CreateUser {
    base::UserId user;
    std::string email;
    std::string label;
    bool administrator = false;
    std::string password_hash;  ///< argon2id in its text form; empty: no login by password
    friend bool operator==(const CreateUser&, const CreateUser&) = default;
};
struct SetPassword {
    base::UserId user;
    std::string password_hash;
    friend bool operator==(const SetPassword&, const SetPassword&) = default;
};

// Events

struct UserCreated {
    base::TenantId tenant;
    base::UserId user;
    std::string email;
    std::string label;
    bool administrator = false;
    std::string password_hash;
    base::Timestamp at{};
    friend bool operator==(const UserCreated&, const UserCreated&) = default;
};
struct PasswordSet {
    base::TenantId tenant;
    base::UserId user;
    std::string password_hash;
    friend bool operator==(const PasswordSet&, const PasswordSet&) = default;
};
using Events = std::vector<std::variant<UserCreated, PasswordSet>>;

// State

struct UserState {
    bool exists = false;
    base::TenantId tenant;
    base::UserId id;
    std::string email;
    std::string label;
    bool administrator = false;
    bool disabled = false;
    std::string password_hash;
    base::Timestamp created_at{};
    friend bool operator==(const UserState&, const UserState&) = default;
};

/// What surrounds the user.
struct Surroundings {
    bool tenant_exists = false;
    bool email_taken = false;
};

UserState evolve(UserState state, const UserCreated& event);
UserState evolve(UserState state, const PasswordSet& event);

/// Refuses with kNotFound (no such tenant), kConflict (id or email address taken), kInvalidArgument (no email address).
Decision<Events> decide(const UserState& state, const Surroundings& around, const CreateUser& command,
                        const Issued& issued);
/// Refuses with kNotFound, and with kInvalidArgument when the hash is empty.
Decision<Events> decide(const UserState& state, const SetPassword& command, const Issued& issued);

/// The form in which addresses are compared: ASCII letters in lower case.
std::string email_key(std::string_view email);

}  // namespace domain::admin::user
