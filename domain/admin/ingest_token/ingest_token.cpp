#include "domain/admin/ingest_token/ingest_token.hpp"

#include "domain/admin/bounds.hpp"
#include "domain/admin/token_form.hpp"

namespace domain::admin::ingest_token {

using base::ErrorCode;

namespace {

Refusal not_found(const base::IngestTokenId& token) {
    return Refusal(ErrorCode::kNotFound, "ingest token not found: " + token.value());
}

}  // namespace

Decision<Events> decide(const IngestTokenState& state, const Surroundings& around, const CreateIngestToken& command,
                        const Issued& issued) {
    if (!around.tenant_exists) return Refusal(ErrorCode::kNotFound, "customer not found: " + issued.tenant.value());
    if (!is_token_id(command.token.value())) return Refusal(ErrorCode::kInvalidArgument, "malformed ingest token id");
    if (!is_sha256(command.secret_sha256)) return Refusal(ErrorCode::kInvalidArgument, "the secret's hash is no SHA-256");
    if (!around.missing_datastreams.empty()) {
        return Refusal(ErrorCode::kNotFound,
                       "datastream not found: " + std::to_string(around.missing_datastreams.front().value()));
    }
    if (auto checked = check_rate(command.rate); !checked) return checked.error();
    if (state.exists) return Refusal(ErrorCode::kConflict, "ingest token id is taken: " + command.token.value(), true);
    return Events{IngestTokenCreated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const IngestTokenState& state, const DisableIngestToken& command, const Issued& issued) {
    if (!state.exists) return not_found(command.token);
    if (state.disabled) return Events{};
    return Events{IngestTokenDisabled{issued.tenant, command.token, issued.time, issued.actor}};
}

Decision<Events> decide(const IngestTokenState& state, const Surroundings& around, const UpdateIngestToken& command,
                        const Issued& issued) {
    if (!state.exists) return not_found(command.token);
    if (!around.missing_datastreams.empty()) {
        return Refusal(ErrorCode::kNotFound,
                       "datastream not found: " + std::to_string(around.missing_datastreams.front().value()));
    }
    if (auto checked = check_rate(command.rate); !checked) return checked.error();
    if (command == UpdateIngestToken{command.token}) return Events{};
    return Events{IngestTokenUpdated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const IngestTokenState& state, const DeleteIngestToken& command, const Issued& issued) {
    if (!state.exists) return not_found(command.token);
    return Events{IngestTokenDeleted{issued.tenant, command.token}};
}

IngestTokenState evolve(IngestTokenState state, const IngestTokenCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.token.token;
    state.name = event.token.name;
    state.description = event.token.description;
    state.secret_sha256 = event.token.secret_sha256;
    state.datastreams = event.token.datastreams;
    state.rate = event.token.rate;
    state.stamp = Stamp(event.at, event.by);
    return state;
}

IngestTokenState evolve(IngestTokenState state, const IngestTokenDisabled& event) {
    state.disabled = true;
    state.stamp.change(event.at, event.by);
    return state;
}

IngestTokenState evolve(IngestTokenState state, const IngestTokenUpdated& event) {
    const UpdateIngestToken& change = event.change;
    if (change.name) state.name = *change.name;
    if (change.description) state.description = *change.description;
    if (change.disabled) state.disabled = *change.disabled;
    if (change.datastreams) state.datastreams = *change.datastreams;
    change.rate.apply_to(state.rate);
    state.stamp.change(event.at, event.by);
    return state;
}

IngestTokenState evolve(IngestTokenState state, const IngestTokenDeleted&) {
    state.exists = false;
    return state;
}

}  // namespace domain::admin::ingest_token
