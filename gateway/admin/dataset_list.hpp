#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "domain/admin/control_reader.hpp"
#include "gateway/http/request.hpp"

namespace gateway::admin {

/// Part of a list.
struct DatasetPage {
    std::vector<domain::admin::DatasetView> datasets;
    std::int64_t total = 0;  ///< of all that match; -1 after a search by words
};

/// What GET /v1/datasets asks for (spec: api §15): `filter` (a condition in CEL), `query` (words that the label, the
/// description or a column must contain; best matches first), `orderBy` (see cel::parse_order; not with `query`), `offset`,
/// `limit` (default 50, at most 1000). Fails with kInvalidArgument.
domain::base::Result<DatasetPage> select_datasets(std::vector<domain::admin::DatasetView> all, const http::Request& request);

/// What the older GET /v1/dataset asks for: `match` (part of the name, in any case), `workspaceId`, `type` (the kind),
/// `interface` (its name).
std::vector<domain::admin::DatasetView> select_legacy_datasets(std::vector<domain::admin::DatasetView> all,
                                                               const http::Request& request);

}  // namespace gateway::admin
