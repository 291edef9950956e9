#include "domain/admin/datastream/datastream.hpp"

namespace domain::admin::datastream {

using base::ErrorCode;

Decision<Events> decide(const DatastreamState& state, const Surroundings& around, const CreateDatastream& command,
                        const Issued& issued) {
    if (!around.workspace_exists) {
        return Refusal(ErrorCode::kNotFound, "workspace not found: " + std::to_string(command.workspace.value()));
    }
    if (command.name.empty()) return Refusal(ErrorCode::kInvalidArgument, "the datastream has no name");
    if (around.name_taken) return Refusal(ErrorCode::kConflict, "datastream name is taken: " + command.name);
    if (state.exists) {
        return Refusal(ErrorCode::kConflict, "datastream id is taken: " + std::to_string(command.datastream.value()), true);
    }
    return Events{DatastreamCreated{issued.tenant, command, issued.time}};
}

DatastreamState evolve(DatastreamState state, const DatastreamCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.datastream.datastream;
    state.dataset = event.datastream.dataset;
    state.workspace = event.datastream.workspace;
    state.name = event.datastream.name;
    state.description = event.datastream.description;
    state.created_at = event.at;
    return state;
}

}  // namespace domain::admin::datastream
