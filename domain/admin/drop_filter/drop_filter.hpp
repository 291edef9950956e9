#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domain/admin/outcome.hpp"
#include "domain/admin/stamp.hpp"

/// Observations that are left out before they are stored: those of a datastream that an OPAL pipeline of `filter` lets through, all of
/// them or a share. Whoever asks for a filter has compiled its pipeline; consumers apply it (consumers/landing/drop_filters.hpp).
namespace domain::admin::drop_filter {

inline constexpr std::size_t filters_of_datastream_max = 16;
inline constexpr std::size_t filters_max = 200;                ///< of one tenant
inline constexpr std::size_t pipeline_bytes_max = 4096;
inline constexpr std::int64_t whole = 1'000'000;               ///< the share of all, in millionths

/// What an administrator sets.
struct Settings {
    std::string label;
    std::string description;
    std::string pipeline;              ///< over raw observations
    std::int64_t drop_share = whole;   ///< of what the pipeline lets through, in millionths
    bool enabled = true;
    friend bool operator==(const Settings&, const Settings&) = default;
};

// Commands

struct CreateDropFilter {
    base::ObjectId filter;
    base::DatastreamId datastream;
    Settings settings = {};
    friend bool operator==(const CreateDropFilter&, const CreateDropFilter&) = default;
};
/// What is absent stays.
struct UpdateDropFilter {
    base::ObjectId filter;
    std::optional<std::string> label = {};
    std::optional<std::string> description = {};
    std::optional<std::string> pipeline = {};
    std::optional<std::int64_t> drop_share = {};
    std::optional<bool> enabled = {};
    friend bool operator==(const UpdateDropFilter&, const UpdateDropFilter&) = default;
};
struct DeleteDropFilter {
    base::ObjectId filter;
    friend bool operator==(const DeleteDropFilter&, const DeleteDropFilter&) = default;
};

// Events

struct DropFilterCreated {
    base::TenantId tenant;
    CreateDropFilter filter;
    base::Timestamp at{};
    std::string by;
};
struct DropFilterUpdated {
    base::TenantId tenant;
    UpdateDropFilter change;
    base::Timestamp at{};
    std::string by;
};
/// Also when its datastream is removed.
struct DropFilterDeleted {
    base::TenantId tenant;
    base::ObjectId filter;
};
using Events = std::vector<std::variant<DropFilterCreated, DropFilterUpdated, DropFilterDeleted>>;

// State

struct DropFilterState {
    bool exists = false;
    base::TenantId tenant;
    base::ObjectId id;
    base::DatastreamId datastream;
    Settings settings;
    /// Observations that arrived earlier stay, also when their segments are made anew: what the filter drops was last changed then.
    base::Timestamp since{};
    Stamp stamp;
    friend bool operator==(const DropFilterState&, const DropFilterState&) = default;
};

/// What surrounds a new filter.
struct Surroundings {
    bool datastream_exists = false;
    std::size_t filters = 0;                ///< of the tenant
    std::size_t filters_of_datastream = 0;
};

DropFilterState evolve(DropFilterState state, const DropFilterCreated& event);
DropFilterState evolve(DropFilterState state, const DropFilterUpdated& event);
DropFilterState evolve(DropFilterState state, const DropFilterDeleted& event);

/// Refuses with kNotFound (no such datastream), kConflict (id taken), kInvalidArgument (no label, no or too long a pipeline, a share
/// out of its bounds), kResourceExhausted.
Decision<Events> decide(const DropFilterState& state, const Surroundings& around, const CreateDropFilter& command, const Issued& issued);
/// Refuses with kNotFound and kInvalidArgument. A change of nothing is no event.
Decision<Events> decide(const DropFilterState& state, const UpdateDropFilter& command, const Issued& issued);
/// Refuses with kNotFound.
Decision<Events> decide(const DropFilterState& state, const DeleteDropFilter& command, const Issued& issued);

}  // namespace domain::admin::drop_filter
