#pragma once

#include <atomic>
#include <chrono>

#include "consumers/landing/compactor.hpp"
#include "domain/base/task.hpp"
#include "domain/catalog/compaction_store.hpp"
#include "infra/runtime/blocking_pool.hpp"
#include "infra/runtime/signal.hpp"
#include "infra/telemetry/metrics.hpp"

namespace consumers::landing {

struct CompactionConfig {
    std::chrono::milliseconds busy_pause{1000};  ///< after a merge, at least
    std::chrono::milliseconds idle_pause{5000};  ///< when there was nothing to merge, or the store did not answer
    double core_share_max = 0.5;                 ///< of one core, on average; above 0, at most 1
    /// Longer than any merge. A job that failed is tried again when its lease has ended, by whoever comes first.
    std::chrono::seconds lease{600};
    std::chrono::seconds retired_file_grace = domain::catalog::retired_file_grace;
    std::size_t files_deleted_max = 1000;  ///< in one round
    domain::catalog::CompactionLimits limits;
};

/// Merges small segments in the background and deletes files that were replaced: claim a job, merge, swap, pause, again.
/// Several processes may do so at the same time. All references must outlive run().
class CompactionLoop {
public:
    CompactionLoop(domain::catalog::CompactionStore& store, Compactor& compactor, infra::telemetry::Metrics& metrics,
                   CompactionConfig config = {});

    /// Ends after stop(). Call once.
    domain::base::Task<void> run();

    /// One round, as run() does them: at most one merge, then the deletion of files. True when it merged.
    domain::base::Task<bool> run_once();

    /// Asks run() to end, and a running merge to give up. Thread-safe, does not block.
    void stop();

private:
    domain::base::Task<bool> merge_one();
    domain::base::Task<void> replace(const domain::catalog::CompactionJob& job, const domain::catalog::Segment& merged);
    domain::base::Task<void> delete_retired();

    domain::catalog::CompactionStore& store_;
    Compactor& compactor_;
    const CompactionConfig config_;
    infra::telemetry::Counter& segments_;
    infra::telemetry::Counter& bytes_;
    infra::telemetry::Counter& conflicts_;
    infra::telemetry::Counter& failures_;
    infra::telemetry::Counter& deleted_;
    infra::telemetry::Histogram& seconds_;
    infra::runtime::BlockingPool thread_{1};
    infra::runtime::ChangeSignal stop_signal_;
    std::atomic<bool> stopping_{false};
};

}  // namespace consumers::landing
