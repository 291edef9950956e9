#pragma once

#include <vector>

#include "domain/eventlog/event_log.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// One move of a group in one partition: from the offset that the caller believes in to the next.
struct CheckpointMove {
    domain::eventlog::GroupId group;
    std::string topic;
    domain::eventlog::PartitionId partition;
    domain::eventlog::Offset expected;
    domain::eventlog::Offset next;
};

/// Moves a checkpoint inside the caller's transaction, which then holds the effects of the records before it; the row stays
/// locked until that transaction ends. Fails with kConflict when the checkpoint is not where the caller believes: another
/// consumer has the partition, and nothing of the transaction may stay. Throws the driver's exceptions.
domain::base::Result<void> advance_checkpoint(pqxx::transaction_base& transaction, const CheckpointMove& move);

/// Where the group goes on in the partition; 0 when it never began. Throws the driver's exceptions.
domain::base::Result<domain::eventlog::Offset> read_checkpoint(pqxx::transaction_base& transaction,
                                                               const domain::eventlog::GroupId& group,
                                                               const std::string& topic,
                                                               domain::eventlog::PartitionId partition);

/// Where each group goes on reading.
class CheckpointStore final : public domain::eventlog::CheckpointReader {
public:
    explicit CheckpointStore(ConnectionPool& pool) : pool_(pool) {}

    /// Blocks. Fails with kUnavailable.
    domain::base::Result<domain::eventlog::Offset> next_offset(const domain::eventlog::GroupId& group,
                                                               const domain::eventlog::Topic& topic,
                                                               domain::eventlog::PartitionId partition) override;

    /// A move with no effects beside it, for records that need none. Fails as advance_checkpoint, and with kUnavailable.
    domain::base::Task<domain::base::Result<void>> advance(CheckpointMove move);

    /// Forgets a group's checkpoints of a topic, so that it reads from offset 0. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<void>> reset(domain::eventlog::GroupId group, std::string topic);

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
