#include "infra/postgres/reference_table_rows.hpp"

#include <pqxx/pqxx>

#include "infra/postgres/compaction_claim.hpp"
#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/row_lookup.hpp"
#include "infra/postgres/row_writer.hpp"
#include "infra/postgres/segment_rows.hpp"

namespace infra::postgres {
namespace {

namespace admin = domain::admin;
namespace table = domain::admin::reference_table;
using domain::base::ObjectId;
using domain::base::TenantId;

constexpr std::array kColumns{
    ColumnSpec{"tenant", "text"},       ColumnSpec{"id", "bigint"},        ColumnSpec{"dataset_id", "bigint"},
    ColumnSpec{"workspace_id", "bigint"}, ColumnSpec{"label", "text"},     ColumnSpec{"description", "text"},
    ColumnSpec{"checksum", "text"},     ColumnSpec{"byte_count", "bigint"}, ColumnSpec{"row_count", "bigint"},
    ColumnSpec{"has_header", "boolean"}, ColumnSpec{"created_at", "bigint"}, ColumnSpec{"created_by", "text"},
    ColumnSpec{"updated_at", "bigint"}, ColumnSpec{"updated_by", "text"},
    ColumnSpec{"version", "bigint"}};

// Columns stand in the order of kColumns. A look-up for each key: without `offset 0` the planner may read the whole table.
constexpr const char* kById =
    "select r.* from unnest($1::text[], $2::bigint[]) as k (t, i), lateral (select tenant, id, dataset_id, workspace_id, label, "
    "description, checksum, byte_count, row_count, has_header, created_at, created_by, updated_at, updated_by, version "
    "from reference_tables where tenant = k.t and id = k.i offset 0) r";
constexpr const char* kByLabel =
    "select r.* from unnest($1::text[], $2::text[]) as k (t, l), lateral (select tenant, id, dataset_id, workspace_id, label, "
    "description, checksum, byte_count, row_count, has_header, created_at, created_by, updated_at, updated_by, version "
    "from reference_tables where tenant = k.t and label = k.l offset 0) r";

void load_tables(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        table::ReferenceTableState loaded;
        loaded.exists = true;
        loaded.tenant = TenantId(text(row[0]));
        loaded.id = ObjectId(number_of(row[1].c_str()));
        loaded.dataset = domain::base::DatasetId(number_of(row[2].c_str()));
        loaded.workspace = ObjectId(number_of(row[3].c_str()));
        loaded.label = text(row[4]);
        loaded.description = text(row[5]);
        loaded.checksum = text(row[6]);
        loaded.bytes = number_of(row[7].c_str());
        loaded.rows = number_of(row[8].c_str());
        loaded.has_header = row[9].c_str()[0] == 't';
        loaded.stamp = stamp_of(row, 10);
        const ObjectId id = loaded.id;
        state.reference_tables.load(id, std::move(loaded));
    }
}

}  // namespace

void load_reference_tables(pqxx::transaction_base& transaction, const admin::ControlKeys& keys, admin::ControlState& state) {
    if (!keys.reference_tables.empty()) {
        SqlArray tenants, ids;
        for (const auto& [tenant, id] : keys.reference_tables) {
            tenants.add(tenant.value());
            ids.add(id.value());
        }
        load_tables(transaction.exec_params(kById, tenants.text(), ids.text()), state);
    }
    if (!keys.reference_table_labels.empty()) {
        SqlArray tenants, labels;
        for (const auto& [tenant, label] : keys.reference_table_labels) {
            tenants.add(tenant.value());
            labels.add(label);
        }
        load_tables(transaction.exec_params(kByLabel, tenants.text(), labels.text()), state);
    }
}

/// The rows of all that changed go first: so labels can move from one to another.
void save_reference_tables(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    const auto& changed = state.reference_tables.changed();
    if (changed.empty()) return;
    remove_rows(transaction, "reference_tables", "bigint", state.reference_tables.replaced());
    RowWriter rows("reference_tables", "tenant, id", kColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : changed) {
        const auto& s = state.reference_tables.get(tenant, id);
        if (!s.exists) continue;
        rows.add(s.tenant, s.id, s.dataset, s.workspace, s.label, s.description, s.checksum, s.bytes, s.rows, s.has_header,
                 s.stamp.created_at, s.stamp.created_by, s.stamp.updated_at, s.stamp.updated_by, s.stamp.version);
    }
    rows.write(transaction);
}

void exchange_rows(pqxx::transaction_base& transaction, const admin::ControlState& state,
                   const admin::LoggedCommand& command) {
    const TenantId& tenant = command.envelope.tenant;
    const auto dataset_of = [&](ObjectId id) { return state.reference_tables.get(tenant, id).dataset; };
    if (const auto* update = std::get_if<table::UpdateReferenceTable>(&command.envelope.command)) {
        if (!update->replacement || !update->replacement->content) return;
        retire_segments(transaction, tenant, dataset_of(update->table));
    } else if (const auto* removed = std::get_if<table::DeleteReferenceTable>(&command.envelope.command)) {
        retire_segments(transaction, tenant, dataset_of(removed->table));
    }
    if (command.segment) insert_segment(transaction, *command.segment);
}

void retire_all_rows(pqxx::transaction_base& transaction) {
    transaction.exec("with gone as (delete from segments s using reference_tables t where t.tenant = s.tenant and "
                     "t.dataset_id = s.dataset_id returning s.tenant, s.file) "
                     "insert into retired_files (tenant, file, retired_at) select tenant, file, " +
                     std::string(kServerNanoseconds) +
                     " from gone on conflict (tenant, file) do update set retired_at = excluded.retired_at");
}

}  // namespace infra::postgres
