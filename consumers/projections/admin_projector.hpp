#pragma once

#include <cstddef>
#include <map>

#include "consumers/projections/table_contents.hpp"
#include "consumers/subscription_runner.hpp"
#include "domain/admin/control_store.hpp"
#include "infra/telemetry/metrics.hpp"

namespace consumers::projections {

/// The group whose checkpoints belong to the control projections.
inline domain::eventlog::GroupId admin_group() { return domain::eventlog::GroupId("admin"); }

/// Lets administration commands take effect: takes records of `opalite.admin` apart and applies them to the store, many in
/// one transaction. Files of reference tables are landed before the commands that name them are applied; chunks without a
/// command have no effect. What is no command becomes a dead letter, and the partition moves on. What is handed in must
/// outlive the projector.
class AdminProjector final : public DeliveryHandler {
public:
    struct Options {
        /// Commands of one transaction.
        std::size_t commands_max = 1000;
        /// Nobody waits for the outcome of a command that was issued longer ago: it is not announced.
        std::chrono::seconds outcome_interest{60};
    };

    AdminProjector(domain::admin::ControlStore& store, TableContents& contents, const domain::base::Clock& clock,
                   infra::telemetry::Metrics& metrics);
    AdminProjector(domain::admin::ControlStore& store, TableContents& contents, const domain::base::Clock& clock,
                   infra::telemetry::Metrics& metrics, Options options);

    /// Fails with kConflict when another consumer has the partition, and as ControlStore::apply otherwise.
    domain::base::Task<domain::base::Result<void>> handle(domain::eventlog::Delivery delivery) override;
    domain::base::Task<void> end() override;

private:
    domain::base::Task<domain::base::Result<void>> apply(domain::eventlog::PartitionId partition,
                                                         std::vector<domain::eventlog::StoredRecord> records);
    domain::base::Task<domain::base::Result<void>> apply_singly(domain::eventlog::PartitionId partition,
                                                                domain::eventlog::Offset expected,
                                                                std::vector<domain::eventlog::StoredRecord> records);
    domain::base::Task<domain::base::Result<void>> apply_or_bury(domain::admin::CommandBatch batch,
                                                                 domain::eventlog::StoredRecord record);
    domain::base::Task<domain::base::Result<domain::eventlog::Offset>> checkpoint(domain::eventlog::PartitionId partition);
    domain::base::Task<domain::base::Result<void>> land_contents(domain::admin::CommandBatch& batch,
                                                                 const std::vector<domain::eventlog::StoredRecord>& records);
    domain::base::Task<domain::base::Result<void>> apply_landed(domain::admin::CommandBatch batch);
    domain::admin::CommandBatch take_apart(domain::eventlog::PartitionId partition, domain::eventlog::Offset expected,
                                           const std::vector<domain::eventlog::StoredRecord>& records) const;

    domain::admin::ControlStore& store_;
    TableContents& contents_;
    const domain::base::Clock& clock_;
    const Options options_;
    infra::telemetry::Counter& commands_;
    infra::telemetry::Counter& dead_letters_;
    /// Where the checkpoint of each assigned partition stands.
    std::map<domain::eventlog::PartitionId, domain::eventlog::Offset> checkpoints_;
};

}  // namespace consumers::projections
