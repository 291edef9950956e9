#pragma once

#include <optional>

#include "domain/catalog/landing_store.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// Where landed segments become visible: one transaction per batch on the tables checkpoints, segments, segment_layouts and
/// idempotency_keys, and a notification on `opalite_segments` for whoever waits for new data.
class PostgresLandingStore final : public domain::catalog::LandingStore {
public:
    explicit PostgresLandingStore(ConnectionPool& pool) : pool_(pool) {}

    domain::base::Task<domain::base::Result<void>> commit(domain::catalog::LandingBatch batch) override;
    domain::base::Task<domain::base::Result<domain::catalog::LandingFacts>> facts(
        domain::catalog::LandingQuestion question) override;
    domain::base::Task<domain::base::Result<std::vector<std::string>>> unknown_files(
        std::vector<std::string> files) override;

    /// Forgets at most `rows_max` keys that are older than idempotency_key_memory, and tells how many there were; to be
    /// called now and then. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<std::int64_t>> forget_old_keys(std::int64_t rows_max);

    /// What waits to be put in again since `since`, of one tenant and dataset or of all, among `names`. Fails with kUnavailable.
    struct WaitingFilter {
        WaitingFilter() = default;
        std::vector<domain::catalog::RejectionName> names;
        domain::base::Timestamp since{};  ///< rejected then or later, by the server's clock
        std::optional<domain::base::TenantId> tenant;
        std::optional<domain::base::DatasetId> dataset;
    };
    domain::base::Task<domain::base::Result<std::vector<bool>>> waiting(WaitingFilter filter);

    /// Forgets all segments, keys, and the group's checkpoints of the topic, in one transaction, so that landing makes them
    /// anew from the log; the files wait for their deletion like replaced ones. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<void>> clear(domain::eventlog::GroupId group, std::string topic);

private:
    ConnectionPool& pool_;
};

}  // namespace infra::postgres
