#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"

/// The people of a tenant, and its service accounts (service_account.hpp), which are users of another kind. Their API tokens:
/// api_token.hpp.
namespace domain::admin::user {

enum class UserKind {
    kPerson,          ///< has an email address and perhaps a password
    kServiceAccount,  ///< has API tokens only
};
inline constexpr std::string_view name(UserKind kind) { return kind == UserKind::kPerson ? "person" : "service_account"; }

/// What a name or a description may measure.
inline constexpr std::size_t label_bytes_max = 255;
inline constexpr std::size_t description_bytes_max = 4096;

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
/// What is absent stays as it is.
struct UpdateUser {
    base::UserId user;
    std::optional<std::string> email = {};
    std::optional<std::string> label = {};
    std::optional<bool> administrator = {};
    std::optional<bool> disabled = {};
    friend bool operator==(const UpdateUser&, const UpdateUser&) = default;
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
    std::string by;
    friend bool operator==(const UserCreated&, const UserCreated&) = default;
};
struct PasswordSet {
    base::TenantId tenant;
    base::UserId user;
    std::string password_hash;
    base::Timestamp at{};
    std::string by;
    friend bool operator==(const PasswordSet&, const PasswordSet&) = default;
};
struct UserUpdated {
    base::TenantId tenant;
    base::UserId user;
    UpdateUser change;
    base::Timestamp at{};
    std::string by;
    friend bool operator==(const UserUpdated&, const UserUpdated&) = default;
};
using Events = std::vector<std::variant<UserCreated, PasswordSet, UserUpdated>>;

// State

struct UserState {
    bool exists = false;
    base::TenantId tenant;
    base::UserId id;
    UserKind kind = UserKind::kPerson;
    std::string email;  ///< empty for a service account
    std::string label;
    std::string description;
    bool administrator = false;
    bool disabled = false;
    std::string password_hash;
    Stamp stamp;
    friend bool operator==(const UserState&, const UserState&) = default;

    bool is(UserKind wanted) const { return exists && kind == wanted; }
    /// An administrator who can sign in: a tenant never loses its last one.
    bool is_acting_administrator() const { return exists && administrator && !disabled && !password_hash.empty(); }
};

/// What surrounds the user.
struct Surroundings {
    bool tenant_exists = false;
    bool email_taken = false;
    bool other_administrators = false;  ///< somebody else is an acting administrator
};

UserState evolve(UserState state, const UserCreated& event);
UserState evolve(UserState state, const PasswordSet& event);
UserState evolve(UserState state, const UserUpdated& event);

/// Refuses with kNotFound (no such tenant), kConflict (id or email address taken), kInvalidArgument (no email address).
Decision<Events> decide(const UserState& state, const Surroundings& around, const CreateUser& command,
                        const Issued& issued);
/// Refuses with kNotFound, and with kInvalidArgument when the hash is empty.
Decision<Events> decide(const UserState& state, const SetPassword& command, const Issued& issued);
/// Refuses with kNotFound, kInvalidArgument (no email address), kConflict (address taken; the last administrator would be
/// disabled or demoted). A change to what is there already is none.
Decision<Events> decide(const UserState& state, const Surroundings& around, const UpdateUser& command, const Issued& issued);

/// The form in which addresses are compared: ASCII letters in lower case.
std::string email_key(std::string_view email);

}  // namespace domain::admin::user
