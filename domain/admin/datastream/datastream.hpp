#pragma once

#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"

/// Where observations arrive. Each datastream fills one source dataset of the same name.
namespace domain::admin::datastream {

// Commands

struct CreateDatastream {
    base::DatastreamId datastream;
    base::DatasetId dataset;  ///< its source dataset, made with it
    base::ObjectId workspace;
    std::string name;
    std::string description;
    friend bool operator==(const CreateDatastream&, const CreateDatastream&) = default;
};

// Events

struct DatastreamCreated {
    base::TenantId tenant;
    CreateDatastream datastream;
    base::Timestamp at{};
    friend bool operator==(const DatastreamCreated&, const DatastreamCreated&) = default;
};
using Events = std::vector<std::variant<DatastreamCreated>>;

// State

struct DatastreamState {
    bool exists = false;
    base::TenantId tenant;
    base::DatastreamId id;
    base::DatasetId dataset;
    base::ObjectId workspace;
    std::string name;
    std::string description;
    bool disabled = false;
    base::Timestamp created_at{};
    friend bool operator==(const DatastreamState&, const DatastreamState&) = default;
};

/// What surrounds the datastream.
struct Surroundings {
    bool workspace_exists = false;
    bool name_taken = false;
};

DatastreamState evolve(DatastreamState state, const DatastreamCreated& event);

/// Refuses with kNotFound (no such workspace), kConflict (id or name taken), kInvalidArgument (no name). Its dataset is
/// decided by dataset::decide; both happen or neither.
Decision<Events> decide(const DatastreamState& state, const Surroundings& around, const CreateDatastream& command,
                        const Issued& issued);

}  // namespace domain::admin::datastream
