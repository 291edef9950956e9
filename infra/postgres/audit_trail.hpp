#pragma once

#include "domain/admin/audit.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// The audit trail as the outcomes of commands tell it.
class PostgresAuditTrail final : public domain::admin::audit::Trail {
public:
    explicit PostgresAuditTrail(ConnectionPool& pool) : pool_(pool) {}

    domain::base::Task<domain::base::Result<std::optional<domain::admin::audit::Page>>> next(std::size_t entries_max) override;

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
