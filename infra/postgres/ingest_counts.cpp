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

namespace {

/// Usage as the columns of a statement.
struct UsageColumns {
    explicit UsageColumns(const std::vector<domain::catalog::UsageCount>& usage) {
        for (const auto& count : usage) {
            tenants.add(count.tenant.value());
            schemas.add(count.schema);
            datastreams.add(count.datastream.value());
            sources.add(count.source);
            paths.add(count.path);
            minutes.add(domain::base::to_nanoseconds(count.minute));
            observations.add(count.observations);
            bytes.add(count.bytes);
        }
    }
    pqxx::result run(pqxx::transaction_base& transaction, const std::string& statement) const {
        return transaction.exec_params("with given as (select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], "
                                       "$5::text[], $6::bigint[], $7::bigint[], $8::bigint[]) as g (tenant, schema, datastream_id, "
                                       "source, path, minute, observations, bytes)) " + statement,
                                       tenants.text(), schemas.text(), datastreams.text(), sources.text(), paths.text(),
                                       minutes.text(), observations.text(), bytes.text());
    }
    SqlArray tenants, schemas, datastreams, sources, paths, minutes, observations, bytes;
};

}  // namespace

void add_usage(pqxx::transaction_base& transaction, const std::vector<domain::catalog::UsageCount>& usage) {
    if (usage.empty()) return;
    UsageColumns(usage).run(
        transaction,
        "insert into usage_minutes as u (tenant, schema, datastream_id, source, path, minute, observations, bytes, changed_at) "
        "select g.*, (extract(epoch from clock_timestamp()) * 1000000000)::bigint from given g order by 1, 2, 3, 4, 5, 6 "
        "on conflict (tenant, schema, datastream_id, source, path, minute) do update set "
        "observations = u.observations + excluded.observations, bytes = u.bytes + excluded.bytes, changed_at = excluded.changed_at");
}

bool remove_told(pqxx::transaction_base& transaction, const std::vector<domain::catalog::UsageCount>& told) {
    if (told.empty()) return true;
    const auto removed = UsageColumns(told).run(
        transaction,
        "delete from usage_minutes u using given g where u.tenant = g.tenant and u.schema = g.schema and "
        "u.datastream_id = g.datastream_id and u.source = g.source and u.path = g.path and u.minute = g.minute and "
        "u.observations = g.observations and u.bytes = g.bytes");
    return removed.affected_rows() == told.size();
}

void add_drops(pqxx::transaction_base& transaction, const std::vector<domain::catalog::DropCount>& drops) {
    if (drops.empty()) return;
    SqlArray tenants, filters, observations, bytes, failures, reasons, last;
    for (const auto& drop : drops) {
        tenants.add(drop.tenant.value());
        filters.add(drop.filter.value());
        observations.add(drop.observations);
        bytes.add(drop.bytes);
        failures.add(drop.failures);
        if (drop.failures > 0) reasons.add(drop.failure);
        else reasons.add_null();
        if (drop.observations > 0) last.add(domain::base::to_nanoseconds(drop.last_at));
        else last.add_null();
    }
    transaction.exec_params(
        "insert into drop_filter_counts as c (tenant, filter_id, observations, bytes, failures, last_failure, last_at) "
        "select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[]) as d "
        "order by 1, 2 "
        "on conflict (tenant, filter_id) do update set observations = c.observations + excluded.observations, "
        "bytes = c.bytes + excluded.bytes, failures = c.failures + excluded.failures, "
        "last_failure = coalesce(excluded.last_failure, c.last_failure), last_at = greatest(c.last_at, excluded.last_at)",
        tenants.text(), filters.text(), observations.text(), bytes.text(), failures.text(), reasons.text(), last.text());
}

void forget_old_minutes(pqxx::transaction_base& transaction) {
    transaction.exec("delete from ingest_minutes where minute < "
                     "(extract(epoch from clock_timestamp() - interval '2 hours') * 1000000000)::bigint");
}

void clear_counts(pqxx::transaction_base& transaction) {
    transaction.exec("delete from ingest_minutes");
    transaction.exec("delete from ingest_totals");
    transaction.exec("delete from usage_minutes");
    transaction.exec("delete from drop_filter_counts");
}

}  // namespace infra::postgres
