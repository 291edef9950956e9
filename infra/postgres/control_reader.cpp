#include "infra/postgres/control_reader.hpp"

#include <map>

#include <pqxx/pqxx>

#include "domain/admin/user/user.hpp"
#include "domain/catalog/schema_json.hpp"
#include "infra/postgres/access_row.hpp"
#include "infra/postgres/dataset_row.hpp"
#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {
namespace {

using domain::admin::ApiTokenView;
using domain::admin::DatasetView;
using domain::admin::DatastreamView;
using domain::admin::IngestTokenView;
using domain::admin::Outcome;
using domain::admin::ReferenceTableView;
using domain::admin::UserView;
using domain::admin::WorkspaceView;
using domain::admin::user::UserKind;
using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;
using domain::identity::AccessRules;

constexpr const char* kUsers = "select id, email, label, password_hash, administrator, disabled, kind, description, created_at, "
                               "created_by, updated_at, updated_by, version from users where tenant = $1";

UserView user_of(const pqxx::row& row) {
    UserView user;
    user.id = domain::base::UserId(number_of(row[0].c_str()));
    user.email = text(row[1]);
    user.label = text(row[2]);
    user.password_hash = text(row[3]);
    user.administrator = flag(row[4]);
    user.disabled = flag(row[5]);
    user.kind = text(row[6]) == name(UserKind::kPerson) ? UserKind::kPerson : UserKind::kServiceAccount;
    user.description = text(row[7]);
    user.stamp = stamp_of(row, 8);
    return user;
}

constexpr const char* kApiTokens =
    "select t.id, t.user_id, t.kind, t.name, t.secret_sha256, t.created_at, t.expires_at, t.renewable, t.disabled, "
    "u.disabled, u.administrator, t.description, t.created_by, t.updated_at, t.updated_by, t.version, s.last_used_at, "
    "(select version from access_states a where a.tenant = t.tenant) "
    "from api_tokens t join users u on u.tenant = t.tenant and u.id = t.user_id "
    "left join api_token_uses s on s.tenant = t.tenant and s.token_id = t.id where t.tenant = $1";

ApiTokenView api_token_of(const pqxx::row& row) {
    ApiTokenView token;
    token.id = domain::base::ApiTokenId(text(row[0]));
    token.user = domain::base::UserId(number_of(row[1].c_str()));
    token.kind = text(row[2]);
    token.name = text(row[3]);
    token.secret_sha256 = text(row[4]);
    token.stamp.created_at = domain::base::from_nanoseconds(number_of(row[5].c_str()));
    token.expires_at = domain::base::from_nanoseconds(number_of(row[6].c_str()));
    token.renewable = flag(row[7]);
    token.disabled = flag(row[8]);
    token.user_disabled = flag(row[9]);
    token.administrator = flag(row[10]);
    token.description = text(row[11]);
    token.stamp.created_by = text(row[12]);
    token.stamp.updated_at = domain::base::from_nanoseconds(number_of(row[13].c_str()));
    token.stamp.updated_by = text(row[14]);
    token.stamp.version = number_of(row[15].c_str());
    if (!row[16].is_null()) token.last_used_at = domain::base::from_nanoseconds(number_of(row[16].c_str()));
    token.access_version = number_of(row[17].c_str());
    return token;
}

/// The default datastream of a tenant: the one named so, else the oldest.
constexpr const char* kDefaultFirst = "(d.name = 'Default') desc, d.created_at, d.id";

DatastreamView datastream_of(const pqxx::row& row, int first) {
    DatastreamView datastream;
    datastream.id = domain::base::DatastreamId(number_of(row[first].c_str()));
    datastream.name = text(row[first + 1]);
    datastream.dataset = domain::base::DatasetId(number_of(row[first + 2].c_str()));
    datastream.disabled = flag(row[first + 3]);
    datastream.rate = rate_of(row, first + 4);
    // What stands in a row was written by this module; one that is not readable has no typed datasets to be routed by.
    if (auto typed = domain::admin::datastream::typed_datasets_from_json(text(row[first + 6]))) datastream.typed = std::move(*typed);
    return datastream;
}

const std::string kDatasets =
    "select " + dataset_column_list + ", d.description, d.created_at, d.created_by, d.updated_at, d.updated_by from " +
    dataset_tables + " where d.tenant = $1 order by w.name, d.name";

Result<DatasetView> dataset_view_of(const TenantId& tenant, const pqxx::row& row) {
    auto dataset = dataset_of(tenant, row);
    if (!dataset) return dataset.error();
    DatasetView view;
    view.dataset = std::move(*dataset);
    view.workspace = domain::base::ObjectId(number_of(row[6].c_str()));
    if (!row[7].is_null()) view.source = domain::base::DatastreamId(number_of(row[7].c_str()));
    if (!row[9].is_null()) view.folder = domain::base::ObjectId(number_of(row[9].c_str()));
    view.description = text(row[dataset_columns]);
    view.stamp.created_at = domain::base::from_nanoseconds(number_of(row[dataset_columns + 1].c_str()));
    view.stamp.created_by = text(row[dataset_columns + 2]);
    view.stamp.updated_at = domain::base::from_nanoseconds(number_of(row[dataset_columns + 3].c_str()));
    view.stamp.updated_by = text(row[dataset_columns + 4]);
    view.stamp.version = view.dataset.version;
    return view;
}

constexpr const char* kReferenceTables =
    "select t.id, t.dataset_id, t.workspace_id, t.label, t.description, t.checksum, t.byte_count, t.row_count, t.has_header, "
    "d.schema, d.version, t.created_at, t.created_by, t.updated_at, t.updated_by, t.version, f.folder_id from reference_tables t "
    "join datasets d on d.tenant = t.tenant and d.id = t.dataset_id "
    "left join folder_objects f on f.tenant = t.tenant and f.object_id = t.id where t.tenant = $1 order by t.label, t.id";

Result<ReferenceTableView> reference_table_of(const pqxx::row& row) {
    auto schema = domain::catalog::schema_from_json(text(row[9]));
    if (!schema) return schema.error();
    ReferenceTableView view;
    view.id = domain::base::ObjectId(number_of(row[0].c_str()));
    view.dataset = domain::base::DatasetId(number_of(row[1].c_str()));
    view.workspace = domain::base::ObjectId(number_of(row[2].c_str()));
    view.label = text(row[3]);
    view.description = text(row[4]);
    view.checksum = text(row[5]);
    view.bytes = number_of(row[6].c_str());
    view.rows = number_of(row[7].c_str());
    view.has_header = flag(row[8]);
    view.schema = std::move(*schema);
    view.dataset_version = number_of(row[10].c_str());
    view.stamp = stamp_of(row, 11);
    if (!row[16].is_null()) view.folder = domain::base::ObjectId(number_of(row[16].c_str()));
    return view;
}

/// Tokens with their datastreams in one statement, so that both are of one moment. `condition` is about `t`. A token with
/// links has the datastreams that they name, in their order; one without has every datastream of its tenant.
std::string ingest_token_statement(const std::string& condition) {
    const std::string token = "select t.tenant, t.id as token_id, t.name as token_name, t.secret_sha256, t.disabled as "
                              "token_disabled, c.rate_bytes_per_minute as c_bytes, c.rate_observations_per_minute as c_observations, "
                              "t.rate_bytes_per_minute as t_bytes, t.rate_observations_per_minute as t_observations, ";
    return "select tenant, token_id, token_name, secret_sha256, token_disabled, bound, c_bytes, c_observations, t_bytes, t_observations, "
           "d_id, d_name, d_dataset, d_disabled, d_bytes, d_observations, d_typed from (" + token + "true as bound, l.place, d.id as d_id, d.name as d_name, d.dataset_id as d_dataset, "
           "d.disabled as d_disabled, d.rate_bytes_per_minute as d_bytes, d.rate_observations_per_minute as d_observations, "
           "d.typed as d_typed, d.created_at as d_created_at from ingest_tokens t join tenants c on c.tenant = t.tenant "
           "join ingest_token_datastreams l on l.tenant = t.tenant and l.token_id = t.id "
           "join datastreams d on d.tenant = l.tenant and d.id = l.datastream_id where " + condition +
           " union all " + token + "false, 0, d.id, d.name, d.dataset_id, d.disabled, d.rate_bytes_per_minute, "
           "d.rate_observations_per_minute, d.typed, d.created_at from ingest_tokens t join tenants c on c.tenant = t.tenant "
           "left join datastreams d on d.tenant = t.tenant where " + condition +
           " and not exists (select from ingest_token_datastreams l where l.tenant = t.tenant and l.token_id = t.id)) rows "
           "order by tenant, token_id, place, (d_name = 'Default') desc, d_created_at, d_id";
}

std::vector<IngestTokenView> ingest_tokens_of_rows(const pqxx::result& rows) {
    std::vector<IngestTokenView> tokens;
    for (const auto& row : rows) {
        const std::string tenant = text(row[0]);
        const std::string id = text(row[1]);
        if (tokens.empty() || tokens.back().tenant.value() != tenant || tokens.back().id.value() != id) {
            IngestTokenView token;
            token.tenant = TenantId(tenant);
            token.id = domain::base::IngestTokenId(id);
            token.name = text(row[2]);
            token.secret_sha256 = text(row[3]);
            token.disabled = flag(row[4]);
            token.bound = flag(row[5]);
            token.tenant_rate = rate_of(row, 6);
            token.rate = rate_of(row, 8);
            tokens.push_back(std::move(token));
        }
        if (!row[10].is_null()) tokens.back().datastreams.push_back(datastream_of(row, 10));
    }
    return tokens;
}

/// All rows of a statement with text parameters, each through `make`.
template <class Make, class... Parameters>
auto all(ConnectionPool& pool, Scope scope, std::string statement, Make make, Parameters... parameters)
    -> Task<Result<std::vector<std::invoke_result_t<Make&, const pqxx::row&>>>> {
    using Value = std::invoke_result_t<Make&, const pqxx::row&>;
    auto work = [statement = std::move(statement), make = std::move(make),
                 ... parameters = std::move(parameters)](pqxx::transaction_base& transaction) -> Result<std::vector<Value>> {
        const auto rows = transaction.exec_params(statement, parameters...);
        std::vector<Value> values;
        values.reserve(rows.size());
        for (const auto& row : rows) values.push_back(make(row));
        return values;
    };
    co_return co_await pool.transact(std::move(scope), std::move(work));
}

template <class Value>
Result<std::optional<Value>> only(Result<std::vector<Value>> values) {
    if (!values) return values.error();
    if (values->empty()) return std::optional<Value>();
    return std::optional<Value>(std::move(values->front()));
}

template <class... Parameters>
Task<Result<std::vector<IngestTokenView>>> read_ingest_tokens(ConnectionPool& pool, Scope scope, std::string condition,
                                                              Parameters... parameters) {
    auto work = [condition = std::move(condition),
                 ... parameters = std::move(parameters)](pqxx::transaction_base& transaction)
        -> Result<std::vector<IngestTokenView>> {
        return ingest_tokens_of_rows(transaction.exec_params(ingest_token_statement(condition), parameters...));
    };
    co_return co_await pool.transact(std::move(scope), std::move(work));
}

domain::base::ErrorCode code_of(const std::string& code_name) {
    using domain::base::ErrorCode;
    for (int i = 0; i <= static_cast<int>(ErrorCode::kInternal); ++i) {
        if (name(static_cast<ErrorCode>(i)) == code_name) return static_cast<ErrorCode>(i);
    }
    return ErrorCode::kInternal;
}

Outcome outcome_of(const pqxx::row& row) {
    Outcome outcome;
    outcome.accepted = flag(row[0]);
    if (!outcome.accepted) outcome.code = code_of(text(row[1]));
    outcome.message = text(row[2]);
    outcome.id_taken = flag(row[3]);
    outcome.fingerprint = text(row[4]);
    outcome.nonce = text(row[5]);
    return outcome;
}

/// PostgreSQL's texts hold no NUL byte, and the driver would cut there: such a text names nothing.
bool storable(const std::string& value) { return value.find('\0') == std::string::npos; }

}  // namespace

