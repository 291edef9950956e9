#include "domain/admin/ingest_token/ingest_token.hpp"

#include "domain/admin/token_form.hpp"

namespace domain::admin::ingest_token {

using base::ErrorCode;

Decision<Events> decide(const IngestTokenState& state, const Surroundings& around, const CreateIngestToken& command,
                        const Issued& issued) {
    if (!around.tenant_exists) return Refusal(ErrorCode::kNotFound, "customer not found: " + issued.tenant.value());
    if (!is_token_id(command.token.value())) return Refusal(ErrorCode::kInvalidArgument, "malformed ingest token id");
    if (!is_sha256(command.secret_sha256)) return Refusal(ErrorCode::kInvalidArgument, "the secret's hash is no SHA-256");
    if (!around.missing_datastreams.empty()) {
        return Refusal(ErrorCode::kNotFound,
                       "datastream not found: " + std::to_string(around.missing_datastreams.front().value()));
    }
    if (state.exists) return Refusal(ErrorCode::kConflict, "ingest token id is taken: " + command.token.value(), true);
    return Events{IngestTokenCreated{issued.tenant, command, issued.time}};
}

Decision<Events> decide(const IngestTokenState& state, const DisableIngestToken& command, const Issued& issued) {
    if (!state.exists) return Refusal(ErrorCode::kNotFound, "ingest token not found: " + command.token.value());
    if (state.disabled) return Events{};
    return Events{IngestTokenDisabled{issued.tenant, command.token}};
}

IngestTokenState evolve(IngestTokenState state, const IngestTokenCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.token.token;
    state.name = event.token.name;
    state.description = event.token.description;
    state.secret_sha256 = event.token.secret_sha256;
    state.datastreams = event.token.datastreams;
    state.created_at = event.at;
    return state;
}

IngestTokenState evolve(IngestTokenState state, const IngestTokenDisabled&) {
    state.disabled = true;
    return state;
}

}  // namespace domain::admin::ingest_token
