#include "consumers/consumer_host.hpp"

#include <random>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <unistd.h>

#include "consumers/dead_letters.hpp"
#include "consumers/landing/audit_landing.hpp"
#include "consumers/landing/compaction_loop.hpp"
#include "consumers/landing/compactor.hpp"
#include "consumers/landing/observation_landing.hpp"
#include "consumers/landing/orphan_collector.hpp"
#include "consumers/landing/parquet_lander.hpp"
#include "consumers/landing/table_lander.hpp"
#include "consumers/landing/usage_landing.hpp"
#include "consumers/projections/admin_projector.hpp"
#include "consumers/subscription_runner.hpp"
#include "domain/eventlog/topics.hpp"
#include "infra/duckdb/duckdb_query_store.hpp"
#include "infra/duckdb/merge/segment_merger.hpp"
#include "infra/postgres/audit_trail.hpp"
#include "infra/postgres/checkpoint_store.hpp"
#include "infra/postgres/compaction_store.hpp"
#include "infra/postgres/control_store.hpp"
#include "infra/postgres/landing_store.hpp"
#include "infra/postgres/retention_store.hpp"
#include "infra/postgres/usage_ledger.hpp"
#include "infra/runtime/blocking_pool.hpp"
#include "infra/runtime/io_runtime.hpp"
#include "infra/runtime/task_group.hpp"
#include "infra/telemetry/log.hpp"

namespace consumers {
namespace {

using domain::base::Task;

const infra::telemetry::Logger kLog("consumers");

void report(const std::string& task, const std::string& what) {
    kLog.error("a background task failed", {{"task", task}, {"what", what}});
}

/// Tells this process's files from those of every other one, also after a restart with the same process id.
std::string process_name() {
    std::random_device device;
    return std::to_string(::getpid()) + "-" + std::to_string(device());
}

infra::duckdb::merge::SegmentMergerConfig merger_config(const Config& config) {
    infra::duckdb::merge::SegmentMergerConfig merger;
    merger.segment_directory = config.segment_directory;
    return merger;
}

/// Runs drop filters; opened when there is one.
domain::base::Result<std::unique_ptr<domain::query::QueryStore>> open_filter_store(const Config& config) {
    infra::duckdb::DuckDbQueryStoreConfig store;
    store.segment_directory = config.segment_directory;
    store.temp_directory = config.filter_temp_directory;
    store.memory_bytes_max = config.filter_memory_bytes_max;
    store.threads = config.landing_threads;
    auto opened = infra::duckdb::DuckDbQueryStore::open(store);
    if (!opened) return opened.error();
    return std::unique_ptr<domain::query::QueryStore>(std::move(*opened));
}

}  // namespace

/// The parts in the order of their construction; destroyed in the reverse order.
struct ConsumerHost::Parts {
    Parts(Config the_config, domain::eventlog::EventLog& log, infra::postgres::ConnectionPool& database,
          const domain::base::Clock& clock, infra::telemetry::Metrics& metrics)
        : config(std::move(the_config)), checkpoints(database), control_store(database), landing_store(database),
          compaction_store(database), retention_store(database), dead_letters(log), runtime(config.io_threads), pool(config.landing_threads),
          tasks(runtime.context(), report),
          tables(config.segment_directory, process_name(), landing::TableLanderPorts{log, landing_store, pool}),
          projector(control_store, tables, clock, metrics),
          lander(config.segment_directory, process_name()),
          drop_filters([this] { return open_filter_store(config); }, clock, metrics),
          landing(landing_group(), domain::eventlog::observations_topic(), landing::GatheringLimits{},
                  landing::LandingPorts{landing_store, checkpoints, dead_letters, drop_filters, lander, pool, tasks, metrics}),
          admin_runner(log, checkpoints, projections::admin_group(), domain::eventlog::admin_topic(), projector),
          landing_runner(log, checkpoints, landing_group(), domain::eventlog::observations_topic(), landing),
          orphans(config.segment_directory, landing_store, pool, clock), compactor(merger_config(config)),
          compaction(compaction_store, compactor, metrics),
          audit_trail(database), audit(audit_trail, landing_store, lander, pool), usage_ledger(database),
          usage(usage_ledger, landing_store, lander, pool) {}

