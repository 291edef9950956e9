#pragma once

#include <string>

#include "domain/base/ids.hpp"
#include "domain/base/time.hpp"
#include "domain/catalog/schema.hpp"

namespace domain::catalog {

/// A named, typed collection of rows.
struct Dataset {
    base::DatasetId id;
    base::TenantId tenant;
    std::string workspace;  ///< label of the workspace: `Default`
    std::string name;       ///< may contain a slash-separated package prefix
    Schema schema;
};

/// One scan's demand: the rows of a dataset in [from, to).
struct SegmentQuery {
    base::DatasetId dataset;
    base::Timestamp from{};
    base::Timestamp to{};
};

}  // namespace domain::catalog
