#include "infra/postgres/control_tables.hpp"

#include <pqxx/pqxx>

#include "infra/postgres/access_tables.hpp"
#include "infra/postgres/drop_filter_tables.hpp"
#include "infra/postgres/folder_tables.hpp"
#include "infra/postgres/reference_table_rows.hpp"
#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/row_lookup.hpp"
#include "infra/postgres/row_writer.hpp"
#include "domain/catalog/schema_json.hpp"

namespace infra::postgres {
namespace {

namespace admin = domain::admin;
using domain::base::TenantId;
using domain::base::Timestamp;

// One pair of functions for each table: rows to states, and states to rows. Columns stand in the order of kColumns.

constexpr std::array kTenantColumns{ColumnSpec{"tenant", "text"}, ColumnSpec{"label", "text"},
                                    ColumnSpec{"created_at", "bigint"},
                                    ColumnSpec{"rate_bytes_per_minute", "bigint"},
                                    ColumnSpec{"rate_observations_per_minute", "bigint"}};
constexpr std::array kWorkspaceColumns{ColumnSpec{"tenant", "text"}, ColumnSpec{"id", "bigint"}, ColumnSpec{"name", "text"},
                                       ColumnSpec{"created_at", "bigint"}};
constexpr std::array kUserColumns{ColumnSpec{"tenant", "text"},           ColumnSpec{"id", "bigint"},
                                  ColumnSpec{"email", "text"},            ColumnSpec{"email_key", "text"},
                                  ColumnSpec{"label", "text"},            ColumnSpec{"administrator", "boolean"},
                                  ColumnSpec{"disabled", "boolean"},      ColumnSpec{"password_hash", "text"},
                                  ColumnSpec{"created_at", "bigint"},     ColumnSpec{"kind", "text"},
                                  ColumnSpec{"description", "text"},      ColumnSpec{"created_by", "text"},
                                  ColumnSpec{"updated_at", "bigint"},     ColumnSpec{"updated_by", "text"},
                                  ColumnSpec{"version", "bigint"}};
constexpr std::array kApiTokenColumns{ColumnSpec{"tenant", "text"},       ColumnSpec{"id", "text"},
                                      ColumnSpec{"user_id", "bigint"},    ColumnSpec{"kind", "text"},
                                      ColumnSpec{"name", "text"},         ColumnSpec{"secret_sha256", "text"},
                                      ColumnSpec{"renewable", "boolean"}, ColumnSpec{"disabled", "boolean"},
                                      ColumnSpec{"created_at", "bigint"}, ColumnSpec{"expires_at", "bigint"},
                                      ColumnSpec{"description", "text"},  ColumnSpec{"created_by", "text"},
                                      ColumnSpec{"updated_at", "bigint"}, ColumnSpec{"updated_by", "text"},
                                      ColumnSpec{"version", "bigint"}};
constexpr std::array kDatasetColumns{ColumnSpec{"tenant", "text"},         ColumnSpec{"id", "bigint"},
                                     ColumnSpec{"workspace_id", "bigint"}, ColumnSpec{"name", "text"},
                                     ColumnSpec{"kind", "text"},           ColumnSpec{"source_datastream", "bigint"},
                                     ColumnSpec{"schema", "text"},         ColumnSpec{"created_at", "bigint"},
                                     ColumnSpec{"description", "text"},    ColumnSpec{"definition", "text"},
                                     ColumnSpec{"version", "bigint"},      ColumnSpec{"created_by", "text"},
                                     ColumnSpec{"updated_at", "bigint"},   ColumnSpec{"updated_by", "text"}};
constexpr std::array kDatastreamColumns{ColumnSpec{"tenant", "text"},         ColumnSpec{"id", "bigint"},
                                        ColumnSpec{"workspace_id", "bigint"}, ColumnSpec{"name", "text"},
                                        ColumnSpec{"description", "text"},    ColumnSpec{"dataset_id", "bigint"},
                                        ColumnSpec{"disabled", "boolean"},    ColumnSpec{"created_at", "bigint"},
                                        ColumnSpec{"created_by", "text"},     ColumnSpec{"updated_at", "bigint"},
                                        ColumnSpec{"updated_by", "text"},     ColumnSpec{"version", "bigint"},
                                        ColumnSpec{"retention_days", "bigint"},
                                        ColumnSpec{"rate_bytes_per_minute", "bigint"},
                                        ColumnSpec{"rate_observations_per_minute", "bigint"},
                                        ColumnSpec{"typed", "text"}};
constexpr std::array kIngestTokenColumns{ColumnSpec{"tenant", "text"},        ColumnSpec{"id", "text"},
                                         ColumnSpec{"name", "text"},          ColumnSpec{"description", "text"},
                                         ColumnSpec{"secret_sha256", "text"}, ColumnSpec{"disabled", "boolean"},
                                         ColumnSpec{"created_at", "bigint"},  ColumnSpec{"created_by", "text"},
                                         ColumnSpec{"updated_at", "bigint"},  ColumnSpec{"updated_by", "text"},
                                         ColumnSpec{"version", "bigint"},
                                         ColumnSpec{"rate_bytes_per_minute", "bigint"},
                                         ColumnSpec{"rate_observations_per_minute", "bigint"}};
constexpr std::array kDeletedDatasetColumns{ColumnSpec{"tenant", "text"}, ColumnSpec{"dataset_id", "bigint"}};
constexpr std::array kTokenDatastreamColumns{ColumnSpec{"tenant", "text"}, ColumnSpec{"token_id", "text"},
                                             ColumnSpec{"place", "integer"}, ColumnSpec{"datastream_id", "bigint"}};

void load_tenants(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        const TenantId tenant(text(row[0]));
        state.tenants.load(tenant, admin::tenant::TenantState{true, tenant, text(row[1]), time_of(row[2]), rate_of(row, 3)});
    }
}

void load_workspaces(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        const domain::base::ObjectId id(number(row[1]));
        state.workspaces.load(
            id, admin::tenant::WorkspaceState{true, TenantId(text(row[0])), id, text(row[2]), time_of(row[3])});
    }
}

