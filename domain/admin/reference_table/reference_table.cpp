#include "domain/admin/reference_table/reference_table.hpp"

namespace domain::admin::reference_table {
namespace {

using base::ErrorCode;

Refusal not_found(base::ObjectId id) {
    return Refusal(ErrorCode::kNotFound, "reference table not found: " + std::to_string(id.value()));
}

Decision<void> check_label(const Surroundings& around, const std::string& label) {
    if (label.empty()) return Refusal(ErrorCode::kInvalidArgument, "the reference table has no label");
    if (!is_label(label)) return Refusal(ErrorCode::kInvalidArgument, "malformed reference table label: " + label);
    if (around.label_taken) return Refusal(ErrorCode::kConflict, "reference table label is taken: " + label);
    if (around.of_dataset.name_taken) {
        return Refusal(ErrorCode::kConflict, "dataset name is taken: " + dataset_name(label));
    }
    return {};
}

void evolve_content(ReferenceTableState& state, const Content& content) {
    state.checksum = content.checksum;
    state.bytes = content.bytes;
    state.rows = content.rows;
    state.has_header = content.has_header;
}

}  // namespace

std::string dataset_name(std::string_view label) { return "Reference Tables/" + std::string(label); }

bool is_label(std::string_view label) {
    return !label.empty() && label.front() != ' ' && dataset::is_dataset_name(dataset_name(label));
}

Decision<Events> decide(const ReferenceTableState& state, const Surroundings& around, const CreateReferenceTable& command,
                        const Issued& issued) {
    if (auto checked = check_label(around, command.label); !checked) return checked.error();
    const std::string name = dataset_name(command.label);
    const auto may = dataset::may_create(around.dataset, around.of_dataset, name, command.workspace, command.dataset);
    if (!may) return may.error();
    if (state.exists) {
        return Refusal(ErrorCode::kConflict, "reference table id is taken: " + std::to_string(command.table.value()), true);
    }
    return Events{ReferenceTableCreated{issued.tenant, command, issued.time, issued.actor},
                  dataset::DatasetCreated{issued.tenant, command.dataset, command.workspace, name, command.description,
                                          std::nullopt, std::nullopt, command.schema, issued.time, issued.actor}};
}

Decision<Events> decide(const ReferenceTableState& state, const Surroundings& around, const UpdateReferenceTable& command,
                        const Issued& issued) {
    if (!state.exists) return not_found(command.table);
    const bool renames = command.label && *command.label != state.label;
    if (renames) {
        if (auto checked = check_label(around, *command.label); !checked) return checked.error();
    }
    ReferenceTableUpdated updated{issued.tenant, command.table, command.label, command.description, std::nullopt, issued.time,
                                  issued.actor};
    dataset::DatasetUpdated dataset{issued.tenant, state.dataset, std::nullopt, command.description, std::nullopt,
                                    std::nullopt, issued.time, issued.actor};
    if (renames) dataset.name = dataset_name(*command.label);
    Events revisions;
    if (command.replacement) {
        const Replacement& replacement = *command.replacement;
        if (replacement.dataset != state.dataset) {
            return Refusal(ErrorCode::kInvalidArgument,
                           "not the dataset of the reference table: " + std::to_string(replacement.dataset.value()));
        }
        updated.content = replacement.content;
        if (replacement.schema != around.dataset.schema) {
            const auto checked = dataset::check_unchanged(around.dataset, around.of_dataset, replacement.version,
                                                          replacement.dependents);
            if (!checked) return checked.error();
            dataset.schema = replacement.schema;
            for (const dataset::Revision& revision : replacement.dependents) {
                if (!revision.schema) continue;
                revisions.push_back(dataset::DatasetRevised{issued.tenant, revision.seen.dataset, *revision.schema});
            }
        }
    }
    Events events{std::move(updated)};
    // Other rows alone leave the dataset as it is: nobody who has looked at it needs to look again.
    if (dataset.name || dataset.description || dataset.schema) events.push_back(std::move(dataset));
    events.insert(events.end(), revisions.begin(), revisions.end());
    return events;
}

Decision<Events> decide(const ReferenceTableState& state, const Surroundings& around, const DeleteReferenceTable& command,
                        const Issued& issued) {
    if (!state.exists) return not_found(command.table);
    if (!around.of_dataset.readers.empty() && !command.force) {
        std::string list;
        for (const std::string& reader : around.of_dataset.readers) list += (list.empty() ? "" : ", ") + reader;
        return Refusal(ErrorCode::kConflict, "other datasets read " + dataset_name(state.label) + ": " + list);
    }
    return Events{ReferenceTableDeleted{issued.tenant, command.table}, dataset::DatasetDeleted{issued.tenant, state.dataset}};
}

ReferenceTableState evolve(ReferenceTableState state, const ReferenceTableCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.table.table;
    state.dataset = event.table.dataset;
    state.workspace = event.table.workspace;
    state.label = event.table.label;
    state.description = event.table.description;
    evolve_content(state, event.table.content);
    state.stamp = Stamp(event.at, event.by);
    return state;
}

ReferenceTableState evolve(ReferenceTableState state, const ReferenceTableUpdated& event) {
    if (event.label) state.label = *event.label;
    if (event.description) state.description = *event.description;
    if (event.content) evolve_content(state, *event.content);
    state.stamp.change(event.at, event.by);
    return state;
}

ReferenceTableState evolve(ReferenceTableState state, const ReferenceTableDeleted&) {
    state.exists = false;
    return state;
}

}  // namespace domain::admin::reference_table
