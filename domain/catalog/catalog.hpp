#pragma once

#include <string>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/catalog/dataset.hpp"
#include "domain/catalog/segment.hpp"

namespace domain::catalog {

/// A name → its schema, a dataset → its segments. Every call is bound to one tenant: what belongs to another does not
/// exist. Thread-safe. All calls fail with kUnavailable when the store cannot be reached.
class Catalog {
public:
    virtual ~Catalog() = default;

    /// Fails with kNotFound.
    virtual base::Task<base::Result<Dataset>> find(const base::TenantId& tenant, base::DatasetId id) = 0;

    /// `path` is `<workspace>.<name>`, split at the first dot. Fails with kNotFound.
    virtual base::Task<base::Result<Dataset>> find_by_path(const base::TenantId& tenant, const std::string& path) = 0;

    /// The segments that may hold rows for each query, all from one consistent snapshot, oldest first; one list for each
    /// query, in their order.
    virtual base::Task<base::Result<std::vector<std::vector<Segment>>>> segments(
        const base::TenantId& tenant, std::vector<SegmentQuery> queries) = 0;
};

}  // namespace domain::catalog
