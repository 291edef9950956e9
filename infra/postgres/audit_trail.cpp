// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "infra/postgres/audit_trail.hpp"

#include <pqxx/pqxx>

#include "domain/eventlog/topics.hpp"
#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {

using domain::admin::audit::Entry;
using domain::admin::audit::Page;
using domain::base::Result;
using domain::base::Task;
using domain::eventlog::Offset;

namespace {

/// A partition whose projections are further than the trail.
constexpr const char* kBehind =
    "select c.partition_id, coalesce(a.next_offset, 0), c.next_offset from checkpoints c left join checkpoints a on "
    "a.consumer_group = $2 and a.topic = c.topic and a.partition_id = c.partition_id where c.consumer_group = 'admin' and "
    "c.topic = $1 and c.next_offset > coalesce(a.next_offset, 0) order by c.partition_id limit 1";

constexpr const char* kEntries =
    "select tenant, command_id, command_type, actor, address, token, issued_at, accepted, error_code, message, details, log_offset "
    "from command_outcomes where partition_id = $1 and log_offset >= $2 and log_offset < $3 order by log_offset limit $4";

Entry entry_of(const pqxx::row& row) {
    Entry entry;
    entry.tenant = domain::base::TenantId(text(row[0]));
    entry.command_id = text(row[1]);
    entry.command = text(row[2]);
    entry.actor = text(row[3]);
    entry.address = text(row[4]);
    entry.token = text(row[5]);
    entry.time = domain::base::from_nanoseconds(number_of(row[6].c_str()));
    entry.accepted = row[7].c_str()[0] == 't';
    entry.error = text(row[8]);
    entry.message = text(row[9]);
    entry.details = text(row[10]);
    return entry;
}

}  // namespace

Task<Result<std::optional<Page>>> PostgresAuditTrail::next(std::size_t entries_max) {
    auto work = [entries_max](pqxx::transaction_base& transaction) -> Result<std::optional<Page>> {
        const auto behind = transaction.exec_params(kBehind, domain::eventlog::admin_topic().name,
                                                    domain::admin::audit::group().value());
        if (behind.empty()) return std::optional<Page>();
        const auto partition = number_of(behind[0][0].c_str());
        Page page;
        page.partition = domain::eventlog::PartitionId(static_cast<std::int32_t>(partition));
        page.from = Offset(number_of(behind[0][1].c_str()));
        page.to = Offset(number_of(behind[0][2].c_str()));
        const auto rows = transaction.exec_params(kEntries, partition, page.from.value(), page.to.value(),
                                                  static_cast<std::int64_t>(entries_max));
        for (const auto& row : rows) page.entries.push_back(entry_of(row));
        if (page.entries.size() == entries_max) page.to = Offset(number_of(rows[rows.size() - 1][11].c_str()) + 1);
        return std::optional<Page>(std::move(page));
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
