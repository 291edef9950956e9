#include "domain/admin/folder/folder.hpp"

namespace domain::admin::folder {
namespace {

using base::ErrorCode;

std::string text(base::ObjectId id) { return std::to_string(id.value()); }

Refusal not_found(base::ObjectId id) { return Refusal(ErrorCode::kNotFound, "folder not found: " + text(id)); }
Refusal no_name() { return Refusal(ErrorCode::kInvalidArgument, "the folder has no name"); }
Refusal name_taken(const std::string& name) { return Refusal(ErrorCode::kConflict, "folder name is taken: " + name); }

}  // namespace

Decision<Events> decide(const FolderState& state, const Surroundings& around, const CreateFolder& command, const Issued& issued) {
    if (!around.workspace_exists) return Refusal(ErrorCode::kNotFound, "workspace not found: " + text(command.workspace));
    if (command.name.empty()) return no_name();
    if (around.name_taken) return name_taken(command.name);
    if (state.exists) return Refusal(ErrorCode::kConflict, "folder id is taken: " + text(command.folder), true);
    if (around.folders >= folders_max) {
        return Refusal(ErrorCode::kResourceExhausted, "too many folders, at most: " + std::to_string(folders_max));
    }
    return Events{FolderCreated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const FolderState& state, const Surroundings& around, const UpdateFolder& command, const Issued& issued) {
    if (!state.exists) return not_found(command.folder);
    const std::string& name = command.name ? *command.name : state.name;
    if (name.empty()) return no_name();
    if (name != state.name && around.name_taken) return name_taken(name);
    if (name == state.name && command.description.value_or(state.description) == state.description) return Events{};
    return Events{FolderUpdated{issued.tenant, command, issued.time, issued.actor}};
}

Decision<Events> decide(const FolderState& state, const DeleteFolder& command, const Issued& issued) {
    if (!state.exists) return not_found(command.folder);
    return Events{FolderDeleted{issued.tenant, command.folder}};
}

Decision<Events> decide(const PlacementState& state, const PlacementSurroundings& around, const PlaceObject& command,
                        const Issued& issued) {
    if (!around.workspace_of_object) return Refusal(ErrorCode::kNotFound, "object not found: " + text(command.object));
    if (command.folder && !around.workspace_of_folder) return not_found(*command.folder);
    if (command.folder && around.workspace_of_folder != around.workspace_of_object) {
        return Refusal(ErrorCode::kInvalidArgument, "the folder is in another workspace: " + text(*command.folder));
    }
    const bool is_there = command.folder ? state.exists && state.folder == *command.folder : !state.exists;
    if (is_there) return Events{};
    return Events{ObjectPlaced{issued.tenant, command.object, command.folder}};
}

FolderState evolve(FolderState state, const FolderCreated& event) {
    state.exists = true;
    state.tenant = event.tenant;
    state.id = event.folder.folder;
    state.workspace = event.folder.workspace;
    state.name = event.folder.name;
    state.description = event.folder.description;
    state.stamp = Stamp(event.at, event.by);
    return state;
}

FolderState evolve(FolderState state, const FolderUpdated& event) {
    if (event.change.name) state.name = *event.change.name;
    if (event.change.description) state.description = *event.change.description;
    state.stamp.change(event.at, event.by);
    return state;
}

FolderState evolve(FolderState state, const FolderDeleted&) {
    state.exists = false;
    return state;
}

PlacementState evolve(PlacementState state, const ObjectPlaced& event) {
    state.exists = event.folder.has_value();
    state.tenant = event.tenant;
    state.object = event.object;
    if (event.folder) state.folder = *event.folder;
    return state;
}

}  // namespace domain::admin::folder
