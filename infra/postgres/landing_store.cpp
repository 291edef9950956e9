#include "infra/postgres/landing_store.hpp"

#include <set>

#include <pqxx/pqxx>

#include "domain/admin/audit.hpp"
#include "infra/postgres/channels.hpp"
#include "infra/postgres/checkpoint_store.hpp"
#include "infra/postgres/ingest_counts.hpp"
#include "infra/postgres/layout_cache.hpp"
#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::catalog::IdempotencyKey;
using domain::catalog::LandingBatch;
using domain::catalog::Segment;

// Landed keys are about wall time, so the one clock that all consumers share is the server's.
constexpr const char* kNowNanoseconds = "(extract(epoch from clock_timestamp()) * 1000000000)::bigint";

/// The segments that this group lands; those of reference tables belong to the administration topic.
constexpr const char* kOfObservations = " where not exists (select from reference_tables t where t.tenant = segments.tenant "
                                        "and t.dataset_id = segments.dataset_id)";

std::string key_memory_nanoseconds() {
    return std::to_string(std::chrono::nanoseconds(domain::catalog::idempotency_key_memory).count());
}

Result<void> insert_segments(pqxx::transaction_base& transaction, const std::vector<Segment>& segments) {
    SqlArray layout_tenants, hashes, layouts;
    SqlArray tenants, ids, datasets, files, time_min, time_max, rows, bytes, raw_bytes, segment_hashes;
    std::set<std::pair<std::string, std::string>> written;
    for (const Segment& segment : segments) {
        const std::string layout = domain::catalog::to_json(segment.layout);
        const std::string hash = layout_hash(layout);
        if (written.emplace(segment.tenant.value(), hash).second) {
            layout_tenants.add(segment.tenant.value());
            hashes.add(hash);
            layouts.add(layout);
        }
        tenants.add(segment.tenant.value());
        ids.add(segment.id.value());
        datasets.add(segment.dataset.value());
        files.add(segment.file);
        time_min.add(domain::base::to_nanoseconds(segment.time_min));
        time_max.add(domain::base::to_nanoseconds(segment.time_max));
        rows.add(segment.rows);
        bytes.add(segment.bytes);
        raw_bytes.add(segment.raw_bytes);
        segment_hashes.add(hash);
    }
    transaction.exec_params("insert into segment_layouts (tenant, hash, layout) "
                            "select * from unnest($1::text[], $2::uuid[], $3::text[]) on conflict do nothing",
                            layout_tenants.text(), hashes.text(), layouts.text());
    const auto inserted = transaction.exec_params(
        "insert into segments (tenant, id, dataset_id, file, time_min, time_max, row_count, byte_count, raw_bytes, "
        "layout_hash) select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], "
        "$7::bigint[], $8::bigint[], $9::bigint[], $10::uuid[]) on conflict do nothing",
        tenants.text(), ids.text(), datasets.text(), files.text(), time_min.text(), time_max.text(), rows.text(),
        bytes.text(), raw_bytes.text(), segment_hashes.text());
    if (inserted.affected_rows() != segments.size()) {
        return Error(ErrorCode::kConflict, "a segment of the batch is in the catalog already: " + segments.front().id.value());
    }
    // For those who follow a dataset.
    transaction.exec_params("insert into segment_landings (tenant, segment_id, dataset_id, row_count) "
                            "select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) "
                            "on conflict (tenant, segment_id) do nothing",
                            tenants.text(), ids.text(), datasets.text(), rows.text());
    return {};
}

void insert_keys(pqxx::transaction_base& transaction, const std::vector<IdempotencyKey>& keys) {
    // A statement may touch a row once only, so repeats inside the batch are one.
    const std::set<IdempotencyKey> distinct(keys.begin(), keys.end());
    SqlArray tenants, texts;
    for (const IdempotencyKey& key : distinct) {
        tenants.add(key.tenant.value());
        texts.add_bytes(key.key);
    }
    transaction.exec_params("insert into idempotency_keys (tenant, key, landed_at) select t, k, " +
                                std::string(kNowNanoseconds) + " from unnest($1::text[], $2::bytea[]) as new (t, k) "
                                "on conflict (tenant, key) do update set landed_at = excluded.landed_at",
                            tenants.text(), texts.text());
}

