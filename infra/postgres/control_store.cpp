#include "infra/postgres/control_store.hpp"

#include <set>

#include <nlohmann/json.hpp>
#include <pqxx/pqxx>

#include "domain/admin/audit.hpp"
#include "infra/postgres/channels.hpp"
#include "infra/postgres/checkpoint_store.hpp"
#include "infra/postgres/control_tables.hpp"
#include "infra/postgres/reference_table_rows.hpp"
#include "infra/postgres/row_writer.hpp"

namespace infra::postgres {
namespace {

using domain::admin::CommandBatch;
using domain::admin::CommandEnvelope;
using domain::admin::ControlKeys;
using domain::admin::ControlState;
using domain::admin::DeadLetter;
using domain::admin::LoggedCommand;
using domain::admin::Outcome;
using domain::base::Result;
using domain::base::Task;
using domain::eventlog::GroupId;
using domain::eventlog::Offset;
using domain::eventlog::PartitionId;

// PostgreSQL refuses payloads of 8000 bytes and more.
constexpr std::size_t kPayloadBytesMax = 7900;

constexpr std::array kOutcomeColumns{
    ColumnSpec{"tenant", "text"},        ColumnSpec{"command_id", "text"}, ColumnSpec{"command_type", "text"},
    ColumnSpec{"actor", "text"},         ColumnSpec{"address", "text"},    ColumnSpec{"issued_at", "bigint"},
    ColumnSpec{"accepted", "boolean"},   ColumnSpec{"error_code", "text"}, ColumnSpec{"message", "text"},
    ColumnSpec{"id_taken", "boolean"},   ColumnSpec{"partition_id", "integer"}, ColumnSpec{"log_offset", "bigint"},
    ColumnSpec{"fingerprint", "text"},   ColumnSpec{"nonce", "text"},
    ColumnSpec{"token", "text"},         ColumnSpec{"details", "text"}};

using CommandKey = std::pair<std::string, std::string>;

CommandKey key_of(const CommandEnvelope& envelope) { return {envelope.tenant.value(), envelope.id.value()}; }

/// Which of the batch's commands have been decided before.
std::set<CommandKey> decided_before(pqxx::transaction_base& transaction, const std::vector<LoggedCommand>& commands) {
    SqlArray tenants, ids;
    for (const LoggedCommand& command : commands) {
        tenants.add(command.envelope.tenant.value());
        ids.add(command.envelope.id.value());
    }
    const auto rows = transaction.exec_params(
        "select o.tenant, o.command_id from unnest($1::text[], $2::text[]) as k (t, i), lateral (select tenant, command_id "
        "from command_outcomes where tenant = k.t and command_id = k.i offset 0) o", tenants.text(), ids.text());
    std::set<CommandKey> decided;
    for (const auto& row : rows) decided.emplace(row[0].as<std::string>(), row[1].as<std::string>());
    return decided;
}

/// Joins the parts into as few payloads as hold them and sends them with the transaction.
void notify(pqxx::transaction_base& transaction, const char* channel, const std::vector<std::string>& parts) {
    if (parts.empty()) return;
    SqlArray payloads;
    std::string payload;
    for (const std::string& part : parts) {
        if (!payload.empty() && payload.size() + part.size() + 1 > kPayloadBytesMax) {
            payloads.add(payload);
            payload.clear();
        }
        payload += (payload.empty() ? "" : " ") + part;
    }
    payloads.add(payload);
    transaction.exec_params("select pg_notify($1, p) from unnest($2::text[]) as payloads (p)", channel, payloads.text());
}

void decide(pqxx::transaction_base& transaction, const CommandBatch& batch) {
    std::set<CommandKey> decided = decided_before(transaction, batch.commands);
    ControlKeys keys;
    for (const LoggedCommand& command : batch.commands) {
        if (!decided.contains(key_of(command.envelope))) keys.add(command.envelope);
    }
    ControlState state;
    load_control_state(transaction, keys, state);

    RowWriter outcomes("command_outcomes", "tenant, command_id", kOutcomeColumns, OnDuplicate::kFail);
    std::vector<std::string> announced;
    for (const LoggedCommand& command : batch.commands) {
        const CommandEnvelope& envelope = command.envelope;
        if (!decided.insert(key_of(envelope)).second) {
            announced.push_back("-" + envelope.id.value());
            continue;
        }
        const Outcome outcome = domain::admin::execute(state, envelope);
        outcomes.add(envelope.tenant, envelope.id, domain::admin::stored_name(envelope.command), envelope.actor, envelope.address,
                     envelope.time, outcome.accepted, outcome.accepted ? "" : name(outcome.code), outcome.message,
                     outcome.id_taken, batch.partition, command.offset, envelope.fingerprint, envelope.nonce,
                     envelope.token, domain::admin::audit::details_of(envelope.command));
        announced.push_back((outcome.accepted ? "+" : "-") + envelope.id.value());
        if (outcome.accepted) exchange_rows(transaction, state, command);
    }
    save_control_state(transaction, state);
    outcomes.write(transaction);

    auto credentials = changed_credentials(state);
    if (batch.announce_outcomes) {
        notify(transaction, kOutcomesChannel, announced);
    } else if (!credentials.empty()) {
        credentials = {"*"};
    }
    notify(transaction, kCredentialsChannel, credentials);
}

std::string headers_json(const std::vector<domain::eventlog::Header>& headers) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& header : headers) list.push_back({header.name, header.value});
    // Whatever bytes came: what is not UTF-8 is replaced, and JSON escapes the NUL character.
    return list.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// A text as PostgreSQL can keep it.
std::string printable(const std::string& text) {
    std::string kept;
    for (const char c : text) kept += c >= 0x20 && c < 0x7f ? c : '?';
    return kept;
}

void keep_dead_letters(pqxx::transaction_base& transaction, const CommandBatch& batch) {
    SqlArray tenants, partitions, offsets, reasons, headers, values, times;
    for (const DeadLetter& letter : batch.dead_letters) {
        tenants.add(printable(letter.tenant));
        partitions.add(letter.position.partition.value());
        offsets.add(letter.position.offset.value());
        reasons.add(printable(letter.reason));
        headers.add(headers_json(letter.headers));
        values.add_bytes(letter.value.view());
        times.add(domain::base::to_nanoseconds(letter.appended_at));
    }
    transaction.exec_params(
        "insert into dead_letters (topic, tenant, partition_id, log_offset, reason, headers, value, appended_at) "
        "select $1, * from unnest($2::text[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::bytea[], "
        "$8::bigint[]) on conflict do nothing",
        batch.topic, tenants.text(), partitions.text(), offsets.text(), reasons.text(), headers.text(), values.text(),
        times.text());
}

}  // namespace

