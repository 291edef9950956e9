#include "infra/postgres/checkpoint_store.hpp"

#include <pqxx/pqxx>

namespace infra::postgres {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::eventlog::GroupId;
using domain::eventlog::Offset;
using domain::eventlog::PartitionId;

Result<void> advance_checkpoint(pqxx::transaction_base& transaction, const CheckpointMove& move) {
    auto changed = transaction.exec_params(
        "update checkpoints set next_offset = $5 "
        "where consumer_group = $1 and topic = $2 and partition_id = $3 and next_offset = $4",
        move.group.value(), move.topic, move.partition.value(), move.expected.value(), move.next.value());
    if (changed.affected_rows() == 0 && move.expected.value() == 0) {
        changed = transaction.exec_params(
            "insert into checkpoints (consumer_group, topic, partition_id, next_offset) values ($1, $2, $3, $4) "
            "on conflict do nothing",
            move.group.value(), move.topic, move.partition.value(), move.next.value());
    }
    if (changed.affected_rows() == 1) return {};
    return Error(ErrorCode::kConflict, "checkpoint moved: " + move.group.value() + " " + move.topic + "/" +
                                           std::to_string(move.partition.value()) + " is not at " +
                                           std::to_string(move.expected.value()));
}

Result<Offset> read_checkpoint(pqxx::transaction_base& transaction, const GroupId& group, const std::string& topic,
                               PartitionId partition) {
    const auto rows = transaction.exec_params(
        "select next_offset from checkpoints where consumer_group = $1 and topic = $2 and partition_id = $3",
        group.value(), topic, partition.value());
    return Offset(rows.empty() ? 0 : rows[0][0].as<std::int64_t>());
}

Result<Offset> CheckpointStore::next_offset(const GroupId& group, const domain::eventlog::Topic& topic,
                                            PartitionId partition) {
    return pool_.transact_now(Scope::service(), [&](pqxx::transaction_base& transaction) {
        return read_checkpoint(transaction, group, topic.name, partition);
    });
}

Task<Result<void>> CheckpointStore::advance(CheckpointMove move) {
    auto work = [move = std::move(move)](pqxx::transaction_base& transaction) {
        return advance_checkpoint(transaction, move);
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<void>> CheckpointStore::reset(GroupId group, std::string topic) {
    auto work = [group = std::move(group), topic = std::move(topic)](pqxx::transaction_base& transaction) -> Result<void> {
        transaction.exec_params("delete from checkpoints where consumer_group = $1 and topic = $2", group.value(), topic);
        return {};
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