void load_users(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        admin::user::UserState user;
        user.exists = true;
        user.tenant = TenantId(text(row[0]));
        user.id = domain::base::UserId(number(row[1]));
        user.email = text(row[2]);
        user.label = text(row[4]);
        user.administrator = flag(row[5]);
        user.disabled = flag(row[6]);
        user.password_hash = text(row[7]);
        user.stamp.created_at = time_of(row[8]);
        user.kind = text(row[9]) == name(admin::user::UserKind::kPerson) ? admin::user::UserKind::kPerson
                                                                         : admin::user::UserKind::kServiceAccount;
        user.description = text(row[10]);
        user.stamp.created_by = text(row[11]);
        user.stamp.updated_at = time_of(row[12]);
        user.stamp.updated_by = text(row[13]);
        user.stamp.version = number(row[14]);
        state.users.load(user.id, user);
    }
}

void load_api_tokens(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        admin::user::ApiTokenState token;
        token.exists = true;
        token.tenant = TenantId(text(row[0]));
        token.id = domain::base::ApiTokenId(text(row[1]));
        token.user = domain::base::UserId(number(row[2]));
        token.kind = text(row[3]);
        token.name = text(row[4]);
        token.secret_sha256 = text(row[5]);
        token.renewable = flag(row[6]);
        token.disabled = flag(row[7]);
        token.stamp.created_at = time_of(row[8]);
        token.expires_at = time_of(row[9]);
        token.description = text(row[10]);
        token.stamp.created_by = text(row[11]);
        token.stamp.updated_at = time_of(row[12]);
        token.stamp.updated_by = text(row[13]);
        token.stamp.version = number(row[14]);
        state.api_tokens.load(token.id, token);
    }
}

/// What stands in a row was written by this module: anything else is a fault of the store.
template <class Value>
Value read(domain::base::Result<Value> stored) {
    if (!stored) throw pqxx::failure(stored.error().message());
    return std::move(*stored);
}

void load_datasets(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        admin::dataset::DatasetState dataset;
        dataset.exists = true;
        dataset.tenant = TenantId(text(row[0]));
        dataset.id = domain::base::DatasetId(number(row[1]));
        dataset.workspace = domain::base::ObjectId(number(row[2]));
        dataset.name = text(row[3]);
        if (!row[5].is_null()) dataset.source = domain::base::DatastreamId(number(row[5]));
        dataset.schema = read(domain::catalog::schema_from_json(text(row[6])));
        dataset.stamp.created_at = time_of(row[7]);
        dataset.description = text(row[8]);
        if (!row[9].is_null()) dataset.definition = read(domain::catalog::definition_from_json(text(row[9])));
        dataset.stamp.version = number(row[10]);
        dataset.stamp.created_by = text(row[11]);
        dataset.stamp.updated_at = time_of(row[12]);
        dataset.stamp.updated_by = text(row[13]);
        state.datasets.load(dataset.id, dataset);
    }
}

