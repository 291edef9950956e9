#pragma once

#include <cstdint>

#include "consumers/projections/table_contents.hpp"
#include "domain/admin/control_store.hpp"
#include "domain/eventlog/event_log.hpp"
#include "infra/telemetry/metrics.hpp"

namespace consumers::projections {

/// Makes the control projections anew: forgets them, then applies `opalite.admin` from the first record on. Gives the number
/// of records. Nobody else may follow the topic meanwhile (a consumer that does makes it fail with kConflict); gateways
/// refuse credentials until it is done. The segments of
/// reference tables are made anew, too. When it was interrupted, consumers go on from where it stopped.
///
/// Fails with kUnavailable and kConflict.
domain::base::Task<domain::base::Result<std::int64_t>> rebuild_admin(domain::eventlog::EventLog& log,
                                                                     domain::admin::ControlStore& store, TableContents& contents,
                                                                     const domain::base::Clock& clock,
                                                                     infra::telemetry::Metrics& metrics);

}  // namespace consumers::projections
