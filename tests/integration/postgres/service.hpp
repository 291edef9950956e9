#pragma once

#include <atomic>
#include <memory>

#include "consumers/projections/admin_projector.hpp"
#include "consumers/subscription_runner.hpp"
#include "domain/eventlog/topics.hpp"
#include "gateway/auth/token_authenticator.hpp"
#include "infra/postgres/api_token_uses.hpp"
#include "infra/postgres/change_barrier.hpp"
#include "infra/postgres/channels.hpp"
#include "infra/postgres/checkpoint_store.hpp"
#include "infra/postgres/command_bus.hpp"
#include "infra/postgres/control_reader.hpp"
#include "infra/postgres/control_store.hpp"
#include "infra/postgres/delegated_logins.hpp"
#include "infra/postgres/notifier.hpp"
#include "infra/runtime/io_runtime.hpp"
#include "infra/runtime/run_async.hpp"
#include "infra/runtime/task_group.hpp"
#include "tests/integration/postgres/test_database.hpp"
#include "tests/support/in_memory_event_log.hpp"
#include "tests/support/no_tables.hpp"

namespace tests::postgres {

/// What one gateway has: its own connections, notifier, caches.
class Gateway {
public:
    Gateway(domain::eventlog::EventLog& log, const std::string& url)
        : pool({url, 4}), reader(pool), listener(infra::postgres::listener_name()), notifier(url, listener),
          background(runtime.context(), [](const std::string&, const std::string&) {}), log_bus(log, reader, notifier),
          barrier(pool, notifier, background, listener), bus(log_bus, barrier), delegated_logins(pool, notifier, clock),
          uses_store(pool), uses(uses_store, clock), authenticator(reader, bus, clock, background, uses) {
        infra::postgres::Notifier::Listener on_credentials;
        on_credentials.received = [this](std::string_view payload) { authenticator.changed(payload); };
        on_credentials.began = [this] {
            authenticator.listening_began();
            ++began;
        };
        on_credentials.ended = [this] { authenticator.listening_ended(); };
        notifier.listen(infra::postgres::kCredentialsChannel, std::move(on_credentials));
        notifier.start();
        infra::runtime::run_async(authenticator.load()).value();
    }
    ~Gateway() { notifier.stop(); }

    domain::admin::Outcome execute(domain::admin::CommandEnvelope envelope) {
        envelope.time = clock.now();
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        return infra::runtime::run_async(bus.execute(std::move(envelope), deadline)).value();
    }
    domain::base::Result<domain::identity::IngestPrincipal> ingest(const std::string& authorization) {
        gateway::auth::RequestCredentials credentials;
        credentials.authorization = authorization;
        return infra::runtime::run_async(authenticator.ingest(credentials));
    }
    domain::base::Result<domain::identity::Principal> api(const std::string& authorization) {
        gateway::auth::RequestCredentials credentials;
        credentials.authorization = authorization;
        return infra::runtime::run_async(authenticator.api(credentials));
    }

    domain::base::SystemClock clock;
    infra::runtime::IoRuntime runtime{1};
    infra::postgres::ConnectionPool pool;
    infra::postgres::PostgresControlReader reader;
    std::string listener;
    infra::postgres::Notifier notifier;
    infra::runtime::TaskGroup background;
    infra::postgres::PostgresCommandBus log_bus;
    infra::postgres::ChangeBarrier barrier;
    infra::postgres::BarrierCommandBus bus;
    infra::postgres::PostgresDelegatedLogins delegated_logins;
    infra::postgres::PostgresApiTokenUses uses_store;
    gateway::auth::TokenUseRecorder uses;
    gateway::auth::TokenAuthenticator authenticator;
    std::atomic<int> began{0};
};

/// A consumer that follows the administration topic until it goes out of scope.
class Consumer {
public:
    Consumer(domain::eventlog::EventLog& log, const std::string& url)
        : pool({url, 4}), store(pool), checkpoints(pool), projector(store, tables, clock, metrics),
          runner(log, checkpoints, consumers::projections::admin_group(), domain::eventlog::admin_topic(), projector,
                 {std::chrono::milliseconds(10), std::chrono::milliseconds(100)}),
          group(runtime.context(), [](const std::string&, const std::string&) {}) {
        group.spawn("admin", [this] { return runner.run(); });
    }
    ~Consumer() {
        runner.stop();
        group.wait();
    }

    domain::base::SystemClock clock;
    infra::telemetry::Metrics metrics;
    infra::runtime::IoRuntime runtime{1};
    infra::postgres::ConnectionPool pool;
    infra::postgres::PostgresControlStore store;
    infra::postgres::CheckpointStore checkpoints;
    NoTables tables;
    consumers::projections::AdminProjector projector;
    consumers::SubscriptionRunner runner;
    infra::runtime::TaskGroup group;
};

/// Waits until `condition` holds, looking again and again; false when it never did within `limit`.
template <class Condition>
bool eventually(Condition condition, std::chrono::milliseconds limit = std::chrono::seconds(10)) {
    const auto until = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > until) return false;
        std::this_thread::yield();
    }
    return true;
}

}  // namespace tests::postgres
