// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "infra/postgres/usage_ledger.hpp"

#include <pqxx/pqxx>

#include "infra/postgres/row_fields.hpp"

namespace infra::postgres {

using domain::base::Result;
using domain::base::Task;
using domain::catalog::UsageCount;

namespace {

// What lands late, after a crash or an overload, comes in many transactions: hence the quiet seconds.
constexpr const char* kDue =
    "select tenant, schema, datastream_id, source, path, minute, observations, bytes from usage_minutes, "
    "(select (extract(epoch from clock_timestamp()) * 1000000000)::bigint as at) now "
    "where minute <= now.at - 60000000000 and changed_at <= now.at - 5000000000 "
    "order by tenant, minute, schema, datastream_id, source, path limit $1";

}  // namespace

Task<Result<std::vector<UsageCount>>> PostgresUsageLedger::due(std::size_t counts_max) {
    auto work = [counts_max](pqxx::transaction_base& transaction) -> Result<std::vector<UsageCount>> {
        std::vector<UsageCount> counts;
        for (const auto& row : transaction.exec_params(kDue, static_cast<std::int64_t>(counts_max))) {
            UsageCount& count = counts.emplace_back();
            count.tenant = domain::base::TenantId(text(row[0]));
            count.schema = text(row[1]);
            count.datastream = domain::base::DatastreamId(number(row[2]));
            count.source = text(row[3]);
            count.path = text(row[4]);
            count.minute = time_of(row[5]);
            count.observations = number(row[6]);
            count.bytes = number(row[7]);
        }
        return counts;
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
