#include "infra/postgres/ingest_reader.hpp"

#include <map>

#include <pqxx/pqxx>

#include "infra/postgres/drop_filter_tables.hpp"
#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {

namespace admin = domain::admin;
namespace base = domain::base;
using admin::IngestCount;
using admin::DatastreamDetails;
using admin::DropFilterDetails;
using admin::ingest_token::IngestTokenState;
using base::Result;
using base::Task;

namespace {

std::optional<std::int64_t> number_or_none(const pqxx::field& field) {
    return field.is_null() ? std::nullopt : std::optional<std::int64_t>(number(field));
}

}  // namespace

Task<Result<std::vector<DatastreamDetails>>> PostgresIngestReader::datastream_states(base::TenantId tenant) {
    auto work = [tenant](pqxx::transaction_base& transaction) -> Result<std::vector<DatastreamDetails>> {
        std::vector<DatastreamDetails> states;
        for (const auto& row : transaction.exec_params(
                 "select d.id, d.dataset_id, d.workspace_id, d.name, d.description, d.disabled, d.retention_days, "
                 "d.rate_bytes_per_minute, d.rate_observations_per_minute, d.created_at, d.created_by, d.updated_at, d.updated_by, "
                 "d.version, f.folder_id, d.typed "
                 "from datastreams d left join folder_objects f on f.tenant = d.tenant and f.object_id = d.id "
                 "where d.tenant = $1 order by d.workspace_id, d.name", tenant.value())) {
            DatastreamDetails state;
            state.exists = true;
            state.tenant = tenant;
            state.id = base::DatastreamId(number(row[0]));
            state.dataset = base::DatasetId(number(row[1]));
            state.workspace = base::ObjectId(number(row[2]));
            state.name = text(row[3]);
            state.description = text(row[4]);
            state.settings.disabled = flag(row[5]);
            state.settings.retention_days = number_or_none(row[6]);
            state.settings.rate = rate_of(row, 7);
            state.stamp = stamp_of(row, 9);
            if (!row[14].is_null()) state.folder = base::ObjectId(number(row[14]));
            auto typed = admin::datastream::typed_datasets_from_json(text(row[15]));
            if (!typed) return typed.error();
            state.typed = std::move(*typed);
            states.push_back(std::move(state));
        }
        return states;
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<std::vector<IngestTokenState>>> PostgresIngestReader::ingest_token_states(base::TenantId tenant) {
    auto work = [tenant](pqxx::transaction_base& transaction) -> Result<std::vector<IngestTokenState>> {
        std::map<std::string, std::vector<base::DatastreamId>> datastreams;
        for (const auto& row : transaction.exec_params("select token_id, datastream_id from ingest_token_datastreams "
                                                       "where tenant = $1 order by token_id, place", tenant.value())) {
            datastreams[text(row[0])].emplace_back(number(row[1]));
        }
        std::vector<IngestTokenState> states;
        for (const auto& row : transaction.exec_params(
                 "select id, name, description, secret_sha256, disabled, created_at, created_by, updated_at, updated_by, version, "
                 "rate_bytes_per_minute, rate_observations_per_minute "
                 "from ingest_tokens where tenant = $1 order by created_at, id", tenant.value())) {
            IngestTokenState state;
            state.exists = true;
            state.tenant = tenant;
            state.id = base::IngestTokenId(text(row[0]));
            state.name = text(row[1]);
            state.description = text(row[2]);
            state.secret_sha256 = text(row[3]);
            state.disabled = flag(row[4]);
            state.stamp = stamp_of(row, 5);
            state.rate = rate_of(row, 10);
            state.datastreams = datastreams[state.id.value()];
            states.push_back(std::move(state));
        }
        return states;
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<std::vector<DropFilterDetails>>> PostgresIngestReader::drop_filters(base::TenantId tenant) {
    auto work = [tenant](pqxx::transaction_base& transaction) -> Result<std::vector<DropFilterDetails>> {
        std::vector<DropFilterDetails> filters;
        for (const auto& row : transaction.exec_params(
                 "select " + drop_filter_columns() + ", coalesce(c.observations, 0), coalesce(c.bytes, 0), coalesce(c.failures, 0), "
                 "c.last_failure, c.last_at from drop_filters r left join drop_filter_counts c on c.tenant = r.tenant and c.filter_id = r.id "
                 "where r.tenant = $1 order by r.datastream_id, r.created_at, r.id", tenant.value())) {
            DropFilterDetails filter{drop_filter_of(row)};
            filter.observations = number(row[14]);
            filter.bytes = number(row[15]);
            filter.failures = number(row[16]);
            if (!row[17].is_null()) filter.last_failure = text(row[17]);
            if (!row[18].is_null()) filter.last_at = time_of(row[18]);
            filters.push_back(std::move(filter));
        }
        return filters;
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<std::vector<IngestCount>>> PostgresIngestReader::ingest_counts(base::TenantId tenant, base::Timestamp since) {
    auto work = [tenant, since](pqxx::transaction_base& transaction) -> Result<std::vector<IngestCount>> {
        std::vector<IngestCount> counts;
        std::map<std::pair<std::int64_t, std::string>, std::size_t> places;
        for (const auto& row : transaction.exec_params("select datastream_id, token_id, first_at, last_at, observations, bytes "
                                                       "from ingest_totals where tenant = $1 order by datastream_id, token_id",
                                                       tenant.value())) {
            IngestCount count;
            count.datastream = base::DatastreamId(number(row[0]));
            count.token = base::IngestTokenId(text(row[1]));
            count.first_at = time_of(row[2]);
            count.last_at = time_of(row[3]);
            count.observations = number(row[4]);
            count.bytes = number(row[5]);
            places[{number(row[0]), text(row[1])}] = counts.size();
            counts.push_back(std::move(count));
        }
        for (const auto& row : transaction.exec_params("select datastream_id, token_id, minute, observations, bytes from "
                                                       "ingest_minutes where tenant = $1 and minute >= $2 order by minute",
                                                       tenant.value(), base::to_nanoseconds(since))) {
            const auto place = places.find({number(row[0]), text(row[1])});
            if (place == places.end()) continue;
            counts[place->second].minutes.push_back({time_of(row[2]), number(row[3]), number(row[4])});
        }
        return counts;
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

}  // namespace infra::postgres
