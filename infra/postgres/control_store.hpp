#pragma once

#include "domain/admin/control_store.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// The control projections: every batch in one transaction, with a handful of statements however many commands it has.
class PostgresControlStore final : public domain::admin::ControlStore {
public:
    explicit PostgresControlStore(ConnectionPool& pool) : pool_(pool) {}

    domain::base::Task<domain::base::Result<void>> apply(domain::admin::CommandBatch batch) override;
    domain::base::Task<domain::base::Result<domain::eventlog::Offset>> next_offset(
        domain::eventlog::GroupId group, std::string topic, domain::eventlog::PartitionId partition) override;
    domain::base::Task<domain::base::Result<void>> clear(domain::eventlog::GroupId group, std::string topic) override;
    domain::base::Task<domain::base::Result<void>> announce_rebuild() override;

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
