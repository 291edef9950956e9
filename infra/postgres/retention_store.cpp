#include "infra/postgres/retention_store.hpp"

#include <pqxx/pqxx>

#include "infra/postgres/channels.hpp"
#include "infra/postgres/ingest_counts.hpp"

namespace infra::postgres {

using domain::base::Result;
using domain::base::Task;

namespace {

// The rows are locked in the order in which a compaction locks them, so that both wait for each other and do not deadlock.
constexpr const char* kDropExpired = R"sql(
with now as (select (extract(epoch from clock_timestamp()) * 1000000000)::bigint as at),
expired as (
    select s.tenant, s.id from segments s, datastreams d, now
        where d.tenant = s.tenant and d.dataset_id = s.dataset_id and s.time_max < now.at - d.retention_days * 86400000000000
    union
    select s.tenant, s.id from segments s, deleted_datasets x where x.tenant = s.tenant and x.dataset_id = s.dataset_id
    limit $1
),
locked as (
    select s.tenant, s.id from segments s join expired e on e.tenant = s.tenant and e.id = s.id order by s.id for update of s
),
gone as (
    delete from segments s using locked l where s.tenant = l.tenant and s.id = l.id returning s.tenant, s.file
),
retired as (
    insert into retired_files (tenant, file, retired_at) select g.tenant, g.file, now.at from gone g, now
        on conflict (tenant, file) do update set retired_at = excluded.retired_at
)
select count(*) from gone
)sql";

}  // namespace

Task<Result<std::int64_t>> PostgresRetentionStore::drop_expired(std::int64_t segments_max) {
    auto work = [segments_max](pqxx::transaction_base& transaction) -> Result<std::int64_t> {
        const auto dropped = transaction.exec_params1(kDropExpired, segments_max)[0].as<std::int64_t>();
        if (dropped > 0) transaction.exec(std::string("notify ") + kSegmentsChannel);
        forget_old_minutes(transaction);
        transaction.exec("delete from segment_landings where landed_at < "
                         "(extract(epoch from clock_timestamp() - interval '10 minutes') * 1000000000)::bigint");
        return dropped;
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
