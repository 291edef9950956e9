#include "infra/postgres/folder_tables.hpp"

#include "infra/postgres/row_fields.hpp"
#include "infra/postgres/row_lookup.hpp"

namespace infra::postgres {
namespace {

namespace admin = domain::admin;
using domain::base::ObjectId;
using domain::base::TenantId;

constexpr std::array kFolderColumns{ColumnSpec{"tenant", "text"},       ColumnSpec{"id", "bigint"},
                                    ColumnSpec{"workspace_id", "bigint"}, ColumnSpec{"name", "text"},
                                    ColumnSpec{"description", "text"},  ColumnSpec{"created_at", "bigint"},
                                    ColumnSpec{"created_by", "text"},   ColumnSpec{"updated_at", "bigint"},
                                    ColumnSpec{"updated_by", "text"},   ColumnSpec{"version", "bigint"}};
constexpr std::array kObjectColumns{ColumnSpec{"tenant", "text"}, ColumnSpec{"object_id", "bigint"},
                                    ColumnSpec{"folder_id", "bigint"}};

void load(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        admin::folder::FolderState folder;
        folder.exists = true;
        folder.tenant = TenantId(text(row[0]));
        folder.id = ObjectId(number(row[1]));
        folder.workspace = ObjectId(number(row[2]));
        folder.name = text(row[3]);
        folder.description = text(row[4]);
        folder.stamp = stamp_of(row, 5);
        state.folders.load(folder.id, folder);
    }
}

void load_placements(const pqxx::result& rows, admin::ControlState& state) {
    for (const auto& row : rows) {
        const ObjectId object(number(row[1]));
        state.placements.load(object, {true, TenantId(text(row[0])), object, ObjectId(number(row[2]))});
    }
}

}  // namespace

void load_folders(pqxx::transaction_base& transaction, const admin::ControlKeys& keys, admin::ControlState& state) {
    const std::string folders = list(kFolderColumns), objects = list(kObjectColumns);
    if (!keys.folders.empty()) load(by_id(transaction, folders, "folders", "bigint", keys.folders), state);
    if (!keys.all_folders.empty()) {
        SqlArray tenants;
        for (const TenantId& tenant : keys.all_folders) tenants.add(tenant.value());
        load(transaction.exec_params("select " + folders + " from folders r where r.tenant = any ($1::text[])", tenants.text()), state);
    }
    if (!keys.placements.empty()) {
        load_placements(by_id(transaction, objects, "folder_objects", "bigint", keys.placements, "object_id"), state);
    }
    if (!keys.contents.empty()) {
        load_placements(by_id(transaction, objects, "folder_objects", "bigint", keys.contents, "folder_id"), state);
    }
}

// The rows of all that changed are removed, then those that exist are written: so names can move from one to another.

void save_folders(pqxx::transaction_base& transaction, const admin::ControlState& state) {
    if (!state.folders.changed().empty()) {
        remove_rows(transaction, "folders", "bigint", state.folders.replaced());
        RowWriter folders("folders", "tenant, id", kFolderColumns, OnDuplicate::kFail);
        for (const auto& [tenant, id] : state.folders.changed()) {
            const auto& s = state.folders.get(tenant, id);
            if (!s.exists) continue;
            folders.add(s.tenant, s.id, s.workspace, s.name, s.description, s.stamp.created_at, s.stamp.created_by,
                        s.stamp.updated_at, s.stamp.updated_by, s.stamp.version);
        }
        folders.write(transaction);
    }
    if (state.placements.changed().empty()) return;
    remove_rows(transaction, "folder_objects", "bigint", state.placements.replaced(), "object_id");
    RowWriter objects("folder_objects", "tenant, object_id", kObjectColumns, OnDuplicate::kFail);
    for (const auto& [tenant, id] : state.placements.changed()) {
        const auto& s = state.placements.get(tenant, id);
        if (s.exists) objects.add(s.tenant, s.object, s.folder);
    }
    objects.write(transaction);
}

}  // namespace infra::postgres
