#pragma once

#include <string>

#include <pqxx/pqxx>

#include "domain/base/result.hpp"
#include "domain/catalog/dataset.hpp"

namespace infra::postgres {

/// The columns of a dataset, and where they come from: `d` is the dataset, `w` its workspace, `t` its reference table,
/// `f` the folder that it is in, by itself or with its datastream or reference table.
inline const std::string dataset_column_list =
    "d.id, w.name, d.name, d.schema, d.version, d.definition, d.workspace_id, d.source_datastream, t.id, f.folder_id";
inline const std::string dataset_tables =
    "datasets d join workspaces w on w.tenant = d.tenant and w.id = d.workspace_id "
    "left join reference_tables t on t.tenant = d.tenant and t.dataset_id = d.id "
    "left join folder_objects f on f.tenant = d.tenant and f.object_id = coalesce(t.id, d.source_datastream, d.id)";
/// How many columns dataset_column_list has.
inline constexpr int dataset_columns = 10;

/// A dataset from a row that begins with dataset_column_list. Fails with kInternal when schema or definition is malformed.
/// Only for .cpp files of this module.
domain::base::Result<domain::catalog::Dataset> dataset_of(const domain::base::TenantId& tenant, const pqxx::row& row);

}  // namespace infra::postgres
