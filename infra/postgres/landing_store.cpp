#include "infra/postgres/landing_store.hpp"

#include <set>

#include <pqxx/pqxx>

#include "domain/admin/audit.hpp"
#include "infra/postgres/channels.hpp"
#include "infra/postgres/checkpoint_store.hpp"
#include "infra/postgres/ingest_counts.hpp"
#include "infra/postgres/layout_cache.hpp"
#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::catalog::DropRule;
using domain::catalog::IdempotencyKey;
using domain::catalog::LandingBatch;
using domain::catalog::LandingFacts;
using domain::catalog::LandingQuestion;
using domain::catalog::RejectionName;
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
    SqlArray tenants, ids, datasets, files, time_min, time_max, rows, bytes, raw_bytes, segment_hashes, ranges;
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
        ranges.add(domain::catalog::to_json(segment.ranges));
    }
    transaction.exec_params("insert into segment_layouts (tenant, hash, layout) "
                            "select * from unnest($1::text[], $2::uuid[], $3::text[]) on conflict do nothing",
                            layout_tenants.text(), hashes.text(), layouts.text());
    const auto inserted = transaction.exec_params(
        "insert into segments (tenant, id, dataset_id, file, time_min, time_max, row_count, byte_count, raw_bytes, "
        "layout_hash, ranges) select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], "
        "$7::bigint[], $8::bigint[], $9::bigint[], $10::uuid[], $11::text[]) on conflict do nothing",
        tenants.text(), ids.text(), datasets.text(), files.text(), time_min.text(), time_max.text(), rows.text(),
        bytes.text(), raw_bytes.text(), segment_hashes.text(), ranges.text());
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

/// One flag for each place that a row of `rows` names, counted from 1.
std::vector<bool> flags(std::size_t count, const pqxx::result& rows) {
    std::vector<bool> flags(count, false);
    for (const auto& row : rows) flags[static_cast<std::size_t>(number_of(row[0].c_str()) - 1)] = true;
    return flags;
}

std::vector<bool> known_keys(pqxx::transaction_base& transaction, const std::vector<IdempotencyKey>& keys) {
    if (keys.empty()) return {};
    SqlArray tenants, texts;
    for (const IdempotencyKey& key : keys) {
        tenants.add(key.tenant.value());
        texts.add_bytes(key.key);
    }
    return flags(keys.size(), transaction.exec_params(
        "select asked.place from unnest($1::text[], $2::bytea[]) with ordinality as asked (tenant, key, place), "
        "lateral (select landed_at from idempotency_keys k where k.tenant = asked.tenant and k.key = asked.key "
        "offset 0) known where known.landed_at > " + std::string(kNowNanoseconds) + " - " + key_memory_nanoseconds(),
        tenants.text(), texts.text()));
}

std::vector<bool> waiting_among(pqxx::transaction_base& transaction, const PostgresLandingStore::WaitingFilter& filter) {
    if (filter.names.empty()) return {};
    SqlArray tenants, names;
    for (const RejectionName& each : filter.names) {
        tenants.add(each.tenant.value());
        names.add(each.name);
    }
    std::optional<std::string> tenant;
    if (filter.tenant) tenant = filter.tenant->value();
    std::optional<std::int64_t> dataset;
    if (filter.dataset) dataset = filter.dataset->value();
    return flags(filter.names.size(), transaction.exec_params(
        "select asked.place from unnest($1::text[], $2::text[]) with ordinality as asked (tenant, name, place) "
        "join rejected_records r on r.tenant = asked.tenant and r.name = asked.name where r.rejected_at >= $3 "
        "and ($4::text is null or r.tenant = $4) and ($5::bigint is null or r.dataset_id = $5)",
        tenants.text(), names.text(), domain::base::to_nanoseconds(filter.since), tenant, dataset));
}

std::vector<bool> known_datasets(pqxx::transaction_base& transaction,
                                 const std::vector<std::pair<domain::base::TenantId, domain::base::DatasetId>>& datasets) {
    if (datasets.empty()) return {};
    SqlArray tenants, ids;
    for (const auto& [tenant, id] : datasets) {
        tenants.add(tenant.value());
        ids.add(id.value());
    }
    return flags(datasets.size(), transaction.exec_params(
        "select asked.place from unnest($1::text[], $2::bigint[]) with ordinality as asked (tenant, id, place) "
        "where exists (select from datasets d where d.tenant = asked.tenant and d.id = asked.id) "
        "or exists (select from deleted_datasets d where d.tenant = asked.tenant and d.dataset_id = asked.id)",
        tenants.text(), ids.text()));
}