void load_datastreams(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        admin::datastream::DatastreamState datastream;
        datastream.exists = true;
        datastream.tenant = TenantId(text(row[0]));
        datastream.id = domain::base::DatastreamId(number(row[1]));
        datastream.workspace = domain::base::ObjectId(number(row[2]));
        datastream.name = text(row[3]);
        datastream.description = text(row[4]);
        datastream.dataset = domain::base::DatasetId(number(row[5]));
        datastream.settings.disabled = flag(row[6]);
        datastream.stamp = stamp_of(row, 7);
        if (!row[12].is_null()) datastream.settings.retention_days = number(row[12]);
        datastream.settings.rate = rate_of(row, 13);
        datastream.typed = read(admin::datastream::typed_datasets_from_json(text(row[15])));
        state.datastreams.load(datastream.id, datastream);
    }
}

void load_ingest_tokens(const pqxx::result& rows, const pqxx::result& datastreams, admin::ControlState& state) {
    std::map<std::pair<std::string, std::string>, std::vector<domain::base::DatastreamId>> of_token;
    for (const auto& row : datastreams) of_token[{text(row[0]), text(row[1])}].emplace_back(number(row[3]));
    for (const auto& row : rows) {
        admin::ingest_token::IngestTokenState token;
        token.exists = true;
        token.tenant = TenantId(text(row[0]));
        token.id = domain::base::IngestTokenId(text(row[1]));
        token.name = text(row[2]);
        token.description = text(row[3]);
        token.secret_sha256 = text(row[4]);
        token.disabled = flag(row[5]);
        token.stamp = stamp_of(row, 6);
        token.rate = rate_of(row, 11);
        token.datastreams = of_token[{text(row[0]), text(row[1])}];
        state.ingest_tokens.load(token.id, token);
    }
}

/// Removes the rows of all that changed, then writes those that exist: so addresses can move from one to another.
void save_users(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    if (state.users.changed().empty()) return;
    remove_rows(transaction, "users", "bigint", state.users.replaced());
    RowWriter users("users", "tenant, id", kUserColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.users.changed()) {
        const auto& s = state.users.get(tenant, id);
        if (!s.exists) continue;
        const std::string key = s.email.empty() ? "#" + std::to_string(id.value()) : admin::user::email_key(s.email);
        users.add(s.tenant, s.id, s.email, key, s.label, s.administrator, s.disabled,
                  s.password_hash, s.stamp.created_at, name(s.kind), s.description, s.stamp.created_by, s.stamp.updated_at,
                  s.stamp.updated_by, s.stamp.version);
    }
    users.write(transaction);
}

void save_identity(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    RowWriter tenants("tenants", "tenant", kTenantColumns, OnDuplicate::kReplace);
    for (const auto& [tenant, id] : state.tenants.changed()) {
        const auto& s = state.tenants.get(tenant, id);
        tenants.add(s.tenant, s.label, s.created_at, s.rate.bytes_per_minute, s.rate.observations_per_minute);
    }
    tenants.write(transaction);
    RowWriter workspaces("workspaces", "tenant, id", kWorkspaceColumns, OnDuplicate::kReplace);
    for (const auto& [tenant, id] : state.workspaces.changed()) {
        const auto& s = state.workspaces.get(tenant, id);
        workspaces.add(s.tenant, s.id, s.name, s.created_at);
    }
    workspaces.write(transaction);
    save_users(transaction, state);
}

/// Removes the rows of all that changed, then writes those that exist.
void save_api_tokens(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    if (state.api_tokens.changed().empty()) return;
    remove_rows(transaction, "api_tokens", "text", state.api_tokens.replaced());
    RowWriter tokens("api_tokens", "tenant, id", kApiTokenColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.api_tokens.changed()) {
        const auto& s = state.api_tokens.get(tenant, id);
        if (!s.exists) continue;
        tokens.add(s.tenant, s.id, s.user, s.kind, s.name, s.secret_sha256, s.renewable, s.disabled,
                   s.stamp.created_at, s.expires_at, s.description, s.stamp.created_by, s.stamp.updated_at,
                   s.stamp.updated_by, s.stamp.version);
    }
    tokens.write(transaction);
}

