#include "domain/admin/dataset/dataset.hpp"

namespace domain::admin::dataset {

using base::ErrorCode;

Decision<Events> decide(const DatasetState& state, const Surroundings& around, const CreateDataset& command,
                        const Issued& issued) {
    if (!around.workspace_exists) {
        return Refusal(ErrorCode::kNotFound, "workspace not found: " + std::to_string(command.workspace.value()));
    }
    if (command.name.empty()) return Refusal(ErrorCode::kInvalidArgument, "the dataset has no name");
    if (around.name_taken) return Refusal(ErrorCode::kConflict, "dataset name is taken: " + command.name);
    if (state.exists) {
        return Refusal(ErrorCode::kConflict, "dataset id is taken: " + std::to_string(command.dataset.value()), true);
    }
    return Events{DatasetCreated{issued.tenant, command, issued.time}};
}

DatasetState evolve(DatasetState state, const DatasetCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.dataset.dataset;
    state.workspace = event.dataset.workspace;
    state.name = event.dataset.name;
    state.source = event.dataset.source;
    state.schema = event.dataset.schema;
    state.created_at = event.at;
    return state;
}

}  // namespace domain::admin::dataset
