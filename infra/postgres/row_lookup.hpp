#pragma once

#include <string>

#include <pqxx/pqxx>

#include "domain/admin/control_state.hpp"
#include "infra/postgres/row_writer.hpp"
#include "infra/postgres/sql_array.hpp"

/// Rows by their keys, many in one statement. Only for .cpp files of this module.
namespace infra::postgres {

/// Keys as array parameters.
struct KeyArrays {
    SqlArray tenants;
    SqlArray ids;
    SqlArray workspaces;
};

template <class Keys>
    requires requires(Keys keys) { keys.begin()->second; }
KeyArrays arrays_of(const Keys& keys) {
    KeyArrays arrays;
    for (const auto& [tenant, id] : keys) {
        arrays.tenants.add(tenant.value());
        if constexpr (requires { id.value(); }) arrays.ids.add(id.value());
        else arrays.ids.add(id);
    }
    return arrays;
}

// A look-up for each key, whatever the planner believes about tables that have grown since they were analysed: without
// `offset 0` it may join by hashing the whole table, for every batch.

/// The rows of `table` with the given ids.
template <class Keys>
pqxx::result by_id(pqxx::transaction_base& transaction, const std::string& columns, const std::string& table,
                   const std::string& type, const Keys& keys, const std::string& id_column = "id") {
    const KeyArrays arrays = arrays_of(keys);
    return transaction.exec_params("select " + columns + " from unnest($1::text[], $2::" + type + "[]) as k (t, i), lateral "
                                       "(select * from " + table + " where tenant = k.t and " + id_column +
                                       " = k.i offset 0) r",
                                   arrays.tenants.text(), arrays.ids.text());
}

inline KeyArrays arrays_of(const domain::admin::ControlKeys::Names& names) {
    KeyArrays arrays;
    for (const auto& [tenant, workspace, name] : names) {
        arrays.tenants.add(tenant.value());
        arrays.workspaces.add(workspace.value());
        arrays.ids.add(name);
    }
    return arrays;
}

/// The rows of `table` with the given workspaces and names.
inline pqxx::result by_name(pqxx::transaction_base& transaction, const std::string& columns, const std::string& table,
                     const domain::admin::ControlKeys::Names& names) {
    const KeyArrays arrays = arrays_of(names);
    return transaction.exec_params("select " + columns + " from unnest($1::text[], $2::bigint[], $3::text[]) as k (t, w, n), "
                                       "lateral (select * from " + table + " where tenant = k.t and workspace_id = k.w and "
                                       "name = k.n offset 0) r",
                                   arrays.tenants.text(), arrays.workspaces.text(), arrays.ids.text());
}

/// Removes the rows of `table` with the given ids; before what changed is written, so that names can move from one row to
/// another. Keys are StateTable::replaced(): most of what changes is new, and what is not there costs a look-up each to miss.
template <class Keys>
void remove_rows(pqxx::transaction_base& transaction, const std::string& table, const std::string& type, const Keys& keys,
                 const std::string& id_column = "id") {
    if (keys.empty()) return;
    const KeyArrays arrays = arrays_of(keys);
    transaction.exec_params("delete from " + table + " r using unnest($1::text[], $2::" + type + "[]) as k (t, i) "
                            "where r.tenant = k.t and r." + id_column + " = k.i", arrays.tenants.text(), arrays.ids.text());
}

/// The columns as a select list of `r`.
template <std::size_t kCount>
std::string list(const std::array<ColumnSpec, kCount>& columns) {
    std::string names;
    for (const ColumnSpec& column : columns) names += (names.empty() ? "r." : ", r.") + std::string(column.name);
    return names;
}

}  // namespace infra::postgres
