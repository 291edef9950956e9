#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"

/// Folders of a workspace: what is put into one is covered by the grants on it. A dataset, datastream or reference table is in
/// one folder or in none; names and paths of datasets do not change with it.
namespace domain::admin::folder {

inline constexpr std::size_t folders_max = 1'000;  ///< of one tenant

// Commands

struct CreateFolder {
    base::ObjectId folder;
    base::ObjectId workspace;
    std::string name;
    std::string description;
    friend bool operator==(const CreateFolder&, const CreateFolder&) = default;
};
/// What is absent stays as it is.
struct UpdateFolder {
    base::ObjectId folder;
    std::optional<std::string> name = {};
    std::optional<std::string> description = {};
    friend bool operator==(const UpdateFolder&, const UpdateFolder&) = default;
};
/// Removes the folder; what is in it stays, in no folder.
struct DeleteFolder {
    base::ObjectId folder;
    friend bool operator==(const DeleteFolder&, const DeleteFolder&) = default;
};
struct PlaceObject {
    base::ObjectId object;                 ///< of a dataset, datastream or reference table
    std::optional<base::ObjectId> folder;  ///< none: in no folder any more
    friend bool operator==(const PlaceObject&, const PlaceObject&) = default;
};

// Events

struct FolderCreated {
    base::TenantId tenant;
    CreateFolder folder;
    base::Timestamp at{};
    std::string by;
};
struct FolderUpdated {
    base::TenantId tenant;
    UpdateFolder change;
    base::Timestamp at{};
    std::string by;
};
struct FolderDeleted {
    base::TenantId tenant;
    base::ObjectId folder;
};
struct ObjectPlaced {
    base::TenantId tenant;
    base::ObjectId object;
    std::optional<base::ObjectId> folder;
};
using Events = std::vector<std::variant<FolderCreated, FolderUpdated, FolderDeleted, ObjectPlaced>>;

// State

struct FolderState {
    bool exists = false;
    base::TenantId tenant;
    base::ObjectId id;
    base::ObjectId workspace;
    std::string name;
    std::string description;
    Stamp stamp;
    friend bool operator==(const FolderState&, const FolderState&) = default;
};
/// Where an object is; exists while it is in a folder.
struct PlacementState {
    bool exists = false;
    base::TenantId tenant;
    base::ObjectId object;
    base::ObjectId folder;
    friend bool operator==(const PlacementState&, const PlacementState&) = default;
};

/// What surrounds a new or changed folder.
struct Surroundings {
    bool workspace_exists = false;
    bool name_taken = false;    ///< by another folder of the workspace
    std::size_t folders = 0;    ///< that the tenant has
};
/// What surrounds an object that is placed.
struct PlacementSurroundings {
    std::optional<base::ObjectId> workspace_of_object;  ///< none: there is no such object
    std::optional<base::ObjectId> workspace_of_folder;  ///< none: there is no such folder
};

FolderState evolve(FolderState state, const FolderCreated& event);
FolderState evolve(FolderState state, const FolderUpdated& event);
FolderState evolve(FolderState state, const FolderDeleted& event);
PlacementState evolve(PlacementState state, const ObjectPlaced& event);

/// Refuses with kNotFound (no such workspace), kConflict (id or name taken), kInvalidArgument (no name), kResourceExhausted.
Decision<Events> decide(const FolderState& state, const Surroundings& around, const CreateFolder& command, const Issued& issued);
/// Refuses with kNotFound, kConflict (name taken), kInvalidArgument (no name). A change to what is there already is none.
Decision<Events> decide(const FolderState& state, const Surroundings& around, const UpdateFolder& command, const Issued& issued);
/// Refuses with kNotFound.
Decision<Events> decide(const FolderState& state, const DeleteFolder& command, const Issued& issued);
/// Refuses with kNotFound (object or folder), kInvalidArgument (of different workspaces). What is there already stays.
Decision<Events> decide(const PlacementState& state, const PlacementSurroundings& around, const PlaceObject& command,
                        const Issued& issued);

}  // namespace domain::admin::folder
