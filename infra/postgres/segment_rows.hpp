#pragma once

#include "domain/catalog/segment.hpp"

namespace pqxx {
class transaction_base;
}

/// Rows of the catalog of segments, for every transaction that changes them. All throw the driver's exceptions.
namespace infra::postgres {

/// Adds one segment with its layout.
void insert_segment(pqxx::transaction_base& transaction, const domain::catalog::Segment& segment);

/// Takes all segments of a dataset out of the catalog; their files are deleted later, when no query can read them any more.
void retire_segments(pqxx::transaction_base& transaction, const domain::base::TenantId& tenant,
                     domain::base::DatasetId dataset);

}  // namespace infra::postgres
