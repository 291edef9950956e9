#pragma once

#include "domain/catalog/landing_store.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// Where landed segments become visible: one transaction per batch on the tables checkpoints, segments, segment_layouts and
/// idempotency_keys, and a notification on `opalite_segments` for whoever waits for new data.
class PostgresLandingStore final : public domain::catalog::LandingStore {
public:
    explicit PostgresLandingStore(ConnectionPool& pool) : pool_(pool) {}

    domain::base::Task<domain::base::Result<void>> commit(domain::catalog::LandingBatch batch) override;
    domain::base::Task<domain::base::Result<std::vector<bool>>> known_keys(
        std::vector<domain::catalog::IdempotencyKey> keys) override;
    domain::base::Task<domain::base::Result<std::vector<std::string>>> unknown_files(
        std::vector<std::string> files) override;

    /// Forgets at most `rows_max` keys that are older than idempotency_key_memory, and tells how many there were; to be
    /// called now and then. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<std::int64_t>> forget_old_keys(std::int64_t rows_max);

    /// Forgets all segments, keys, and the group's checkpoints of the topic, in one transaction, so that landing makes them
    /// anew from the log; the files wait for their deletion like replaced ones. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<void>> clear(domain::eventlog::GroupId group, std::string topic);

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
