#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/catalog/schema.hpp"

/// What can be queried. Source datasets come with their datastream (datastream/datastream.hpp), so no stored command of its
/// own makes one yet.
namespace domain::admin::dataset {

// Commands

struct CreateDataset {
    base::DatasetId dataset;
    base::ObjectId workspace;
    std::string name;
    std::optional<base::DatastreamId> source;  ///< the datastream whose observations it holds
    catalog::Schema schema;
};

// Events

struct DatasetCreated {
    base::TenantId tenant;
    CreateDataset dataset;
    base::Timestamp at{};
};
using Events = std::vector<std::variant<DatasetCreated>>;

// State

struct DatasetState {
    bool exists = false;
    base::TenantId tenant;
    base::DatasetId id;
    base::ObjectId workspace;
    std::string name;
    std::optional<base::DatastreamId> source;
    catalog::Schema schema;
    base::Timestamp created_at{};
};

/// What surrounds the dataset.
struct Surroundings {
    bool workspace_exists = false;
    bool name_taken = false;
};

DatasetState evolve(DatasetState state, const DatasetCreated& event);

/// Refuses with kNotFound (no such workspace), kConflict (id or name taken), kInvalidArgument (no name).
Decision<Events> decide(const DatasetState& state, const Surroundings& around, const CreateDataset& command,
                        const Issued& issued);

}  // namespace domain::admin::dataset