std::vector<std::vector<DropRule>> drop_rules(pqxx::transaction_base& transaction,
                                              const std::vector<std::pair<domain::base::TenantId, domain::base::DatasetId>>& datasets) {
    std::vector<std::vector<DropRule>> rules(datasets.size());
    if (datasets.empty()) return rules;
    SqlArray tenants, ids;
    for (const auto& [tenant, id] : datasets) {
        tenants.add(tenant.value());
        ids.add(id.value());
    }
    const auto rows = transaction.exec_params(
        "select asked.place, f.id, f.pipeline, f.drop_share, f.since from unnest($1::text[], $2::bigint[]) with ordinality as "
        "asked (tenant, id, place) join datastreams d on d.tenant = asked.tenant and d.dataset_id = asked.id "
        "join drop_filters f on f.tenant = d.tenant and f.datastream_id = d.id where f.enabled and f.drop_share > 0 "
        "order by asked.place, f.created_at, f.id",
        tenants.text(), ids.text());
    for (const auto& row : rows) {
        DropRule& rule = rules[static_cast<std::size_t>(number(row[0]) - 1)].emplace_back();
        rule.filter = domain::base::ObjectId(number(row[1]));
        rule.pipeline = text(row[2]);
        rule.drop_share = number(row[3]);
        rule.since = time_of(row[4]);
    }
    return rules;
}

void insert_rejected(pqxx::transaction_base& transaction, const std::vector<domain::catalog::Rejected>& rejected) {
    SqlArray tenants, names, datasets;
    for (const auto& each : rejected) {
        tenants.add(each.name.tenant.value());
        names.add(each.name.name);
        datasets.add(each.dataset.value());
    }
    transaction.exec_params("insert into rejected_records (tenant, name, dataset_id, rejected_at) select t, n, d, " +
                                std::string(kNowNanoseconds) + " from unnest($1::text[], $2::text[], $3::bigint[]) as new (t, n, d) "
                                "on conflict (tenant, name) do nothing",
                            tenants.text(), names.text(), datasets.text());
}

/// False when one of them does not wait.
bool remove_replayed(pqxx::transaction_base& transaction, const std::vector<RejectionName>& replayed) {
    SqlArray tenants, names;
    for (const RejectionName& each : replayed) {
        tenants.add(each.tenant.value());
        names.add(each.name);
    }
    const auto removed = transaction.exec_params(
        "delete from rejected_records r using unnest($1::text[], $2::text[]) as gone (tenant, name) "
        "where r.tenant = gone.tenant and r.name = gone.name", tenants.text(), names.text());
    return removed.affected_rows() == replayed.size();
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
    add_drops(transaction, batch.drops);
    if (!batch.rejected.empty()) insert_rejected(transaction, batch.rejected);
    if (!batch.replayed.empty() && !remove_replayed(transaction, batch.replayed)) {
        return Error(ErrorCode::kConflict, "what was rejected has been put in again already: " + batch.replayed.front().name);
    }
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

Task<Result<LandingFacts>> PostgresLandingStore::facts(LandingQuestion question) {
    auto work = [question = std::move(question)](pqxx::transaction_base& transaction) -> Result<LandingFacts> {
        LandingFacts facts;
        facts.known_keys = known_keys(transaction, question.keys);
        WaitingFilter filter;
        filter.names = question.replays;
        facts.waiting = waiting_among(transaction, filter);
        facts.datasets = known_datasets(transaction, question.datasets);
        facts.rules = drop_rules(transaction, question.datasets);
        return facts;
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<std::vector<bool>>> PostgresLandingStore::waiting(WaitingFilter filter) {
    auto work = [filter = std::move(filter)](pqxx::transaction_base& transaction) -> Result<std::vector<bool>> {
        return waiting_among(transaction, filter);
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
        transaction.exec("delete from rejected_records");
        clear_counts(transaction);
        transaction.exec_params("delete from checkpoints where consumer_group = $1 and topic = $2", group.value(), topic);
        // The segments of the audit trail are gone, too, and come again from the outcomes.
        transaction.exec_params("delete from checkpoints where consumer_group = $1", domain::admin::audit::group().value());
        return {};
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
