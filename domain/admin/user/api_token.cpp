#include "domain/admin/user/api_token.hpp"

#include "domain/admin/token_form.hpp"

namespace domain::admin::user {

using base::ErrorCode;

namespace {

Refusal not_found(const base::ApiTokenId& token) {
    return Refusal(ErrorCode::kNotFound, "token not found: " + token.value());
}

}  // namespace

Decision<ApiTokenEvents> decide(const ApiTokenState& state, bool user_exists, const CreateApiToken& command,
                                const Issued& issued) {
    if (!user_exists) return Refusal(ErrorCode::kNotFound, "user not found: " + std::to_string(command.user.value()));
    if (!is_token_id(command.token.value())) return Refusal(ErrorCode::kInvalidArgument, "malformed token id");
    if (!is_sha256(command.secret_sha256)) return Refusal(ErrorCode::kInvalidArgument, "the secret's hash is no SHA-256");
    if (state.exists) return Refusal(ErrorCode::kConflict, "token id is taken: " + command.token.value(), true);
    return ApiTokenEvents{ApiTokenCreated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<ApiTokenEvents> decide(const ApiTokenState& state, const UpdateApiToken& command, const Issued& issued) {
    if (!state.exists) return not_found(command.token);
    const bool changes = command.name.value_or(state.name) != state.name ||
                         command.description.value_or(state.description) != state.description ||
                         command.disabled.value_or(state.disabled) != state.disabled;
    if (!changes) return ApiTokenEvents{};
    return ApiTokenEvents{ApiTokenUpdated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<ApiTokenEvents> decide(const ApiTokenState& state, const DeleteApiToken& command, const Issued& issued) {
    if (!state.exists) return not_found(command.token);
    return ApiTokenEvents{ApiTokenDeleted{issued.tenant, command.token}};
}

Decision<ApiTokenEvents> decide(const ApiTokenState& state, const RenewApiToken& command, const Issued& issued) {
    if (!state.exists) return not_found(command.token);
    if (state.disabled) return Refusal(ErrorCode::kConflict, "token is disabled: " + command.token.value());
    if (state.expires_at <= issued.time) return Refusal(ErrorCode::kConflict, "token has expired: " + command.token.value());
    if (!state.renewable || !renewal_due(state.expires_at, issued.time)) return ApiTokenEvents{};
    return ApiTokenEvents{ApiTokenRenewed{issued.tenant, command.token, issued.time + token_life_after_renewal}};
}

ApiTokenState evolve(ApiTokenState state, const ApiTokenCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.token.token;
    state.user = event.token.user;
    state.kind = event.token.kind;
    state.name = event.token.name;
    state.description = event.token.description;
    state.secret_sha256 = event.token.secret_sha256;
    state.renewable = event.token.renewable;
    state.expires_at = event.token.expires_at;
    state.stamp = Stamp(event.at, event.by);
    return state;
}

ApiTokenState evolve(ApiTokenState state, const ApiTokenUpdated& event) {
    if (event.change.name) state.name = *event.change.name;
    if (event.change.description) state.description = *event.change.description;
    if (event.change.disabled) state.disabled = *event.change.disabled;
    state.stamp.change(event.at, event.by);
    return state;
}

ApiTokenState evolve(ApiTokenState state, const ApiTokenDeleted&) {
    state.exists = false;
    state.stamp = Stamp();
    return state;
}

ApiTokenState evolve(ApiTokenState state, const ApiTokenRenewed& event) {
    state.expires_at = event.expires_at;
    return state;
}

bool renewal_due(base::Timestamp expires_at, base::Timestamp now) {
    return expires_at - now <= token_life_left_for_renewal;
}

}  // namespace domain::admin::user
