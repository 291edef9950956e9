#pragma once

#include <string>

#include "domain/admin/datastream/direct_write.hpp"
#include "domain/base/task.hpp"

namespace domain::query {

/// The pipeline that makes a typed dataset of a source dataset (spec: api §12, §13). Its times are those of the records, wherever
/// they lie: a query of a window finds what happened in it, however late or early it arrived. What has no time has that of its
/// arrival.
std::string typed_pipeline(admin::datastream::Form form);

/// A typed dataset over a source dataset, compiled. Never suspends. Fails with kInternal.
base::Task<base::Result<admin::datastream::TypedDataset>> typed_dataset(base::TenantId tenant, admin::datastream::Form form,
                                                                        base::DatasetId made, base::DatasetId source);

}  // namespace domain::query
