#pragma once

#include "domain/eventlog/event_log.hpp"

namespace domain::eventlog {

/// Accepted observations: a value is a part of one request's bundle (domain/ingest/bundle.hpp).
/// Four partitions let four consumer processes share the work; raising the number later is safe, since a bundle's
/// partition has no meaning beyond the spread (and beyond keeping the repeats of one Idempotency-Key together).
inline Topic observations_topic() { return Topic{"opalite.observations", 4, std::chrono::hours(24 * 7)}; }

/// Administration commands, key = tenant, so a tenant's commands are totally ordered. Kept for ever.
inline Topic admin_topic() { return Topic{"opalite.admin", 4, std::nullopt}; }

/// Records that could not be projected, with the reason in their headers.
inline Topic dead_letters_topic() { return Topic{"opalite.dead-letters", 1, std::chrono::hours(24 * 30)}; }

}  // namespace domain::eventlog