/// Removes the rows of all that changed, then writes those that exist: so names can move from one to another.
void save_datasets(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    if (state.datasets.changed().empty()) return;
    remove_rows(transaction, "datasets", "bigint", state.datasets.replaced());
    RowWriter datasets("datasets", "tenant, id", kDatasetColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.datasets.changed()) {
        const auto& s = state.datasets.get(tenant, id);
        if (!s.exists) continue;
        std::optional<std::string> definition;
        if (s.definition) definition = to_json(*s.definition);
        datasets.add(s.tenant, s.id, s.workspace, s.name, name(s.schema.kind), s.source, to_json(s.schema), s.stamp.created_at,
                     s.description, definition, s.stamp.version, s.stamp.created_by, s.stamp.updated_at,
                     s.stamp.updated_by);
    }
    datasets.write(transaction);
    RowWriter deleted("deleted_datasets", "tenant, dataset_id", kDeletedDatasetColumns, OnDuplicate::kReplace);
    for (const auto& [tenant, id] : state.datasets.changed()) {
        if (!state.datasets.get(tenant, id).exists) deleted.add(tenant, id);
    }
    deleted.write(transaction);
}

void save_datastreams(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    remove_rows(transaction, "datastreams", "bigint", state.datastreams.replaced());
    RowWriter datastreams("datastreams", "tenant, id", kDatastreamColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.datastreams.changed()) {
        const auto& s = state.datastreams.get(tenant, id);
        if (!s.exists) continue;
        datastreams.add(s.tenant, s.id, s.workspace, s.name, s.description, s.dataset, s.settings.disabled, s.stamp.created_at,
                        s.stamp.created_by, s.stamp.updated_at, s.stamp.updated_by, s.stamp.version, s.settings.retention_days,
                        s.settings.rate.bytes_per_minute, s.settings.rate.observations_per_minute, to_json(s.typed));
    }
    datastreams.write(transaction);
    const auto replaced = state.ingest_tokens.replaced();
    remove_rows(transaction, "ingest_tokens", "text", replaced);
    remove_rows(transaction, "ingest_token_datastreams", "text", replaced, "token_id");
    RowWriter tokens("ingest_tokens", "tenant, id", kIngestTokenColumns, OnDuplicate::kFail);
    RowWriter links("ingest_token_datastreams", "tenant, token_id, place", kTokenDatastreamColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.ingest_tokens.changed()) {
        const auto& s = state.ingest_tokens.get(tenant, id);
        if (!s.exists) continue;
        tokens.add(s.tenant, s.id, s.name, s.description, s.secret_sha256, s.disabled, s.stamp.created_at, s.stamp.created_by,
                   s.stamp.updated_at, s.stamp.updated_by, s.stamp.version, s.rate.bytes_per_minute, s.rate.observations_per_minute);
        std::int32_t place = 0;
        for (const auto datastream : s.datastreams) links.add(s.tenant, s.id, place++, datastream);
    }
    tokens.write(transaction);
    links.write(transaction);
}

}  // namespace

