#pragma once

#include <pqxx/pqxx>

#include "domain/base/result.hpp"
#include "domain/catalog/dataset.hpp"

namespace infra::postgres {

/// A dataset from a row that begins with id, name of the workspace, name, schema, version, definition. Fails with kInternal when
/// schema or definition is malformed. Only for .cpp files of this module.
domain::base::Result<domain::catalog::Dataset> dataset_of(const domain::base::TenantId& tenant, const pqxx::row& row);

}  // namespace infra::postgres
