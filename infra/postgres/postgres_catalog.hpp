#pragma once

#include "domain/catalog/catalog.hpp"
#include "domain/catalog/segment_feed.hpp"
#include "infra/postgres/connection_pool.hpp"
#include "infra/postgres/layout_cache.hpp"

namespace infra::postgres {

/// The catalog on the tables datasets, workspaces, segments and segment_layouts, and what lands in it on segment_landings. A
/// position of the feed is a snapshot of the server's transactions. Every call runs in its tenant's scope.
class PostgresCatalog final : public domain::catalog::Catalog, public domain::catalog::SegmentFeed {
public:
    explicit PostgresCatalog(ConnectionPool& pool) : pool_(pool) {}

    domain::base::Task<domain::base::Result<domain::catalog::Dataset>> find(const domain::base::TenantId& tenant,
                                                                            domain::base::DatasetId id) override;
    domain::base::Task<domain::base::Result<domain::catalog::Dataset>> find_by_path(
        const domain::base::TenantId& tenant, const std::string& path) override;
    domain::base::Task<domain::base::Result<std::vector<std::vector<domain::catalog::Segment>>>> segments(
        const domain::base::TenantId& tenant, std::vector<domain::catalog::SegmentQuery> queries) override;
    domain::base::Task<domain::base::Result<domain::catalog::FeedStart>> begin(
        const domain::base::TenantId& tenant, std::vector<domain::catalog::SegmentQuery> queries) override;
    domain::base::Task<domain::base::Result<domain::catalog::FeedStep>> next(
        const domain::base::TenantId& tenant, domain::catalog::FeedPosition after,
        std::vector<domain::base::DatasetId> datasets, std::size_t segments_max) override;

private:
    ConnectionPool& pool_;
    LayoutCache layouts_;
};

}  // namespace infra::postgres