Task<Result<void>> PostgresControlStore::apply(CommandBatch batch) {
    auto work = [batch = std::move(batch)](pqxx::transaction_base& transaction) -> Result<void> {
        const CheckpointMove move{batch.group, batch.topic, batch.partition, batch.expected, batch.next};
        if (auto moved = advance_checkpoint(transaction, move); !moved) return moved.error();
        if (!batch.commands.empty()) decide(transaction, batch);
        if (!batch.dead_letters.empty()) keep_dead_letters(transaction, batch);
        return {};
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<Offset>> PostgresControlStore::next_offset(GroupId group, std::string topic, PartitionId partition) {
    auto work = [group = std::move(group), topic = std::move(topic), partition](pqxx::transaction_base& transaction) {
        return read_checkpoint(transaction, group, topic, partition);
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<void>> PostgresControlStore::clear(GroupId group, std::string topic) {
    auto work = [group = std::move(group), topic = std::move(topic)](pqxx::transaction_base& transaction) -> Result<void> {
        retire_all_rows(transaction);
        std::string tables;
        for (const std::string& table : control_tables()) tables += (tables.empty() ? "" : ", ") + table;
        transaction.exec("truncate " + tables);
        transaction.exec_params("delete from dead_letters where topic = $1", topic);
        transaction.exec_params("delete from checkpoints where consumer_group = $1 and topic = $2", group.value(), topic);
        return {};
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<void>> PostgresControlStore::announce_rebuild() {
    auto work = [](pqxx::transaction_base& transaction) -> Result<void> {
        notify(transaction, kCredentialsChannel, {"*"});
        return {};
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
