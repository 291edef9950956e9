#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "consumers/landing/landing_store.hpp"
#include "consumers/landing/parquet_lander.hpp"

/// What the landings of the service's own rows share (AuditLanding, UsageLanding).
namespace consumers::landing {

/// A segment for each request, or none: when one fails, those that were made are discarded. Fails as the lander. Blocks.
domain::base::Result<std::vector<domain::catalog::Segment>> land_all(ParquetLander& lander, const std::vector<LandingRequest>& requests);

/// Commits segments that were just landed. After a conflict their files are discarded; when the outcome is unknown a file may be
/// in the catalog, and if it is not, it is an orphan. Fails as the store.
domain::base::Task<domain::base::Result<void>> commit_landed(LandingStore& store, ParquetLander& lander, LandingBatch batch);

/// Steps as long as a step gives true, and looks again after a pause; until cancelled. A failure is logged as `complaint`, but for a
/// conflict: then somebody else was faster.
domain::base::Task<void> keep_stepping(std::function<domain::base::Task<domain::base::Result<bool>>()> step,
                                       std::chrono::milliseconds pause, std::string complaint);

}  // namespace consumers::landing