    void start() {
        tasks.spawn("admin projector", [this] { return admin_runner.run(); });
        tasks.spawn("landing", [this] { return landing_runner.run(); });
        background.spawn("compaction", [this] { return compaction.run(); });
        background.spawn("audit", [this] { return audit.run(); });
        background.spawn("usage", [this] { return usage.run(); });
        background.spawn("orphan collector", [this] { return orphans.run(config.orphan_interval); });
        background.spawn("idempotency keys", [this] { return forget_old_keys(); });
        background.spawn("retention", [this] { return drop_expired(); });
    }

    /// Keys are needed for a day; until cancelled, the older ones go in portions that lock few rows.
    Task<void> forget_old_keys() {
        constexpr std::int64_t kPortion = 10'000;
        boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
        for (;;) {
            const auto forgotten = co_await landing_store.forget_old_keys(kPortion);
            if (!forgotten) kLog.warn("old idempotency keys stay", {{"reason", forgotten.error().message()}});
            const bool more = forgotten && *forgotten == kPortion;
            timer.expires_after(more ? std::chrono::seconds(1) : std::chrono::seconds(600));
            co_await timer.async_wait(boost::asio::use_awaitable);
        }
    }

    /// Until cancelled: what has expired goes in portions that lock few rows.
    Task<void> drop_expired() {
        constexpr std::int64_t kPortion = 1'000;
        boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
        for (;;) {
            const auto dropped = co_await retention_store.drop_expired(kPortion);
            if (!dropped) kLog.warn("expired segments stay", {{"reason", dropped.error().message()}});
            else if (*dropped > 0) kLog.info("expired segments were dropped", {{"segments", *dropped}});
            const bool more = dropped && *dropped == kPortion;
            timer.expires_after(more ? std::chrono::milliseconds(1000) : config.retention_interval);
            co_await timer.async_wait(boost::asio::use_awaitable);
        }
    }

    Config config;
    infra::postgres::CheckpointStore checkpoints;
    infra::postgres::PostgresControlStore control_store;
    infra::postgres::PostgresLandingStore landing_store;
    infra::postgres::PostgresCompactionStore compaction_store;
    infra::postgres::PostgresRetentionStore retention_store;
    DeadLetterTopic dead_letters;
    infra::runtime::IoRuntime runtime;
    infra::runtime::BlockingPool pool;
    infra::runtime::TaskGroup tasks;
    landing::TableLander tables;
    projections::AdminProjector projector;
    landing::ParquetLander lander;
    landing::DropFilters drop_filters;
    landing::ObservationLanding landing;
    SubscriptionRunner admin_runner;
    SubscriptionRunner landing_runner;
    landing::OrphanCollector orphans;
    landing::Compactor compactor;
    landing::CompactionLoop compaction;
    infra::postgres::PostgresAuditTrail audit_trail;
    landing::AuditLanding audit;
    infra::postgres::PostgresUsageLedger usage_ledger;
    landing::UsageLanding usage;
    infra::runtime::TaskGroup background{runtime.context(), report};
};

ConsumerHost::ConsumerHost(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

ConsumerHost::~ConsumerHost() { stop(); }

domain::base::Result<std::unique_ptr<ConsumerHost>> ConsumerHost::start(Config config, domain::eventlog::EventLog& log,
                                                                        infra::postgres::ConnectionPool& database,
                                                                        const domain::base::Clock& clock,
                                                                        infra::telemetry::Metrics& metrics) {
    std::error_code error;
    std::filesystem::create_directories(config.segment_directory, error);
    if (error) {
        return domain::base::Error(domain::base::ErrorCode::kUnavailable,
                                   "a directory cannot be made: " + config.segment_directory.string() + ": " + error.message());
    }
    auto parts = std::make_unique<Parts>(std::move(config), log, database, clock, metrics);
    parts->start();
    return std::unique_ptr<ConsumerHost>(new ConsumerHost(std::move(parts)));
}

void ConsumerHost::stop() {
    parts_->compaction.stop();
    parts_->landing_runner.stop();
    parts_->admin_runner.stop();
    parts_->tasks.wait();
    parts_->background.cancel();
    parts_->background.wait();
}

}  // namespace consumers
