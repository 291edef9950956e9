#include "infra/postgres/rate_exchange.hpp"

#include <pqxx/pqxx>

#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {

using domain::base::Result;
using domain::base::Task;
using domain::ingest::Demand;
using domain::ingest::OtherDemands;

namespace {

/// Rows that nobody renews are of gateways that are gone; two who clear away the same ones do not wait for each other.
constexpr const char* kForget =
    "delete from gateway_demands where (gateway, name) in (select gateway, name from gateway_demands where "
    "(gateway = $1 and name <> all ($2::text[])) or seen_at < now() - interval '1 minute' for update skip locked)";
constexpr const char* kSay =
    "insert into gateway_demands (gateway, name, per_second, seen_at) "
    "select $1, d.name, d.amount, now() from unnest($2::text[], $3::double precision[]) as d (name, amount) "
    "on conflict (gateway, name) do update set per_second = excluded.per_second, seen_at = excluded.seen_at";
constexpr const char* kHear =
    "select name, per_second from gateway_demands where gateway <> $1 and name = any ($2::text[]) and "
    "seen_at > now() - interval '5 seconds'";

}  // namespace

Task<Result<OtherDemands>> PostgresRateExchange::exchange(std::vector<Demand> own) {
    auto work = [gateway = gateway_, own = std::move(own)](pqxx::transaction_base& transaction) -> Result<OtherDemands> {
        SqlArray names, amounts;
        names.add("");  // the gateway itself
        amounts.add("0");
        for (const Demand& demand : own) {
            names.add(demand.name);
            amounts.add(std::to_string(demand.per_second));
        }
        transaction.exec_params(kForget, gateway, names.text());
        transaction.exec_params(kSay, gateway, names.text(), amounts.text());
        OtherDemands others;
        for (const auto& row : transaction.exec_params(kHear, gateway, names.text())) {
            if (row[0].size() == 0) ++others.gateways;
            else others.demands.emplace_back(text(row[0]), row[1].as<double>());
        }
        return others;
    };
    co_return co_await pool_.transact(Scope::service(), std::move(work));
}

}  // namespace infra::postgres