Result<void> commit_batch(pqxx::transaction_base& transaction, const LandingBatch& batch) {
    for (const auto& move : batch.checkpoints) {
        const CheckpointMove checkpoint{batch.group, batch.topic, move.partition, move.expected, move.next};
        if (auto moved = advance_checkpoint(transaction, checkpoint); !moved) return moved.error();
    }
    if (!batch.segments.empty()) {
        if (auto inserted = insert_segments(transaction, batch.segments); !inserted) return inserted.error();
    }
    if (!batch.keys.empty()) insert_keys(transaction, batch.keys);
    add_arrivals(transaction, batch.arrivals);
    add_usage(transaction, batch.usage);
    if (!remove_told(transaction, batch.told)) return Error(ErrorCode::kConflict, "usage has grown since it was read");
    if (!batch.segments.empty()) transaction.exec(std::string("notify ") + kSegmentsChannel);
    return {};
}

}  // namespace

Task<Result<void>> PostgresLandingStore::commit(LandingBatch batch) {
    auto work = [batch = std::move(batch)](pqxx::transaction_base& transaction) {
        return commit_batch(transaction, batch);
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<std::vector<bool>>> PostgresLandingStore::known_keys(std::vector<IdempotencyKey> keys) {
    auto work = [keys = std::move(keys)](pqxx::transaction_base& transaction) -> Result<std::vector<bool>> {
        SqlArray tenants, texts;
        for (const IdempotencyKey& key : keys) {
            tenants.add(key.tenant.value());
            texts.add_bytes(key.key);
        }
        const auto rows = transaction.exec_params(
            "select asked.place from unnest($1::text[], $2::bytea[]) with ordinality as asked (tenant, key, place), "
            "lateral (select landed_at from idempotency_keys k where k.tenant = asked.tenant and k.key = asked.key "
            "offset 0) known where known.landed_at > " + std::string(kNowNanoseconds) + " - " + key_memory_nanoseconds(),
            tenants.text(), texts.text());
        std::vector<bool> known(keys.size(), false);
        for (const auto& row : rows) known[static_cast<std::size_t>(number_of(row[0].c_str()) - 1)] = true;
        return known;
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<std::vector<std::string>>> PostgresLandingStore::unknown_files(std::vector<std::string> files) {
    auto work = [files = std::move(files)](pqxx::transaction_base& transaction) -> Result<std::vector<std::string>> {
        SqlArray names;
        for (const std::string& file : files) names.add(file);
        const auto rows = transaction.exec_params(
            "select asked.file from unnest($1::text[]) with ordinality as asked (file, place) "
            "where not exists (select from segments where segments.file = asked.file) "
            "and not exists (select from retired_files where retired_files.file = asked.file) order by asked.place",
            names.text());
        std::vector<std::string> unknown;
        for (const auto& row : rows) unknown.push_back(row[0].as<std::string>());
        return unknown;
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<std::int64_t>> PostgresLandingStore::forget_old_keys(std::int64_t rows_max) {
    auto work = [rows_max](pqxx::transaction_base& transaction) -> Result<std::int64_t> {
        const auto deleted = transaction.exec_params(
            "delete from idempotency_keys where (tenant, key) in (select tenant, key from idempotency_keys "
            "where landed_at < " + std::string(kNowNanoseconds) + " - " + key_memory_nanoseconds() +
                " order by landed_at limit $1)",
            rows_max);
        return static_cast<std::int64_t>(deleted.affected_rows());
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<void>> PostgresLandingStore::clear(domain::eventlog::GroupId group, std::string topic) {
    auto work = [group = std::move(group), topic = std::move(topic)](pqxx::transaction_base& transaction) -> Result<void> {
        transaction.exec("insert into retired_files (tenant, file, retired_at) select tenant, file, " +
                         std::string(kNowNanoseconds) +
                         " from segments" + kOfObservations +
                         " on conflict (tenant, file) do update set retired_at = excluded.retired_at");
        transaction.exec(std::string("delete from segments") + kOfObservations);
        transaction.exec("delete from idempotency_keys");
        transaction.exec("delete from segment_landings");
        clear_counts(transaction);
        transaction.exec_params("delete from checkpoints where consumer_group = $1 and topic = $2", group.value(), topic);
        // The segments of the audit trail are gone, too, and come again from the outcomes.
        transaction.exec_params("delete from checkpoints where consumer_group = $1", domain::admin::audit::group().value());
        return {};
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
