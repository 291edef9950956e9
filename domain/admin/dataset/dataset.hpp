#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"
#include "domain/catalog/dataset.hpp"

/// What can be queried. Source datasets come with their datastream (datastream/datastream.hpp), and so do typed ones, whose
/// pipeline is not the users' to change; derived ones are saved pipelines over other datasets.
///
/// No decision compiles OPAL: whoever sends a command has done that, and puts the schema into it together with the versions
/// of all datasets that it has looked at. When one of them has changed meanwhile the command is refused with kConflict, and
/// the same wish is compiled anew. So a replay needs no compiler, and not the same one.
namespace domain::admin::dataset {

using catalog::DatasetVersion;

/// A dataset that depends on one that changes.
struct Revision {
    DatasetVersion seen;
    std::optional<catalog::Schema> schema;  ///< that it has afterwards, when it is another one
    friend bool operator==(const Revision&, const Revision&) = default;
};

// Commands

/// Makes a derived dataset.
struct CreateDataset {
    base::DatasetId dataset;
    base::ObjectId workspace;
    std::string name;
    std::string description;
    catalog::Definition definition;
    catalog::Schema schema;
    std::vector<DatasetVersion> inputs;  ///< what the definition reads, as it was when it was compiled
    friend bool operator==(const CreateDataset&, const CreateDataset&) = default;
};

/// A new definition with everything that was found out about it.
struct Redefinition {
    std::int64_t version = 0;  ///< of the dataset itself, as it was seen
    catalog::Definition definition;
    catalog::Schema schema;
    std::vector<DatasetVersion> inputs;
    std::vector<Revision> dependents;  ///< all that depend on the dataset
    friend bool operator==(const Redefinition&, const Redefinition&) = default;
};

/// Changes a derived dataset; what is absent stays.
struct UpdateDataset {
    base::DatasetId dataset;
    std::optional<std::string> name;
    std::optional<std::string> description;
    std::optional<Redefinition> redefinition;
    friend bool operator==(const UpdateDataset&, const UpdateDataset&) = default;
};

/// Removes a derived dataset that no other one reads.
struct DeleteDataset {
    base::DatasetId dataset;
    friend bool operator==(const DeleteDataset&, const DeleteDataset&) = default;
};

// Events

struct DatasetCreated {
    base::TenantId tenant;
    base::DatasetId dataset;
    base::ObjectId workspace;
    std::string name;
    std::string description;
    std::optional<base::DatastreamId> source;  ///< the datastream whose observations it holds; with a definition: a typed one
    std::optional<catalog::Definition> definition;
    catalog::Schema schema;
    base::Timestamp at{};
    std::string by;  ///< empty for a source dataset
};
struct DatasetUpdated {
    base::TenantId tenant;
    base::DatasetId dataset;
    std::optional<std::string> name;
    std::optional<std::string> description;
    std::optional<catalog::Definition> definition;
    std::optional<catalog::Schema> schema;  ///< with a definition
    base::Timestamp at{};
    std::string by;
};
/// Its own definition stays, its schema follows that of a dataset that it reads.
struct DatasetRevised {
    base::TenantId tenant;
    base::DatasetId dataset;
    catalog::Schema schema;
};
struct DatasetDeleted {
    base::TenantId tenant;
    base::DatasetId dataset;
};
using Events = std::vector<std::variant<DatasetCreated, DatasetUpdated, DatasetRevised, DatasetDeleted>>;

// State

struct DatasetState {
    bool exists = false;
    base::TenantId tenant;
    base::DatasetId id;
    base::ObjectId workspace;
    std::string name;
    std::string description;
    std::optional<base::DatastreamId> source;
    std::optional<catalog::Definition> definition;
    catalog::Schema schema;
    Stamp stamp;  ///< updated by commands about this dataset; the version also grows when its schema follows another one
};

/// What surrounds the dataset.
struct Surroundings {
    bool workspace_exists = false;
    bool name_taken = false;
    std::vector<DatasetVersion> inputs = {};  ///< those of the command's inputs that exist, as they are
    std::vector<DatasetVersion> dependents = {};  ///< all that depend on the dataset, in order of their ids
    std::vector<std::string> readers = {};    ///< names of those that read it themselves
};

DatasetState evolve(DatasetState state, const DatasetCreated& event);
DatasetState evolve(DatasetState state, const DatasetUpdated& event);
DatasetState evolve(DatasetState state, const DatasetRevised& event);
DatasetState evolve(DatasetState state, const DatasetDeleted& event);

/// True for a name that a dataset can have: 1 to 255 bytes, no control characters, no blank at either end, none of `"` and `:`.
bool is_dataset_name(std::string_view name);

/// Whether a dataset may be made there. Refuses with kNotFound (no such workspace), kConflict (id or name taken),
/// kInvalidArgument (malformed name).
Decision<void> may_create(const DatasetState& state, const Surroundings& around, const std::string& name,
                          base::ObjectId workspace, base::DatasetId id);

/// Whether the dataset has still the version that was seen, and `dependents` are all that depend on it, as they were seen.
/// Refuses with kConflict.
Decision<void> check_unchanged(const DatasetState& state, const Surroundings& around, std::int64_t version,
                               const std::vector<Revision>& dependents);

/// Refuses as may_create, and with kConflict when an input is not as it was seen.
Decision<Events> decide(const DatasetState& state, const Surroundings& around, const CreateDataset& command,
                        const Issued& issued);
/// Refuses with kNotFound, kInvalidArgument (malformed name; not a derived dataset, or a typed one), kConflict (name taken; the dataset, an
/// input or a dependent is not as it was seen; the dataset would read itself).
Decision<Events> decide(const DatasetState& state, const Surroundings& around, const UpdateDataset& command,
                        const Issued& issued);
/// Refuses with kNotFound, kInvalidArgument (not a derived dataset, or a typed one), kConflict (others read it).
Decision<Events> decide(const DatasetState& state, const Surroundings& around, const DeleteDataset& command,
                        const Issued& issued);

}  // namespace domain::admin::dataset