Task<Result<std::vector<TenantId>>> PostgresControlReader::tenants() {
    auto make = [](const pqxx::row& row) { return TenantId(text(row[0])); };
    co_return co_await all(pool_, Scope::service(), "select tenant from tenants order by tenant", std::move(make));
}

Task<Result<std::vector<WorkspaceView>>> PostgresControlReader::workspaces(TenantId tenant) {
    auto make = [](const pqxx::row& row) {
        return WorkspaceView{domain::base::ObjectId(number_of(row[0].c_str())), text(row[1])};
    };
    co_return co_await all(pool_, Scope::of(tenant), "select id, name from workspaces where tenant = $1 order by created_at, id",
                           std::move(make), tenant.value());
}

Task<Result<std::vector<DatastreamView>>> PostgresControlReader::datastreams(TenantId tenant) {
    auto make = [](const pqxx::row& row) { return datastream_of(row, 0); };
    co_return co_await all(pool_, Scope::of(tenant),
                           std::string("select d.id, d.name, d.dataset_id, d.disabled, d.rate_bytes_per_minute, "
                                       "d.rate_observations_per_minute, d.typed from datastreams d where d.tenant = $1 order by ") + kDefaultFirst,
                           std::move(make), tenant.value());
}

Task<Result<std::vector<DatasetView>>> PostgresControlReader::datasets(TenantId tenant) {
    auto work = [tenant](pqxx::transaction_base& transaction) -> Result<std::vector<DatasetView>> {
        std::vector<DatasetView> views;
        for (const auto& row : transaction.exec_params(kDatasets, tenant.value())) {
            auto view = dataset_view_of(tenant, row);
            if (!view) return view.error();
            views.push_back(std::move(*view));
        }
        return views;
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<std::vector<ReferenceTableView>>> PostgresControlReader::reference_tables(TenantId tenant) {
    auto work = [tenant](pqxx::transaction_base& transaction) -> Result<std::vector<ReferenceTableView>> {
        std::vector<ReferenceTableView> views;
        for (const auto& row : transaction.exec_params(kReferenceTables, tenant.value())) {
            auto view = reference_table_of(row);
            if (!view) return view.error();
            views.push_back(std::move(*view));
        }
        return views;
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<std::vector<UserView>>> PostgresControlReader::users(TenantId tenant) {
    co_return co_await all(pool_, Scope::of(tenant), std::string(kUsers) + " order by id", &user_of, tenant.value());
}

Task<Result<std::optional<UserView>>> PostgresControlReader::user(TenantId tenant, domain::base::UserId id) {
    co_return only(co_await all(pool_, Scope::of(tenant), std::string(kUsers) + " and id = $2", &user_of, tenant.value(),
                                id.value()));
}

Task<Result<std::optional<UserView>>> PostgresControlReader::user_by_email(TenantId tenant, std::string email) {
    if (!storable(email)) co_return std::optional<UserView>();
    co_return only(co_await all(pool_, Scope::of(tenant), std::string(kUsers) + " and email_key = $2", &user_of,
                                tenant.value(), domain::admin::user::email_key(email)));
}

Task<Result<std::vector<ApiTokenView>>> PostgresControlReader::api_tokens(TenantId tenant, domain::base::UserId user) {
    co_return co_await all(pool_, Scope::of(tenant), std::string(kApiTokens) + " and t.user_id = $2 order by t.created_at, t.id",
                           &api_token_of, tenant.value(), user.value());
}

Task<Result<std::optional<ApiTokenView>>> PostgresControlReader::api_token(TenantId tenant, domain::base::ApiTokenId id) {
    if (!storable(id.value())) co_return std::optional<ApiTokenView>();
    co_return only(co_await all(pool_, Scope::of(tenant), std::string(kApiTokens) + " and t.id = $2", &api_token_of,
                                tenant.value(), id.value()));
}

Task<Result<std::optional<ApiTokenView>>> PostgresControlReader::api_token_by_secret(TenantId tenant,
                                                                                     std::string secret_sha256) {
    co_return only(co_await all(pool_, Scope::of(tenant), std::string(kApiTokens) + " and t.secret_sha256 = $2",
                                &api_token_of, tenant.value(), std::move(secret_sha256)));
}

Task<Result<std::vector<IngestTokenView>>> PostgresControlReader::ingest_tokens(domain::base::IngestTokenId id) {
    if (!storable(id.value())) co_return std::vector<IngestTokenView>();
    co_return co_await read_ingest_tokens(pool_, Scope::service(), "t.id = $1", id.value());
}

Task<Result<std::vector<IngestTokenView>>> PostgresControlReader::ingest_tokens_of(TenantId tenant) {
    co_return co_await read_ingest_tokens(pool_, Scope::of(tenant), "t.tenant = $1", tenant.value());
}

Task<Result<std::vector<IngestTokenView>>> PostgresControlReader::all_ingest_tokens() {
    co_return co_await read_ingest_tokens(pool_, Scope::service(), "true");
}

Task<Result<AccessRules>> PostgresControlReader::access_rules(TenantId tenant) {
    // The version first: what is read after it is as new or newer, and then the next request reads again.
    auto work = [tenant](pqxx::transaction_base& transaction) -> Result<AccessRules> {
        std::int64_t version = 0;
        for (const auto& row : transaction.exec_params("select version from access_states where tenant = $1", tenant.value())) {
            version = number_of(row[0].c_str());
        }
        std::vector<domain::identity::AccessGrant> grants;
        for (const auto& row : transaction.exec_params(
                 "select subject_kind, subject_id, target, object_id, role from grants where tenant = $1", tenant.value())) {
            grants.push_back({subject_of(row[0], row[1]), target_of(row[2], row[3]), role_of(row[4])});
        }
        std::vector<domain::identity::Membership> memberships;
        for (const auto& row : transaction.exec_params(
                 "select group_id, member_kind, member_id from group_members where tenant = $1", tenant.value())) {
            memberships.push_back({domain::identity::GroupId(number_of(row[0].c_str())), subject_of(row[1], row[2])});
        }
        return AccessRules(version, grants, memberships);
    };
    co_return co_await pool_.transact(Scope::of(tenant), std::move(work));
}

Task<Result<std::optional<Outcome>>> PostgresControlReader::outcome(TenantId tenant, domain::base::CommandId command) {
    co_return only(co_await all(pool_, Scope::of(tenant),
                                "select accepted, error_code, message, id_taken, fingerprint, nonce from command_outcomes where tenant = $1 "
                                "and command_id = $2", &outcome_of, tenant.value(), command.value()));
}

}  // namespace infra::postgres
