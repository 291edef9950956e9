#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/base/result.hpp"
#include "domain/base/time.hpp"
#include "domain/eventlog/event_log.hpp"
#include "gateway/auth/password_hasher.hpp"
#include "gateway/config.hpp"
#include "infra/postgres/connection_pool.hpp"
#include "infra/telemetry/metrics.hpp"

namespace gateway {

/// Process 1: everything that arrives over HTTP. Builds its parts on what is handed in, which must outlive it.
class Gateway {
public:
    /// Connects to what it needs, without listening yet. Blocks. Fails with the reason of the part that failed.
    static domain::base::Result<std::unique_ptr<Gateway>> open(Config config, domain::eventlog::EventLog& log,
                                                               infra::postgres::ConnectionPool& database,
                                                               domain::base::Clock& clock,
                                                               infra::telemetry::Metrics& metrics);
    /// stop(0).
    ~Gateway();
    Gateway(const Gateway&) = delete;
    Gateway& operator=(const Gateway&) = delete;

    /// Accepts on both addresses from the moment it returns. Blocks. Fails with kUnavailable when an address is taken.
    domain::base::Result<void> listen();
    std::uint16_t https_port() const;
    std::uint16_t http_port() const;

    /// Stops accepting, lets requests finish for `limit`, then cancels them. Blocks. Idempotent.
    void stop(std::chrono::milliseconds limit);

    domain::admin::CommandBus& commands();
    domain::admin::ControlReader& control();
    auth::PasswordHasher& hasher();

private:
    struct Parts;
    explicit Gateway(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace gateway
