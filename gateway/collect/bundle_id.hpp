#pragma once

#include "domain/base/ids.hpp"
#include "domain/base/time.hpp"

namespace gateway::collect {

/// A new bundle's id as a ULID: 48 bits of milliseconds and 80 random ones in 26 characters of Crockford's base 32. Ids of
/// one time are neighbours, so they compress and prune well. Thread-safe.
domain::base::BundleId make_bundle_id(domain::base::Timestamp now);

}  // namespace gateway::collect
