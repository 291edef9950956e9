#include "domain/admin/user/user.hpp"

namespace domain::admin::user {

using base::ErrorCode;

namespace {

Refusal user_not_found(base::UserId user) {
    return Refusal(ErrorCode::kNotFound, "user not found: " + std::to_string(user.value()));
}

bool changes(const UserState& state, const UpdateUser& command) {
    return command.email.value_or(state.email) != state.email || command.label.value_or(state.label) != state.label ||
           command.administrator.value_or(state.administrator) != state.administrator ||
           command.disabled.value_or(state.disabled) != state.disabled;
}

}  // namespace

Decision<Events> decide(const UserState& state, const Surroundings& around, const CreateUser& command,
                        const Issued& issued) {
    if (!around.tenant_exists) return Refusal(ErrorCode::kNotFound, "customer not found: " + issued.tenant.value());
    if (command.email.empty()) return Refusal(ErrorCode::kInvalidArgument, "the user has no email address");
    if (around.email_taken) return Refusal(ErrorCode::kConflict, "email address is taken: " + command.email);
    if (state.exists) {
        return Refusal(ErrorCode::kConflict, "user id is taken: " + std::to_string(command.user.value()), true);
    }
    return Events{UserCreated{issued.tenant, command.user, command.email, command.label, command.administrator,
                              command.password_hash, issued.time, issued.actor}};
}

Decision<Events> decide(const UserState& state, const SetPassword& command, const Issued& issued) {
    if (!state.is(UserKind::kPerson)) return user_not_found(command.user);
    if (command.password_hash.empty()) return Refusal(ErrorCode::kInvalidArgument, "the password hash is empty");
    return Events{PasswordSet{issued.tenant, command.user, command.password_hash, issued.time, issued.actor}};
}

Decision<Events> decide(const UserState& state, const Surroundings& around, const UpdateUser& command, const Issued& issued) {
    if (!state.is(UserKind::kPerson)) return user_not_found(command.user);
    if (command.email && command.email->empty()) {
        return Refusal(ErrorCode::kInvalidArgument, "the user has no email address");
    }
    if (command.email && email_key(*command.email) != email_key(state.email) && around.email_taken) {
        return Refusal(ErrorCode::kConflict, "email address is taken: " + *command.email);
    }
    if (!changes(state, command)) return Events{};
    UserUpdated updated{issued.tenant, command.user, command, issued.time, issued.actor};
    if (state.is_acting_administrator() && !around.other_administrators &&
        !evolve(state, updated).is_acting_administrator()) {
        return Refusal(ErrorCode::kConflict, "the last administrator cannot be disabled or demoted: " + state.email);
    }
    return Events{std::move(updated)};
}

UserState evolve(UserState state, const UserCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.user;
    state.email = event.email;
    state.label = event.label;
    state.administrator = event.administrator;
    state.password_hash = event.password_hash;
    state.stamp = Stamp(event.at, event.by);
    return state;
}

UserState evolve(UserState state, const PasswordSet& event) {
    state.password_hash = event.password_hash;
    state.stamp.change(event.at, event.by);
    return state;
}

UserState evolve(UserState state, const UserUpdated& event) {
    if (event.change.email) state.email = *event.change.email;
    if (event.change.label) state.label = *event.change.label;
    if (event.change.administrator) state.administrator = *event.change.administrator;
    if (event.change.disabled) state.disabled = *event.change.disabled;
    state.stamp.change(event.at, event.by);
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
