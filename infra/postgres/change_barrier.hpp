#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "domain/admin/command_bus.hpp"
#include "infra/postgres/connection_pool.hpp"
#include "infra/postgres/notifier.hpp"
#include "infra/runtime/signal.hpp"
#include "infra/runtime/task_group.hpp"

namespace infra::postgres {

/// Lets a gateway answer a change only when every gateway has forgotten what the change made untrue.
///
/// What gateways keep of credentials, groups and grants is dropped by notifications, and those arrive after the commit. So whoever
/// has made a change sends one more notification behind them and waits until every listener has answered it: PostgreSQL
/// delivers in the order of commits, hence an answer says that the change was heard. Who listens is read from
/// pg_stat_activity, where each listener has its name. A gateway that does not answer is hung or gone: the wait ends after
/// `trust_max`, which is as long as anything kept is trusted without asking the store.
class ChangeBarrier {
public:
    static constexpr std::chrono::milliseconds trust_max{1000};

    /// `name` is unique among gateways (listener_name) and is the notifier's; construct before the notifier starts. What is
    /// handed in must outlive it.
    ChangeBarrier(ConnectionPool& pool, Notifier& notifier, runtime::TaskGroup& background, std::string name);

    /// Returns when all listeners have heard what was committed before the call, or trust_max has passed.
    domain::base::Task<void> pass();

private:
    struct Waiting {
        runtime::ChangeSignal signal;
        std::mutex mutex;
        std::set<std::string> answered;
    };

    void received(std::string_view payload);
    void answer(std::string asker, std::string question);
    void answered(const std::string& question, const std::string& listener);
    domain::base::Task<domain::base::Result<std::set<std::string>>> ask(std::string question);

    ConnectionPool& pool_;
    runtime::TaskGroup& background_;
    const std::string name_;
    std::mutex mutex_;  // guards what follows
    std::uint64_t questions_ = 0;
    std::map<std::string, std::shared_ptr<Waiting>> waiting_;
};

/// `opalite listener <128 random bits>`.
std::string listener_name();

/// A command bus whose outcomes, where they take something from what gateways keep, come when all gateways know.
class BarrierCommandBus final : public domain::admin::CommandBus {
public:
    BarrierCommandBus(domain::admin::CommandBus& bus, ChangeBarrier& barrier) : bus_(bus), barrier_(barrier) {}

    domain::base::Task<domain::base::Result<domain::admin::Outcome>> execute(
        domain::admin::CommandEnvelope envelope, std::chrono::steady_clock::time_point deadline) override;

private:
    domain::admin::CommandBus& bus_;
    ChangeBarrier& barrier_;
};

}  // namespace infra::postgres
