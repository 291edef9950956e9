#pragma once

#include "domain/admin/access_reader.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// Reads groups and grants, each call in its tenant's scope.
class PostgresAccessReader final : public domain::admin::AccessReader {
public:
    template <class Value>
    using Answer = domain::base::Task<domain::base::Result<Value>>;

    explicit PostgresAccessReader(ConnectionPool& pool) : pool_(pool) {}

    Answer<std::vector<domain::admin::GroupView>> groups(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::identity::GroupId>> groups_of(domain::base::TenantId tenant, domain::base::UserId user) override;
    Answer<std::vector<domain::admin::MemberView>> members(domain::base::TenantId tenant,
                                                           domain::identity::GroupId group) override;
    Answer<std::vector<domain::admin::GrantView>> grants(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::FolderView>> folders(domain::base::TenantId tenant) override;
    Answer<std::vector<domain::admin::PlacedView>> placed(domain::base::TenantId tenant) override;
    Answer<std::optional<domain::admin::PlacedView>> placeable(domain::base::TenantId tenant,
                                                               domain::base::ObjectId object) override;
    Answer<bool> object_exists(domain::base::TenantId tenant, std::int64_t object) override;

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
