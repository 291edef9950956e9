#include "infra/postgres/api_token_uses.hpp"

#include <pqxx/pqxx>

#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {

using domain::base::Result;
using domain::base::Task;

Task<Result<void>> PostgresApiTokenUses::record(domain::base::TenantId tenant, std::vector<domain::admin::ApiTokenUse> uses) {
    auto work = [tenant, uses = std::move(uses)](pqxx::transaction_base& transaction) -> Result<void> {
        SqlArray tokens, times;
        for (const auto& use : uses) {
            tokens.add(use.token.value());
            times.add(domain::base::to_nanoseconds(use.at));
        }
        // In the order of the keys, so that two gateways never wait for each other.
        transaction.exec_params(
            "insert into api_token_uses as known (tenant, token_id, last_used_at) "
            "select t.tenant, t.id, u.at from unnest($2::text[], $3::bigint[]) as u (token, at) "
            "join api_tokens t on t.tenant = $1 and t.id = u.token order by t.id "
            "on conflict (tenant, token_id) do update set last_used_at = greatest(known.last_used_at, excluded.last_used_at)",
            tenant.value(), tokens.text(), times.text());
        return {};
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

}  // namespace infra::postgres
