#pragma once

#include <chrono>
#include <vector>

#include "consumers/landing/landing_store.hpp"
#include "consumers/landing/parquet_lander.hpp"
#include "infra/runtime/blocking_pool.hpp"

namespace consumers::landing {

/// Lands what was sent in each minute in the dataset System of the tenants.
///
/// Landing of observations adds to the ledger in its own transactions; once a minute is over its counts become rows, and the
/// transaction that makes them visible takes the counts away, unchanged, or nothing happens. What arrives later for the same
/// minute becomes further rows: sums are right at any time, whoever crashes. All references must outlive it.
class UsageLanding {
public:
    static constexpr std::size_t counts_max = 5'000;  ///< of one step
    static constexpr std::chrono::milliseconds idle_pause{1'000};

    UsageLanding(UsageLedger& ledger, LandingStore& store, ParquetLander& lander, infra::runtime::BlockingPool& pool)
        : ledger_(ledger), store_(store), lander_(lander), pool_(pool) {}

    /// Lands what is due. False when nothing was. Fails as the ledger, the lander and the store do; then nothing has changed.
    domain::base::Task<domain::base::Result<bool>> step();

    /// Steps as long as there is something, and looks again after a pause; until cancelled.
    domain::base::Task<void> run();

private:
    /// One segment for each tenant. Blocks.
    domain::base::Result<std::vector<domain::catalog::Segment>> land(const std::vector<UsageCount>& counts);

    UsageLedger& ledger_;
    LandingStore& store_;
    ParquetLander& lander_;
    infra::runtime::BlockingPool& pool_;
};

/// The FIELDS of a count, as a JSON object.
std::string to_json(const UsageCount& count);

}  // namespace consumers::landing
