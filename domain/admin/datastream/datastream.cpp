#include "domain/admin/datastream/datastream.hpp"

#include "domain/admin/dataset/dataset.hpp"
#include "domain/admin/bounds.hpp"

namespace domain::admin::datastream {

using base::ErrorCode;

namespace {

Refusal not_found(base::DatastreamId id) {
    return Refusal(ErrorCode::kNotFound, "datastream not found: " + std::to_string(id.value()));
}

Decision<void> check_retention(const std::optional<std::int64_t>& days) {
    return check_bound(days, retention_days_max, "the retention in days");
}

Decision<void> check_readers(const DatastreamState& state, const Surroundings& around) {
    if (around.readers.empty()) return {};
    std::string list;
    for (const std::string& reader : around.readers) list += (list.empty() ? "" : ", ") + reader;
    return Refusal(ErrorCode::kConflict, "other datasets read " + state.name + ": " + list);
}

}  // namespace

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
    const auto& settings = command.settings;
    if (auto checked = check_retention(settings.retention_days); !checked) return checked.error();
    if (auto checked = check_rate(settings.rate); !checked) return checked.error();
    return Events{DatastreamCreated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const DatastreamState& state, const Surroundings& around, const UpdateDatastream& command,
                        const Issued& issued) {
    if (!state.exists) return not_found(command.datastream);
    if (command.name && *command.name != state.name) {
        if (!dataset::is_dataset_name(*command.name)) {
            return Refusal(ErrorCode::kInvalidArgument, "malformed datastream name: " + *command.name);
        }
        if (around.name_taken) return Refusal(ErrorCode::kConflict, "datastream name is taken: " + *command.name);
        if (around.dataset_name_taken) return Refusal(ErrorCode::kConflict, "dataset name is taken: " + *command.name);
    }
    if (auto checked = check_retention(command.retention_days.value_or(std::nullopt)); !checked) return checked.error();
    if (auto checked = check_rate(command.rate); !checked) return checked.error();
    if (auto checked = check_readers(state, around); !checked) return checked.error();
    if (command == UpdateDatastream{command.datastream}) return Events{};
    return Events{DatastreamUpdated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const DatastreamState& state, const Surroundings& around, const DeleteDatastream& command,
                        const Issued& issued) {
    if (!state.exists) return not_found(command.datastream);
    if (!state.settings.disabled) {
        return Refusal(ErrorCode::kConflict, "only a disabled datastream can be removed: " + state.name);
    }
    if (auto checked = check_readers(state, around); !checked) return checked.error();
    return Events{DatastreamDeleted{issued.tenant, command.datastream}};
}

DatastreamState evolve(DatastreamState state, const DatastreamCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.datastream.datastream;
    state.dataset = event.datastream.dataset;
    state.workspace = event.datastream.workspace;
    state.name = event.datastream.name;
    state.description = event.datastream.description;
    state.settings = event.datastream.settings;
    for (const TypedDataset& made : event.datastream.typed) state.typed.emplace(made.form, made.dataset);
    state.stamp = Stamp(event.at, event.by);
    return state;
}

DatastreamState evolve(DatastreamState state, const DatastreamUpdated& event) {
    const UpdateDatastream& change = event.change;
    if (change.name) state.name = *change.name;
    if (change.description) state.description = *change.description;
    if (change.disabled) state.settings.disabled = *change.disabled;
    if (change.retention_days) state.settings.retention_days = *change.retention_days;
    change.rate.apply_to(state.settings.rate);
    if (change.direct_write) {
        for (const Form form : change.direct_write->off) state.typed.erase(form);
        for (const TypedDataset& made : change.direct_write->on) state.typed.emplace(made.form, made.dataset);
    }
    state.stamp.change(event.at, event.by);
    return state;
}

DatastreamState evolve(DatastreamState state, const DatastreamDeleted&) {
    state.exists = false;
    return state;
}

}  // namespace domain::admin::datastream
