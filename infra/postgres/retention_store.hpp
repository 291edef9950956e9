#pragma once

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// Takes out of the catalog what nobody wants to keep: whole segments whose last row is older than their datastream's retention,
/// and those of removed datasets. The files wait for their deletion like replaced ones, since queries may still read them. Also
/// forgets the minutes of the ingest statistics that nobody asks for any more. By the server's clock. Thread-safe.
class PostgresRetentionStore {
public:
    explicit PostgresRetentionStore(ConnectionPool& pool) : pool_(pool) {}

    /// One portion: at most `segments_max` segments; tells how many went. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<std::int64_t>> drop_expired(std::int64_t segments_max);

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
