#pragma once

#include <functional>
#include <memory>
#include <string>

#include "domain/base/result.hpp"
#include "domain/base/time.hpp"
#include "domain/eventlog/event_log.hpp"
#include "infra/cli/service_options.hpp"
#include "infra/postgres/connection_pool.hpp"
#include "infra/postgres/private_cluster.hpp"
#include "infra/telemetry/metrics.hpp"

namespace infra::cli {

/// What every role stands on: the clock, the metrics, PostgreSQL (private or given, with its schema brought up to date) and
/// the event log with its topics. Closed in the reverse order.
class Platform {
public:
    /// Tells about the steps that take long, for whoever waits in front of a terminal.
    using Progress = std::function<void(const std::string& step)>;

    /// Blocks. Fails with what the parts fail with; the message says which part.
    static domain::base::Result<std::unique_ptr<Platform>> open(const ServiceOptions& options, const Progress& progress);
    ~Platform();

    domain::base::SystemClock& clock() { return clock_; }
    telemetry::Metrics& metrics() { return metrics_; }
    postgres::ConnectionPool& database() { return *database_; }
    domain::eventlog::EventLog& log() { return *log_; }
    const std::string& database_url() const { return database_url_; }

private:
    Platform() = default;
    domain::base::Result<void> open_database(const ServiceOptions& options, const Progress& progress);
    domain::base::Result<void> open_log(const ServiceOptions& options, const Progress& progress);

    domain::base::SystemClock clock_;
    telemetry::Metrics metrics_;
    std::unique_ptr<postgres::PrivateCluster> cluster_;
    std::string database_url_;
    std::unique_ptr<postgres::ConnectionPool> database_;
    std::unique_ptr<domain::eventlog::EventLog> log_;
};

}  // namespace infra::cli
