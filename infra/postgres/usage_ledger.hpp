#pragma once

#include "domain/catalog/landing_store.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// The table usage_minutes, which PostgresLandingStore::commit fills and empties.
class PostgresUsageLedger final : public domain::catalog::UsageLedger {
public:
    explicit PostgresUsageLedger(ConnectionPool& pool) : pool_(pool) {}

    domain::base::Task<domain::base::Result<std::vector<domain::catalog::UsageCount>>> due(std::size_t counts_max) override;

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
