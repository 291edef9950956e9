#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "consumers/landing/landing_store.hpp"
#include "consumers/landing/parquet_lander.hpp"
#include "domain/admin/audit.hpp"
#include "infra/runtime/blocking_pool.hpp"

namespace consumers::landing {

/// Lands what administrators did in the dataset System/Audit of their tenants.
///
/// The outcomes of commands are the trail. They are landed behind the projections, in order, under a checkpoint of their own: a
/// segment is named by the offsets that it holds, and its row and the checkpoint are committed together by compare-and-set,
/// so every entry lands once, whoever tries. A rebuild of the segments begins with the first outcome again. All references
/// must outlive it.
class AuditLanding {
public:
    static constexpr std::size_t entries_max = 5'000;  ///< of one step
    static constexpr std::chrono::milliseconds idle_pause{500};

    AuditLanding(domain::admin::audit::Trail& trail, LandingStore& store, ParquetLander& lander,
                 infra::runtime::BlockingPool& pool)
        : trail_(trail), store_(store), lander_(lander), pool_(pool) {}

    /// Lands one page. False when there was none. Fails as the trail, the lander and the store do; then nothing has changed.
    domain::base::Task<domain::base::Result<bool>> step();

    /// Steps as long as there is something, and looks again after a pause; until cancelled.
    domain::base::Task<void> run();

private:
    /// One segment for each tenant of the page. Blocks.
    domain::base::Result<std::vector<domain::catalog::Segment>> land(const domain::admin::audit::Page& page);

    domain::admin::audit::Trail& trail_;
    LandingStore& store_;
    ParquetLander& lander_;
    infra::runtime::BlockingPool& pool_;
};

}  // namespace consumers::landing
