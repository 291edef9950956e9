#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "consumers/dead_letters.hpp"
#include "consumers/landing/drop_filters.hpp"
#include "consumers/landing/flush_plan.hpp"
#include "consumers/landing/gathering.hpp"
#include "consumers/landing/parquet_lander.hpp"
#include "consumers/subscription_runner.hpp"
#include "domain/catalog/landing_store.hpp"
#include "infra/runtime/blocking_pool.hpp"
#include "infra/runtime/signal.hpp"
#include "infra/runtime/task_group.hpp"
#include "infra/telemetry/metrics.hpp"

namespace consumers::landing {

/// What landing works with. All of it must outlive the ObservationLanding.
struct LandingPorts {
    domain::catalog::LandingStore& store;
    domain::eventlog::CheckpointReader& checkpoints;
    DeadLetters& dead_letters;
    DropFilters& drop_filters;
    ParquetLander& lander;
    infra::runtime::BlockingPool& pool;    ///< writes segments; two to four threads
    infra::runtime::TaskGroup& tasks;      ///< the group that also runs the SubscriptionRunner
    infra::telemetry::Metrics& metrics;
};

/// Lands the observations of one member's partitions: gathers records while the flush before is running, writes the
/// segments of each dataset, and makes them visible together with the checkpoints in one transaction.
///
/// A flush that fails closes the subscription; the runner starts again from the checkpoints, and what was not committed
/// comes again. When the store refused the batch (another member has the partitions), its files are deleted; when the
/// outcome is unknown they stay, since they may be in the catalog, and the collector of orphans decides.
class ObservationLanding final : public DeliveryHandler {
public:
    ObservationLanding(domain::eventlog::GroupId group, domain::eventlog::Topic topic, const GatheringLimits& limits,
                       LandingPorts ports);
    ~ObservationLanding() override;

    void begin(domain::eventlog::Subscription& subscription) override;
    /// Waits while too much is gathered.
    domain::base::Task<domain::base::Result<void>> handle(domain::eventlog::Delivery delivery) override;
    /// Waits for the flush that is running; what was only gathered is forgotten.
    domain::base::Task<void> end() override;

private:
    struct Counters;
    struct Flush;
    class LoopGuard;

    domain::base::Task<void> flush_loop();
    domain::base::Task<domain::base::Result<void>> flush(GatheredBatch batch);
    domain::base::Task<domain::base::Result<void>> prepare(std::shared_ptr<Flush> work);
    domain::base::Task<domain::base::Result<void>> land_all(std::shared_ptr<Flush> work);
    domain::base::Task<void> land_some(std::shared_ptr<Flush> work);
    domain::base::Task<domain::base::Result<void>> land_one(std::shared_ptr<Flush> work, std::size_t place);
    domain::base::Task<domain::base::Result<LandedRequest>> land(std::shared_ptr<const LandingRequest> request);
    domain::base::Task<domain::base::Result<void>> bury(std::shared_ptr<Flush> work);
    domain::base::Task<domain::base::Result<void>> show_rejected(std::shared_ptr<Flush> work);
    domain::base::Task<domain::base::Result<void>> commit(std::shared_ptr<Flush> work);
    domain::base::Task<domain::base::Result<void>> assign(domain::eventlog::PartitionId partition);
    domain::base::Task<domain::base::Result<void>> add(domain::eventlog::RecordBatch batch);
    void fail(const domain::base::Error& error);

    const domain::eventlog::GroupId group_;
    const domain::eventlog::Topic topic_;
    const GatheringLimits limits_;
    const LandingPorts ports_;
    const std::unique_ptr<Counters> counters_;
    infra::runtime::ChangeSignal changed_;

    std::mutex mutex_;  // guards what follows; never held over a co_await
    Gathering gathering_;
    domain::eventlog::Subscription* subscription_ = nullptr;
    bool over_ = true;
    bool loop_runs_ = false;
};

}  // namespace consumers::landing
