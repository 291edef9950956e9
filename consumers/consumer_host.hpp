#pragma once

#include <memory>

#include "consumers/config.hpp"
#include "domain/base/result.hpp"
#include "domain/base/time.hpp"
#include "domain/eventlog/event_log.hpp"
#include "infra/postgres/connection_pool.hpp"
#include "infra/telemetry/metrics.hpp"

namespace consumers {

/// The group whose checkpoints belong to the segments.
inline domain::eventlog::GroupId landing_group() { return domain::eventlog::GroupId("landing"); }

/// Process 2: everything that follows the log. Owns the subscriptions (administration commands, observations) and the
/// background work on segments (compaction, orphans). What is handed in must outlive it.
class ConsumerHost {
public:
    /// Follows from the moment it returns. Blocks shortly. Fails with kUnavailable when a directory cannot be made.
    static domain::base::Result<std::unique_ptr<ConsumerHost>> start(Config config, domain::eventlog::EventLog& log,
                                                                     infra::postgres::ConnectionPool& database,
                                                                     const domain::base::Clock& clock,
                                                                     infra::telemetry::Metrics& metrics);
    /// stop().
    ~ConsumerHost();
    ConsumerHost(const ConsumerHost&) = delete;
    ConsumerHost& operator=(const ConsumerHost&) = delete;

    /// Ends the subscriptions after the flush that is running; what was not committed is read again at the next start.
    /// Blocks. Idempotent.
    void stop();

private:
    struct Parts;
    explicit ConsumerHost(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace consumers
