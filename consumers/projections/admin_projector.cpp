#include "consumers/projections/admin_projector.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "domain/admin/event_codec.hpp"
#include "domain/eventlog/topics.hpp"
#include "infra/telemetry/log.hpp"

namespace consumers::projections {
namespace {

using domain::admin::CommandBatch;
using domain::admin::DeadLetter;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::eventlog::Offset;
using domain::eventlog::PartitionId;
using domain::eventlog::StoredRecord;

const infra::telemetry::Logger kLog("consumers/projections");

DeadLetter dead_letter(const StoredRecord& record, std::string reason) {
    DeadLetter letter;
    for (const auto& header : record.headers) {
        if (header.name == "ce_tenant") letter.tenant = header.value;
    }
    letter.position = record.position;
    letter.reason = std::move(reason);
    letter.headers = record.headers;
    letter.value = record.value;
    letter.appended_at = record.appended_at;
    return letter;
}

}  // namespace

AdminProjector::AdminProjector(domain::admin::ControlStore& store, const domain::base::Clock& clock,
                               infra::telemetry::Metrics& metrics)
    : AdminProjector(store, clock, metrics, Options()) {}

AdminProjector::AdminProjector(domain::admin::ControlStore& store, const domain::base::Clock& clock,
                               infra::telemetry::Metrics& metrics, Options options)
    : store_(store),
      clock_(clock),
      options_(options),
      commands_(metrics.counter("opalite_admin_commands_total", "Administration commands taken from the log.")),
      dead_letters_(metrics.counter("opalite_admin_dead_letters_total",
                                    "Records of the administration topic that could not be applied.")) {}

Task<Result<void>> AdminProjector::handle(domain::eventlog::Delivery delivery) {
    if (const auto* assigned = std::get_if<domain::eventlog::PartitionAssigned>(&delivery)) {
        checkpoints_.erase(assigned->partition);
        co_return Result<void>();
    }
    if (const auto* revoked = std::get_if<domain::eventlog::PartitionRevoked>(&delivery)) {
        checkpoints_.erase(revoked->partition);
        co_return Result<void>();
    }
    auto batch = std::get<domain::eventlog::RecordBatch>(std::move(delivery));
    auto first = batch.records.begin();
    while (first != batch.records.end()) {
        const auto count = std::min(options_.commands_max, static_cast<std::size_t>(batch.records.end() - first));
        const auto last = first + static_cast<std::ptrdiff_t>(count);
        std::vector<StoredRecord> part(std::make_move_iterator(first), std::make_move_iterator(last));
        first = last;
        const auto applied = co_await apply(batch.partition, std::move(part));
        if (!applied) co_return applied.error();
    }
    co_return Result<void>();
}

Task<void> AdminProjector::end() {
    checkpoints_.clear();
    co_return;
}

Task<Result<Offset>> AdminProjector::checkpoint(PartitionId partition) {
    const auto known = checkpoints_.find(partition);
    if (known != checkpoints_.end()) co_return known->second;
    const auto next = co_await store_.next_offset(admin_group(), domain::eventlog::admin_topic().name, partition);
    if (next) checkpoints_[partition] = *next;
    co_return next;
}

CommandBatch AdminProjector::take_apart(PartitionId partition, Offset expected,
                                        const std::vector<StoredRecord>& records) const {
    CommandBatch batch;
    batch.group = admin_group();
    batch.topic = domain::eventlog::admin_topic().name;
    batch.partition = partition;
    batch.expected = expected;
    batch.next = Offset(records.back().position.offset.value() + 1);
    batch.announce_outcomes = false;
    for (const StoredRecord& record : records) {
        // A delivery may begin before the checkpoint; what is behind it has been applied.
        if (record.position.offset < expected) continue;
        auto envelope = domain::admin::from_record(record.headers, record.value.view());
        if (!envelope) {
            batch.dead_letters.push_back(dead_letter(record, envelope.error().message()));
            continue;
        }
        batch.announce_outcomes |= envelope->time > clock_.now() - options_.outcome_interest;
        batch.commands.push_back({record.position.offset, std::move(*envelope)});
    }
    return batch;
}

Task<Result<void>> AdminProjector::apply(PartitionId partition, std::vector<StoredRecord> records) {
    const auto expected = co_await checkpoint(partition);
    if (!expected) co_return expected.error();
    CommandBatch batch = take_apart(partition, *expected, records);
    if (batch.next <= *expected) co_return Result<void>();
    const auto next = batch.next;
    const auto commands = batch.commands.size();
    const auto buried = batch.dead_letters.size();
    auto applied = co_await store_.apply(std::move(batch));
    if (!applied && applied.error().code() == ErrorCode::kInternal) {
        kLog.error("a batch of commands was refused, applying them one by one",
                   {{"partition", partition.value()}, {"offset", expected->value()}, {"error", applied.error().message()}});
        applied = co_await apply_singly(partition, *expected, std::move(records));
    }
    if (!applied) {
        // Where the checkpoint stands is unknown now.
        checkpoints_.erase(partition);
        co_return applied.error();
    }
    checkpoints_[partition] = next;
    commands_.add(static_cast<double>(commands));
    dead_letters_.add(static_cast<double>(buried));
    co_return Result<void>();
}

/// The store refused the whole batch for the sake of one command; finds and buries it, so that the others go on.
Task<Result<void>> AdminProjector::apply_singly(PartitionId partition, Offset expected,
                                                std::vector<StoredRecord> records) {
    for (StoredRecord& record : records) {
        if (record.position.offset < expected) continue;
        std::vector<StoredRecord> one;
        one.push_back(record);
        CommandBatch single = take_apart(partition, expected, one);
        expected = single.next;
        const auto applied = co_await apply_or_bury(std::move(single), std::move(record));
        if (!applied) co_return applied.error();
    }
    co_return Result<void>();
}

Task<Result<void>> AdminProjector::apply_or_bury(CommandBatch batch, StoredRecord record) {
    CommandBatch attempt = batch;
    const auto applied = co_await store_.apply(std::move(attempt));
    if (applied || applied.error().code() != ErrorCode::kInternal) co_return applied;
    kLog.error("a command cannot be applied", {{"partition", record.position.partition.value()},
                                               {"offset", record.position.offset.value()},
                                               {"error", applied.error().message()}});
    batch.commands.clear();
    batch.dead_letters = {dead_letter(record, applied.error().message())};
    dead_letters_.add(1);
    co_return co_await store_.apply(std::move(batch));
}

}  // namespace consumers::projections
