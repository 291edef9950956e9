#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/admin/command.hpp"
#include "domain/base/task.hpp"
#include "domain/catalog/segment.hpp"
#include "domain/eventlog/event_log.hpp"

namespace domain::admin {

struct LoggedCommand {
    LoggedCommand() = default;
    LoggedCommand(eventlog::Offset at, CommandEnvelope command) : offset(at), envelope(std::move(command)) {}
    eventlog::Offset offset;
    CommandEnvelope envelope;
    /// What the content of a reference table has become, on disk already; nothing when it has no rows.
    std::optional<catalog::Segment> segment;
};

/// A record that cannot be applied, kept with everything that it has.
struct DeadLetter {
    std::string tenant;  ///< empty when the record names none
    eventlog::Position position;
    std::string reason;
    std::vector<eventlog::Header> headers;
    base::SharedBytes value;
    base::Timestamp appended_at{};
};

/// Consecutive records of one partition, taken apart.
struct CommandBatch {
    CommandBatch() = default;
    eventlog::GroupId group;
    std::string topic;
    eventlog::PartitionId partition;
    eventlog::Offset expected;  ///< where the checkpoint stands
    eventlog::Offset next;      ///< one past the batch's last record
    std::vector<LoggedCommand> commands;
    std::vector<DeadLetter> dead_letters;
    /// Someone may wait for these outcomes; false in replays, where nobody does.
    bool announce_outcomes = true;
};

/// Where commands take effect: the control projections, the outcomes, the dead letters and the checkpoints, in one store.
/// Thread-safe.
class ControlStore {
public:
    virtual ~ControlStore() = default;

    /// One transaction: compare-and-set of the checkpoint; then each command in order, unless its id has an outcome
    /// already, through admin::execute on the projections; then states, outcomes, dead letters and notifications. The
    /// segments of the reference tables that the commands make, replace or delete change with them.
    /// Fails with kConflict when the checkpoint is not at `expected`, with kInternal when the store refused what the
    /// commands demand (then one of them is at fault), both without effect; with kUnavailable when the store did not
    /// answer: the outcome is then unknown.
    virtual base::Task<base::Result<void>> apply(CommandBatch batch) = 0;

    /// The offset that the group goes on from; 0 when it never began. Fails with kUnavailable.
    virtual base::Task<base::Result<eventlog::Offset>> next_offset(eventlog::GroupId group, std::string topic,
                                                                   eventlog::PartitionId partition) = 0;

    /// Forgets the projections, outcomes and dead letters of the topic and the group's checkpoints, so that a replay from
    /// offset 0 makes them anew. Fails with kUnavailable.
    virtual base::Task<base::Result<void>> clear(eventlog::GroupId group, std::string topic) = 0;

    /// Tells everyone who caches credentials to forget them; after a replay. Fails with kUnavailable.
    virtual base::Task<base::Result<void>> announce_rebuild() = 0;
};

}  // namespace domain::admin
