#pragma once

#include "domain/admin/api_token_uses.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// The table api_token_uses.
class PostgresApiTokenUses final : public domain::admin::ApiTokenUses {
public:
    explicit PostgresApiTokenUses(ConnectionPool& pool) : pool_(pool) {}

    domain::base::Task<domain::base::Result<void>> record(domain::base::TenantId tenant,
                                                          std::vector<domain::admin::ApiTokenUse> uses) override;

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
