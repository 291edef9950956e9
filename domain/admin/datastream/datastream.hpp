#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/admin/datastream/direct_write.hpp"
#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"
#include "domain/identity/rate_limit.hpp"

/// Where observations arrive. Each datastream fills one source dataset of the same name, and may have typed ones beside it
/// (direct_write.hpp).
namespace domain::admin::datastream {

inline constexpr std::int64_t retention_days_max = 36'500;

/// What an administrator sets. Null members of a change are told from absent ones by the outer optional.
struct Settings {
    bool disabled = false;                            ///< refuses observations
    std::optional<std::int64_t> retention_days;       ///< segments older than that are dropped; none: kept for ever
    identity::RateLimit rate;
    friend bool operator==(const Settings&, const Settings&) = default;
};

// Commands

struct CreateDatastream {
    base::DatastreamId datastream;
    base::DatasetId dataset;  ///< its source dataset, made with it
    base::ObjectId workspace;
    std::string name;
    std::string description;
    Settings settings = {};
    std::vector<TypedDataset> typed = {};
    friend bool operator==(const CreateDatastream&, const CreateDatastream&) = default;
};

/// What is absent stays. Its datasets are renamed with it.
struct UpdateDatastream {
    base::DatastreamId datastream;
    std::optional<std::string> name = {};
    std::optional<std::string> description = {};
    std::optional<bool> disabled = {};
    std::optional<std::optional<std::int64_t>> retention_days = {};
    identity::RateLimitChange rate = {};
    std::optional<DirectWrite> direct_write = {};
    friend bool operator==(const UpdateDatastream&, const UpdateDatastream&) = default;
};
/// Removes a disabled datastream with its datasets, which no other dataset reads. The observations go with it: their
/// segments are dropped by the consumers. Tokens keep naming it, so that none of them reaches further than before.
struct DeleteDatastream {
    base::DatastreamId datastream;
    friend bool operator==(const DeleteDatastream&, const DeleteDatastream&) = default;
};

// Events

struct DatastreamCreated {
    base::TenantId tenant;
    CreateDatastream datastream;
    base::Timestamp at{};
    std::string by;
};
struct DatastreamUpdated {
    base::TenantId tenant;
    UpdateDatastream change;
    base::Timestamp at{};
    std::string by;
};
struct DatastreamDeleted {
    base::TenantId tenant;
    base::DatastreamId datastream;
};
using Events = std::vector<std::variant<DatastreamCreated, DatastreamUpdated, DatastreamDeleted>>;

// State

struct DatastreamState {
    bool exists = false;
    base::TenantId tenant;
    base::DatastreamId id;
    base::DatasetId dataset;
    base::ObjectId workspace;
    std::string name;
    std::string description;
    Settings settings;
    TypedDatasets typed;
    Stamp stamp;
    friend bool operator==(const DatastreamState&, const DatastreamState&) = default;
};

/// What surrounds the datastream.
struct Surroundings {
    bool workspace_exists = false;
    bool name_taken = false;                 ///< by another datastream
    bool dataset_name_taken = false;         ///< by a dataset that is not its own
    std::vector<std::string> readers = {};   ///< names of the datasets that read one of those that would go, and stay themselves
};

DatastreamState evolve(DatastreamState state, const DatastreamCreated& event);
DatastreamState evolve(DatastreamState state, const DatastreamUpdated& event);
DatastreamState evolve(DatastreamState state, const DatastreamDeleted& event);

/// Refuses with kNotFound (no such workspace), kConflict (id or name taken), kInvalidArgument (no name). Its dataset is
/// decided by dataset::decide; both happen or neither.
Decision<Events> decide(const DatastreamState& state, const Surroundings& around, const CreateDatastream& command,
                        const Issued& issued);
/// Refuses with kNotFound, kConflict (name taken, also that of the dataset; a typed dataset that would go is read by others),
/// kInvalidArgument (malformed name, settings out of their bounds). A change of nothing is no event. Typed datasets that come are
/// decided by dataset::may_create; all happens or nothing.
Decision<Events> decide(const DatastreamState& state, const Surroundings& around, const UpdateDatastream& command,
                        const Issued& issued);
/// Refuses with kNotFound, and with kConflict when it is not disabled or one of its datasets is read by others.
Decision<Events> decide(const DatastreamState& state, const Surroundings& around, const DeleteDatastream& command,
                        const Issued& issued);

}  // namespace domain::admin::datastream
