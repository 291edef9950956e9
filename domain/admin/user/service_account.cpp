#include "domain/admin/user/service_account.hpp"

namespace domain::admin::user {

using base::ErrorCode;

namespace {

Refusal not_found(base::UserId user) {
    return Refusal(ErrorCode::kNotFound, "service account not found: " + std::to_string(user.value()));
}

Refusal no_label() { return Refusal(ErrorCode::kInvalidArgument, "the service account has no label"); }

}  // namespace

Decision<ServiceAccountEvents> decide(const UserState& state, bool tenant_exists, const CreateServiceAccount& command,
                                      const Issued& issued) {
    if (!tenant_exists) return Refusal(ErrorCode::kNotFound, "customer not found: " + issued.tenant.value());
    if (command.label.empty()) return no_label();
    if (state.exists) {
        return Refusal(ErrorCode::kConflict, "user id is taken: " + std::to_string(command.user.value()), true);
    }
    return ServiceAccountEvents{ServiceAccountCreated{issued.tenant, command.user, command, issued.time, issued.actor}};
}

Decision<ServiceAccountEvents> decide(const UserState& state, const UpdateServiceAccount& command, const Issued& issued) {
    if (!state.is(UserKind::kServiceAccount)) return not_found(command.user);
    if (command.label && command.label->empty()) return no_label();
    const bool changes = command.label.value_or(state.label) != state.label ||
                         command.description.value_or(state.description) != state.description ||
                         command.disabled.value_or(state.disabled) != state.disabled;
    if (!changes) return ServiceAccountEvents{};
    return ServiceAccountEvents{ServiceAccountUpdated{issued.tenant, command.user, command, issued.time, issued.actor}};
}

Decision<ServiceAccountEvents> decide(const UserState& state, const DeleteServiceAccount& command, const Issued& issued) {
    if (!state.is(UserKind::kServiceAccount)) return not_found(command.user);
    return ServiceAccountEvents{ServiceAccountDeleted{issued.tenant, command.user}};
}

UserState evolve(UserState state, const ServiceAccountCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.user;
    state.kind = UserKind::kServiceAccount;
    state.label = event.account.label;
    state.description = event.account.description;
    state.disabled = event.account.disabled;
    state.stamp = Stamp(event.at, event.by);
    return state;
}

UserState evolve(UserState state, const ServiceAccountUpdated& event) {
    if (event.change.label) state.label = *event.change.label;
    if (event.change.description) state.description = *event.change.description;
    if (event.change.disabled) state.disabled = *event.change.disabled;
    state.stamp.change(event.at, event.by);
    return state;
}

UserState evolve(UserState state, const ServiceAccountDeleted&) {
    state.exists = false;
    return state;
}

}  // namespace domain::admin::user
