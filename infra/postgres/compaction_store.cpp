#include "infra/postgres/compaction_store.hpp"

#include <pqxx/pqxx>

#include "infra/postgres/channels.hpp"
#include "infra/postgres/compaction_claim.hpp"
#include "infra/postgres/segment_rows.hpp"
#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::catalog::CompactionJob;
using domain::catalog::CompactionLimits;
using domain::catalog::Segment;

void end_lease(pqxx::transaction_base& transaction, const CompactionJob& job) {
    const Segment& first = job.segments.front();
    transaction.exec_params("delete from compaction_leases where tenant = $1 and dataset_id = $2 and tier = $3 and "
                            "span_start = $4 and holder = $5",
                            first.tenant.value(), first.dataset.value(), job.tier, job.span_start, job.attempt);
}

/// Locks the rows of the segments; fails when one is missing or their rows are not those of `merged`.
Result<void> lock_segments(pqxx::transaction_base& transaction, const CompactionJob& job, const std::string& ids,
                           const Segment& merged) {
    // Always in the same order, so that two swaps wait for each other and do not deadlock.
    const auto row = transaction.exec_params1(
        "select count(*), coalesce(sum(row_count), 0) from (select row_count from segments where tenant = $1 and "
        "dataset_id = $2 and id = any($3::text[]) order by id for update) as locked",
        merged.tenant.value(), merged.dataset.value(), ids);
    if (static_cast<std::size_t>(number_of(row[0].c_str())) != job.segments.size()) {
        return Error(ErrorCode::kConflict, "a merged segment has left the catalog: " + merged.id.value());
    }
    if (number_of(row[1].c_str()) != merged.rows) {
        return Error(ErrorCode::kInternal, "a merged segment has other rows than its parts: " + merged.id.value());
    }
    return {};
}

Result<void> swap_segments(pqxx::transaction_base& transaction, const CompactionJob& job, const Segment& merged) {
    SqlArray names;
    for (const Segment& segment : job.segments) names.add(segment.id.value());
    const std::string ids = names.text();
    if (auto locked = lock_segments(transaction, job, ids, merged); !locked) return locked;
    transaction.exec_params(
        "with gone as (delete from segments where tenant = $1 and id = any($2::text[]) returning tenant, file) "
        "insert into retired_files (tenant, file, retired_at) select tenant, file, " + std::string(kServerNanoseconds) +
            " from gone on conflict (tenant, file) do update set retired_at = excluded.retired_at",
        merged.tenant.value(), ids);
    insert_segment(transaction, merged);
    end_lease(transaction, job);
    transaction.exec(std::string("notify ") + kSegmentsChannel);
    return {};
}

}  // namespace

Task<Result<std::optional<CompactionJob>>> PostgresCompactionStore::claim(CompactionLimits limits,
                                                                          std::chrono::seconds lease) {
    auto work = [limits, lease](pqxx::transaction_base& transaction) { return claim_job(transaction, limits, lease); };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<void>> PostgresCompactionStore::swap(const CompactionJob& job, const Segment& merged) {
    auto work = [job, merged](pqxx::transaction_base& transaction) {
        return swap_segments(transaction, job, merged);
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<void>> PostgresCompactionStore::release(const CompactionJob& job) {
    auto work = [job](pqxx::transaction_base& transaction) -> Result<void> {
        end_lease(transaction, job);
        return {};
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<std::vector<std::string>>> PostgresCompactionStore::retired(std::chrono::seconds age, std::size_t files_max) {
    auto work = [age, files_max](pqxx::transaction_base& transaction) -> Result<std::vector<std::string>> {
        const auto rows = transaction.exec(
            "select file from retired_files r where retired_at < " + std::string(kServerNanoseconds) + " - " +
            std::to_string(std::chrono::nanoseconds(age).count()) +
            " and not exists (select from segments where segments.file = r.file) order by retired_at limit " +
            std::to_string(files_max));
        std::vector<std::string> files;
        for (const auto& row : rows) files.push_back(row[0].as<std::string>());
        return files;
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

Task<Result<void>> PostgresCompactionStore::forget(std::vector<std::string> files) {
    auto work = [files = std::move(files)](pqxx::transaction_base& transaction) -> Result<void> {
        SqlArray names;
        for (const std::string& file : files) names.add(file);
        transaction.exec_params("delete from retired_files where file = any($1::text[])", names.text());
        return {};
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
