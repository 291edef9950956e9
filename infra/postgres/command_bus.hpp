#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/eventlog/event_log.hpp"
#include "infra/postgres/notifier.hpp"
#include "infra/runtime/signal.hpp"

namespace infra::postgres {

/// Sends commands to `opalite.admin` and waits for their outcomes: woken by the notifier, and looking by itself when nothing
/// wakes it. What is handed in must outlive the bus; construct it before the notifier starts.
class PostgresCommandBus final : public domain::admin::CommandBus {
public:
    PostgresCommandBus(domain::eventlog::EventWriter& log, domain::admin::ControlReader& reader, Notifier& notifier);

    domain::base::Task<domain::base::Result<domain::admin::Outcome>> execute(
        domain::admin::CommandEnvelope envelope, std::chrono::steady_clock::time_point deadline) override;

private:
    /// Those who wait for one command.
    struct Waiting {
        runtime::ChangeSignal signal;
        std::atomic<bool> accepted{false};
    };
    class Wait;

    void announced(std::string_view payload);
    void wake_all();
    domain::base::Task<domain::base::Result<domain::admin::Outcome>> await_outcome(
        const domain::admin::CommandEnvelope& envelope, Wait& wait, std::chrono::steady_clock::time_point deadline);

    domain::eventlog::EventWriter& log_;
    domain::admin::ControlReader& reader_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::weak_ptr<Waiting>> waiting_;
};

}  // namespace infra::postgres
