#include "domain/admin/user/user.hpp"

namespace domain::admin::user {

using base::ErrorCode;

Decision<Events> decide(const UserState& state, const Surroundings& around, const CreateUser& command,
                        const Issued& issued) {
    if (!around.tenant_exists) return Refusal(ErrorCode::kNotFound, "customer not found: " + issued.tenant.value());
    if (command.email.empty()) return Refusal(ErrorCode::kInvalidArgument, "the user has no email address");
    if (around.email_taken) return Refusal(ErrorCode::kConflict, "email address is taken: " + command.email);
    if (state.exists) {
        return Refusal(ErrorCode::kConflict, "user id is taken: " + std::to_string(command.user.value()), true);
    }
    return Events{UserCreated{issued.tenant, command.user, command.email, command.label, command.administrator,
                              command.password_hash, issued.time}};
}

Decision<Events> decide(const UserState& state, const SetPassword& command, const Issued& issued) {
    if (!state.exists) {
        return Refusal(ErrorCode::kNotFound, "user not found: " + std::to_string(command.user.value()));
    }
    if (command.password_hash.empty()) return Refusal(ErrorCode::kInvalidArgument, "the password hash is empty");
    return Events{PasswordSet{issued.tenant, command.user, command.password_hash}};
}

UserState evolve(UserState state, const UserCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.user;
    state.email = event.email;
    state.label = event.label;
    state.administrator = event.administrator;
    state.password_hash = event.password_hash;
    state.created_at = event.at;
    return state;
}

UserState evolve(UserState state, const PasswordSet& event) {
    state.password_hash = event.password_hash;
    return state;
}

std::string email_key(std::string_view email) {
    std::string key(email);
    for (char& c : key) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return key;
}

}  // namespace domain::admin::user
