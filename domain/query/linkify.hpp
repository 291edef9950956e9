#pragma once

#include <optional>

#include "domain/base/task.hpp"
#include "domain/catalog/catalog.hpp"
#include "domain/query/query_request.hpp"

namespace domain::query {

/// The request with one more stage behind its output, which adds a string column for each link of the result: named like the
/// link, `<link> (link)` where a column has that name, with the label of the row that the link names (spec: api §6.2,
/// `presentation.linkify`). Left out is a link whose dataset the caller cannot see or is no stored one, has neither label nor key, or
/// lasts in time as the result does, so that there is no one label. Nothing when no link is left. Fails as the catalog.
base::Task<base::Result<std::optional<QueryRequest>>> with_links(catalog::Catalog& catalog, QueryRequest request,
                                                                 catalog::Schema result);

}  // namespace domain::query