void load_control_state(pqxx::transaction_base& transaction, const admin::ControlKeys& keys, admin::ControlState& state) {
    if (!keys.tenants.empty()) {
        SqlArray tenants;
        for (const TenantId& tenant : keys.tenants) tenants.add(tenant.value());
        load_tenants(transaction.exec_params("select " + list(kTenantColumns) + " from tenants r where r.tenant = any "
                                             "($1::text[])", tenants.text()), state);
    }
    if (!keys.workspaces.empty()) {
        load_workspaces(by_id(transaction, list(kWorkspaceColumns), "workspaces", "bigint", keys.workspaces), state);
    }
    if (!keys.users.empty()) load_users(by_id(transaction, list(kUserColumns), "users", "bigint", keys.users), state);
    if (!keys.user_emails.empty()) {
        load_users(by_id(transaction, list(kUserColumns), "users", "text", keys.user_emails, "email_key"), state);
    }
    if (!keys.administrators.empty()) {
        SqlArray tenants;
        for (const TenantId& tenant : keys.administrators) tenants.add(tenant.value());
        load_users(transaction.exec_params("select " + list(kUserColumns) + " from users r where r.tenant = any ($1::text[]) and "
                                           "r.administrator", tenants.text()), state);
    }
    if (!keys.tokens_of_users.empty()) {
        load_api_tokens(by_id(transaction, list(kApiTokenColumns), "api_tokens", "bigint", keys.tokens_of_users, "user_id"),
                        state);
    }
    load_access_state(transaction, keys, state);
    load_folders(transaction, keys, state);
    load_drop_filters(transaction, keys, state);
    if (!keys.api_tokens.empty()) {
        load_api_tokens(by_id(transaction, list(kApiTokenColumns), "api_tokens", "text", keys.api_tokens), state);
    }
    const std::string dataset_columns = list(kDatasetColumns);
    if (!keys.datasets.empty()) load_datasets(by_id(transaction, dataset_columns, "datasets", "bigint", keys.datasets), state);
    if (!keys.dataset_names.empty()) {
        load_datasets(by_name(transaction, dataset_columns, "datasets", keys.dataset_names), state);
    }
    if (!keys.all_datasets.empty()) {
        SqlArray tenants;
        for (const TenantId& tenant : keys.all_datasets) tenants.add(tenant.value());
        load_datasets(transaction.exec_params("select " + dataset_columns + " from datasets r where r.tenant = any "
                                              "($1::text[])", tenants.text()), state);
    }
    const std::string datastream_columns = list(kDatastreamColumns);
    if (!keys.datastreams.empty()) {
        load_datastreams(by_id(transaction, datastream_columns, "datastreams", "bigint", keys.datastreams), state);
    }
    if (!keys.datastream_names.empty()) {
        load_datastreams(by_name(transaction, datastream_columns, "datastreams", keys.datastream_names), state);
    }
    if (!keys.all_datastreams.empty()) {
        SqlArray tenants;
        for (const TenantId& tenant : keys.all_datastreams) tenants.add(tenant.value());
        load_datastreams(transaction.exec_params("select " + datastream_columns + " from datastreams r where r.tenant = any "
                                                 "($1::text[])", tenants.text()), state);
    }
    if (!keys.ingest_tokens.empty()) {
        const auto tokens = by_id(transaction, list(kIngestTokenColumns), "ingest_tokens", "text", keys.ingest_tokens);
        const auto links = by_id(transaction, list(kTokenDatastreamColumns), "ingest_token_datastreams", "text",
                                 keys.ingest_tokens, "token_id");
        load_ingest_tokens(tokens, links, state);
    }
    load_reference_tables(transaction, keys, state);
}

void save_control_state(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    save_identity(transaction, state);
    save_api_tokens(transaction, state);
    save_access_state(transaction, state);
    save_folders(transaction, state);
    save_drop_filters(transaction, state);
    save_datasets(transaction, state);
    save_datastreams(transaction, state);
    save_reference_tables(transaction, state);
}

std::vector<std::string> changed_credentials(const admin::ControlState& state) {
    std::vector<std::string> changes;
    for (const auto& [tenant, id] : state.ingest_tokens.changed()) changes.push_back("i" + id.value());
    for (const auto& [tenant, id] : state.tenants.changed()) changes.push_back("t" + tenant.value());
    for (const auto& [tenant, id] : state.datastreams.changed()) {
        // A tenant's datastreams stand together, since the keys are ordered.
        if (changes.empty() || changes.back() != "t" + tenant.value()) changes.push_back("t" + tenant.value());
    }
    for (const auto& [tenant, id] : state.api_tokens.changed()) changes.push_back("a" + tenant.value() + "/" + id.value());
    for (const auto& [tenant, id] : state.users.changed()) {
        changes.push_back("u" + tenant.value() + "/" + std::to_string(id.value()));
    }
    for (const auto& [tenant, id] : state.access.changed()) changes.push_back("g" + tenant.value());
    return changes;
}

const std::vector<std::string>& control_tables() {
    static const std::vector<std::string> tables{"tenants",       "workspaces",    "users",
                                                 "api_tokens",    "datasets",      "datastreams",
                                                 "ingest_tokens", "ingest_token_datastreams", "deleted_datasets",
                                                 "command_outcomes",         "reference_tables",
                                                 "groups",        "group_members", "grants",
                                                 "access_states", "folders",       "folder_objects",
                                                 "drop_filters"};
    return tables;
}

}  // namespace infra::postgres
