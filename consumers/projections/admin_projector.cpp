// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "consumers/projections/admin_projector.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "domain/admin/event_codec.hpp"
#include "domain/admin/upload.hpp"
#include "domain/eventlog/topics.hpp"
#include "infra/telemetry/log.hpp"

namespace consumers::projections {
namespace {

using domain::admin::CommandBatch;
using domain::admin::CommandEnvelope;
using domain::admin::DeadLetter;
using domain::admin::LoggedCommand;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::catalog::Segment;
using domain::eventlog::Offset;
using domain::eventlog::PartitionId;
using domain::eventlog::StoredRecord;

const infra::telemetry::Logger kLog("consumers/projections");

/// Whether the command names a file; few do, and a replay has many thousands a second.
bool has_content(const domain::admin::Command& command) {
    namespace table = domain::admin::reference_table;
    if (std::holds_alternative<table::CreateReferenceTable>(command)) return true;
    const auto* update = std::get_if<table::UpdateReferenceTable>(&command);
    return update != nullptr && update->replacement && update->replacement->content;
}

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

AdminProjector::AdminProjector(domain::admin::ControlStore& store, TableContents& contents,
                               const domain::base::Clock& clock, infra::telemetry::Metrics& metrics)
    : AdminProjector(store, contents, clock, metrics, Options()) {}

AdminProjector::AdminProjector(domain::admin::ControlStore& store, TableContents& contents,
                               const domain::base::Clock& clock, infra::telemetry::Metrics& metrics, Options options)
    : store_(store),
      contents_(contents),
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
        // Read when the command comes that names them.
        if (domain::admin::is_chunk(record.headers)) continue;
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
    if (const auto landed = co_await land_contents(batch, records); !landed) co_return landed.error();
    const auto next = batch.next;
    const auto commands = batch.commands.size();
    const auto buried = batch.dead_letters.size();
    auto applied = co_await apply_landed(std::move(batch));
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

/// Lands the files that the commands name. A command whose file is not what it says becomes a dead letter.
Task<Result<void>> AdminProjector::land_contents(CommandBatch& batch, const std::vector<StoredRecord>& records) {
    std::vector<LoggedCommand> commands = std::move(batch.commands);
    batch.commands.clear();
    std::vector<Segment> landed;
    for (LoggedCommand& command : commands) {
        if (!has_content(command.envelope.command)) {
            batch.commands.push_back(std::move(command));
            continue;
        }
        CommandEnvelope envelope = command.envelope;
        auto segment = co_await contents_.land(std::move(envelope), batch.partition);
        if (segment) {
            command.segment = std::move(*segment);
            if (command.segment) landed.push_back(*command.segment);
            batch.commands.push_back(std::move(command));
            continue;
        }
        if (segment.error().code() != ErrorCode::kInvalidArgument) {
            co_await contents_.discard_unused(std::move(landed));
            co_return segment.error();
        }
        kLog.error("a file cannot be landed", {{"partition", batch.partition.value()}, {"offset", command.offset.value()},
                                               {"error", segment.error().message()}});
        const auto is_it = [&](const StoredRecord& record) { return record.position.offset == command.offset; };
        const auto record = std::find_if(records.begin(), records.end(), is_it);
        batch.dead_letters.push_back(dead_letter(*record, segment.error().message()));
    }
    co_return Result<void>();
}

/// Applies a batch and deletes the segments that nothing came of, because their commands were refused, decided before, or
/// not applied.
Task<Result<void>> AdminProjector::apply_landed(CommandBatch batch) {
    std::vector<Segment> landed;
    for (const LoggedCommand& command : batch.commands) {
        if (command.segment) landed.push_back(*command.segment);
    }
    const auto applied = co_await store_.apply(std::move(batch));
    // Of an unknown outcome nothing is deleted: the files may be in the catalog yet.
    const bool is_known = applied || applied.error().code() != ErrorCode::kUnavailable;
    if (is_known && !landed.empty()) co_await contents_.discard_unused(std::move(landed));
    co_return applied;
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
        if (const auto landed = co_await land_contents(single, one); !landed) co_return landed.error();
        const auto applied = co_await apply_or_bury(std::move(single), std::move(record));
        if (!applied) co_return applied.error();
    }
    co_return Result<void>();
}

Task<Result<void>> AdminProjector::apply_or_bury(CommandBatch batch, StoredRecord record) {
    CommandBatch attempt = batch;
    const auto applied = co_await apply_landed(std::move(attempt));
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
