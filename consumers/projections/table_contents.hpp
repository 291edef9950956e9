#pragma once

#include <optional>
#include <vector>

#include "domain/admin/command.hpp"
#include "domain/base/task.hpp"
#include "domain/catalog/segment.hpp"
#include "domain/eventlog/event_log.hpp"

namespace consumers::projections {

/// Makes segments of files that stand in the log. Thread-safe.
class TableContents {
public:
    virtual ~TableContents() = default;

    /// The segment of a command's content, on disk but not in the catalog; nothing when the command has no content or the
    /// content no rows. `partition` is the command's. The same command gives the same rows, in a file of its own each time.
    ///
    /// Fails with kInvalidArgument when the log does not have the file or the file is not as the command says, with
    /// kResourceExhausted when the disk is full, and with kUnavailable.
    virtual domain::base::Task<domain::base::Result<std::optional<domain::catalog::Segment>>> land(
        domain::admin::CommandEnvelope envelope, domain::eventlog::PartitionId partition) = 0;

    /// Deletes the files of those segments that the catalog does not name. What cannot be deleted or asked about now is left
    /// to the collector of orphans.
    virtual domain::base::Task<void> discard_unused(std::vector<domain::catalog::Segment> segments) = 0;
};

}  // namespace consumers::projections
