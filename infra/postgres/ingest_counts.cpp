#include "infra/postgres/ingest_counts.hpp"

#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {

void add_arrivals(pqxx::transaction_base& transaction, const std::vector<domain::catalog::Arrival>& arrivals) {
    if (arrivals.empty()) return;
    SqlArray tenants, datastreams, tokens, minutes, first, last, observations, bytes;
    for (const auto& arrival : arrivals) {
        tenants.add(arrival.tenant.value());
        datastreams.add(arrival.datastream.value());
        tokens.add(arrival.token.value());
        minutes.add(domain::base::to_nanoseconds(arrival.minute));
        first.add(domain::base::to_nanoseconds(arrival.first_at));
        last.add(domain::base::to_nanoseconds(arrival.last_at));
        observations.add(arrival.observations);
        bytes.add(arrival.bytes);
    }
    // A statement may touch a row once only, so the minutes of a token are one row of the totals; group by also orders.
    transaction.exec_params(
        "with arrived as (select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], "
        "$7::bigint[], $8::bigint[]) as a (tenant, datastream, token, minute, first_at, last_at, observations, bytes)), "
        "by_minute as (insert into ingest_minutes as m (tenant, datastream_id, token_id, minute, observations, bytes) "
        "select tenant, datastream, token, minute, observations, bytes from arrived order by 1, 2, 3, 4 "
        "on conflict (tenant, datastream_id, token_id, minute) do update set "
        "observations = m.observations + excluded.observations, bytes = m.bytes + excluded.bytes) "
        "insert into ingest_totals as t (tenant, datastream_id, token_id, first_at, last_at, observations, bytes) "
        "select tenant, datastream, token, min(first_at), max(last_at), sum(observations), sum(bytes) from arrived "
        "group by tenant, datastream, token order by tenant, datastream, token "
        "on conflict (tenant, datastream_id, token_id) do update set first_at = least(t.first_at, excluded.first_at), "
        "last_at = greatest(t.last_at, excluded.last_at), observations = t.observations + excluded.observations, "
        "bytes = t.bytes + excluded.bytes",
        tenants.text(), datastreams.text(), tokens.text(), minutes.text(), first.text(), last.text(), observations.text(),
        bytes.text());
}

void forget_old_minutes(pqxx::transaction_base& transaction) {
    transaction.exec("delete from ingest_minutes where minute < "
                     "(extract(epoch from clock_timestamp() - interval '2 hours') * 1000000000)::bigint");
}

void clear_counts(pqxx::transaction_base& transaction) {
    transaction.exec("delete from ingest_minutes");
    transaction.exec("delete from ingest_totals");
}

}  // namespace infra::postgres
