#pragma once

#include "domain/catalog/landing_store.hpp"

/// The port stands in domain/catalog, because its adapter is infra/postgres and infra includes nothing of consumers.
namespace consumers::landing {

using domain::catalog::CheckpointMove;
using domain::catalog::IdempotencyKey;
using domain::catalog::LandingBatch;
using domain::catalog::LandingStore;
using domain::catalog::UsageCount;
using domain::catalog::UsageLedger;

}  // namespace consumers::landing
