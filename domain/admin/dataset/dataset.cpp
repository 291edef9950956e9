#include "domain/admin/dataset/dataset.hpp"

#include <algorithm>

namespace domain::admin::dataset {
namespace {

using base::ErrorCode;

std::string text(base::DatasetId id) { return std::to_string(id.value()); }

Refusal malformed_name(const std::string& name) {
    if (name.empty()) return Refusal(ErrorCode::kInvalidArgument, "the dataset has no name");
    return Refusal(ErrorCode::kInvalidArgument, "malformed dataset name: " + name);
}

Refusal name_taken(const std::string& name) {
    return Refusal(ErrorCode::kConflict, "dataset name is taken: " + name);
}

/// Only saved pipelines are changed by these commands: what holds data of its own belongs to whoever fills it.
Decision<void> may_change(const DatasetState& state, base::DatasetId id) {
    if (!state.exists) return Refusal(ErrorCode::kNotFound, "dataset not found: " + text(id));
    if (!state.definition) {
        return Refusal(ErrorCode::kInvalidArgument, "not a derived dataset, it holds data of its own: " + state.name);
    }
    if (state.source) {
        return Refusal(ErrorCode::kInvalidArgument, "a typed dataset is changed and removed with its datastream: " + state.name);
    }
    return {};
}

/// Everything that was looked at must still be so.
Decision<void> check_seen(const std::vector<DatasetVersion>& seen, const std::vector<DatasetVersion>& now) {
    for (const DatasetVersion& dataset : seen) {
        if (std::find(now.begin(), now.end(), dataset) == now.end()) {
            return Refusal(ErrorCode::kConflict, "a dataset was changed at the same time, try again: " + text(dataset.dataset));
        }
    }
    return {};
}

Decision<void> check_redefinition(const DatasetState& state, const Surroundings& around, const Redefinition& redefinition) {
    const auto is_circle = [&](base::DatasetId input) {
        const auto is_input = [&](const DatasetVersion& dependent) { return dependent.dataset == input; };
        return input == state.id || std::any_of(around.dependents.begin(), around.dependents.end(), is_input);
    };
    for (const base::DatasetId input : redefinition.definition.inputs()) {
        if (is_circle(input)) {
            return Refusal(ErrorCode::kConflict, "the dataset would read itself, through: " + text(input));
        }
    }
    if (auto checked = check_seen(redefinition.inputs, around.inputs); !checked) return checked;
    return check_unchanged(state, around, redefinition.version, redefinition.dependents);
}

}  // namespace

bool is_dataset_name(std::string_view name) {
    constexpr std::size_t kBytesMax = 255;
    const auto is_bad = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f || c == '"' || c == ':';
    };
    return !name.empty() && name.size() <= kBytesMax && name.front() != ' ' && name.back() != ' ' &&
           std::none_of(name.begin(), name.end(), is_bad);
}

Decision<void> check_unchanged(const DatasetState& state, const Surroundings& around, std::int64_t version,
                               const std::vector<Revision>& dependents) {
    if (auto checked = check_seen({{state.id, version}}, {{state.id, state.stamp.version}}); !checked) return checked;
    std::vector<DatasetVersion> seen;
    for (const Revision& revision : dependents) seen.push_back(revision.seen);
    if (auto checked = check_seen(seen, around.dependents); !checked) return checked;
    return check_seen(around.dependents, seen);
}

Decision<void> may_create(const DatasetState& state, const Surroundings& around, const std::string& name,
                          base::ObjectId workspace, base::DatasetId id) {
    if (!around.workspace_exists) {
        return Refusal(ErrorCode::kNotFound, "workspace not found: " + std::to_string(workspace.value()));
    }
    if (name.empty()) return malformed_name(name);
    if (around.name_taken) return name_taken(name);
    if (state.exists) return Refusal(ErrorCode::kConflict, "dataset id is taken: " + text(id), true);
    return {};
}

Decision<Events> decide(const DatasetState& state, const Surroundings& around, const CreateDataset& command,
                        const Issued& issued) {
    if (auto may = may_create(state, around, command.name, command.workspace, command.dataset); !may) return may.error();
    if (!is_dataset_name(command.name)) return malformed_name(command.name);
    if (auto checked = check_seen(command.inputs, around.inputs); !checked) return checked.error();
    return Events{DatasetCreated{issued.tenant, command.dataset, command.workspace, command.name, command.description,
                                 std::nullopt, command.definition, command.schema, issued.time, issued.actor}};
}

Decision<Events> decide(const DatasetState& state, const Surroundings& around, const UpdateDataset& command,
                        const Issued& issued) {
    if (auto may = may_change(state, command.dataset); !may) return may.error();
    const bool renames = command.name && *command.name != state.name;
    if (renames && !is_dataset_name(*command.name)) return malformed_name(*command.name);
    if (renames && around.name_taken) return name_taken(*command.name);
    DatasetUpdated updated{issued.tenant, command.dataset, command.name, command.description, std::nullopt, std::nullopt,
                           issued.time, issued.actor};
    if (!command.redefinition) return Events{std::move(updated)};
    const Redefinition& redefinition = *command.redefinition;
    if (auto checked = check_redefinition(state, around, redefinition); !checked) return checked.error();
    updated.definition = redefinition.definition;
    updated.schema = redefinition.schema;
    Events events{std::move(updated)};
    for (const Revision& revision : redefinition.dependents) {
        if (!revision.schema) continue;
        events.push_back(DatasetRevised{issued.tenant, revision.seen.dataset, *revision.schema});
    }
    return events;
}

Decision<Events> decide(const DatasetState& state, const Surroundings& around, const DeleteDataset& command,
                        const Issued& issued) {
    if (auto may = may_change(state, command.dataset); !may) return may.error();
    if (!around.readers.empty()) {
        std::string list;
        for (const std::string& reader : around.readers) list += (list.empty() ? "" : ", ") + reader;
        return Refusal(ErrorCode::kConflict, "other datasets read " + state.name + ": " + list);
    }
    return Events{DatasetDeleted{issued.tenant, command.dataset}};
}

DatasetState evolve(DatasetState state, const DatasetCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.dataset;
    state.workspace = event.workspace;
    state.name = event.name;
    state.description = event.description;
    state.source = event.source;
    state.definition = event.definition;
    state.schema = event.schema;
    state.stamp = Stamp(event.at, event.by);
    return state;
}

DatasetState evolve(DatasetState state, const DatasetUpdated& event) {
    if (event.name) state.name = *event.name;
    if (event.description) state.description = *event.description;
    if (event.definition) state.definition = event.definition;
    if (event.schema) state.schema = *event.schema;
    state.stamp.change(event.at, event.by);
    return state;
}

DatasetState evolve(DatasetState state, const DatasetRevised& event) {
    state.schema = event.schema;
    ++state.stamp.version;
    return state;
}

DatasetState evolve(DatasetState state, const DatasetDeleted&) {
    state.exists = false;
    return state;
}

}  // namespace domain::admin::dataset
