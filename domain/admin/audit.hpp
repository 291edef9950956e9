#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "domain/admin/command.hpp"
#include "domain/base/task.hpp"
#include "domain/eventlog/event_log.hpp"

/// What administrators did: every command that was decided, as one row of the dataset `System/Audit`, which each tenant has and
/// which administrators alone can query.
namespace domain::admin::audit {

/// The consumer group whose checkpoints say how far the trail has landed.
inline eventlog::GroupId group() { return eventlog::GroupId("audit"); }

/// What a command was about, as a JSON object: ids, names, roles and flags. Only members of a list of harmless names come in, so
/// no secret, password or hash of one can, also of commands that are yet to be invented.
std::string details_of(const Command& command);

/// One decided command.
struct Entry {
    base::TenantId tenant;
    std::string command_id;
    std::string command;  ///< `admin.user.create.v1`
    std::string actor;    ///< `user:12`
    std::string address;  ///< of the client, may be empty
    std::string token;    ///< id of the API token, may be empty
    base::Timestamp time{};
    bool accepted = true;
    std::string error;    ///< why not: `conflict`
    std::string message;
    std::string details;  ///< as details_of; may be empty
};

/// Consecutive commands of one partition, oldest first. Offsets without an entry were no new commands.
struct Page {
    eventlog::PartitionId partition;
    eventlog::Offset from;  ///< where the checkpoint of group() stands
    eventlog::Offset to;
    std::vector<Entry> entries;
};

/// The trail as the store keeps it. Thread-safe.
class Trail {
public:
    virtual ~Trail() = default;

    /// What is to land next: at most `entries_max` of one partition; nothing when all has landed. Fails with kUnavailable.
    virtual base::Task<base::Result<std::optional<Page>>> next(std::size_t entries_max) = 0;
};

/// The observation that an entry becomes, as a JSON object.
std::string to_json(const Entry& entry);

}  // namespace domain::admin::audit
