#pragma once

#include "domain/catalog/catalog.hpp"
#include "infra/postgres/connection_pool.hpp"
#include "infra/postgres/layout_cache.hpp"

namespace infra::postgres {

/// The catalog on the tables datasets, workspaces, segments and segment_layouts. Every call runs in its tenant's scope.
class PostgresCatalog final : public domain::catalog::Catalog {
public:
    explicit PostgresCatalog(ConnectionPool& pool) : pool_(pool) {}

    domain::base::Task<domain::base::Result<domain::catalog::Dataset>> find(const domain::base::TenantId& tenant,
                                                                            domain::base::DatasetId id) override;
    domain::base::Task<domain::base::Result<domain::catalog::Dataset>> find_by_path(
        const domain::base::TenantId& tenant, const std::string& path) override;
    domain::base::Task<domain::base::Result<std::vector<std::vector<domain::catalog::Segment>>>> segments(
        const domain::base::TenantId& tenant, std::vector<domain::catalog::SegmentQuery> queries) override;

private:
    ConnectionPool& pool_;
    LayoutCache layouts_;
};

}  // namespace infra::postgres
