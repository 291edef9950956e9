#include "infra/cli/platform.hpp"

#include "domain/eventlog/topics.hpp"
#include "infra/embedded_log/embedded_event_log.hpp"
#include "infra/kafka/kafka_event_log.hpp"
#include "infra/postgres/migrator.hpp"
#include "infra/runtime/run_async.hpp"

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::Result;

/// Connections of one process: a few for queries' catalogs and authentication, a few for projections.
constexpr std::size_t kDatabaseConnections = 12;

Error in(const std::string& part, const Error& error) { return Error(error.code(), part + ": " + error.message()); }

}  // namespace

Result<std::unique_ptr<Platform>> Platform::open(const ServiceOptions& options, const Progress& progress) {
    std::error_code error;
    std::filesystem::create_directories(options.data, error);
    if (error) {
        return Error(domain::base::ErrorCode::kUnavailable,
                     "the data directory cannot be made: " + options.data.string() + ": " + error.message());
    }
    std::unique_ptr<Platform> platform(new Platform());
    const auto database = platform->open_database(options, progress);
    if (!database) return in("PostgreSQL", database.error());
    const auto log = platform->open_log(options, progress);
    if (!log) return in("event log", log.error());
    return platform;
}

Platform::~Platform() {
    log_.reset();
    database_.reset();
    cluster_.reset();
}

Result<void> Platform::open_database(const ServiceOptions& options, const Progress& progress) {
    database_url_ = options.database;
    if (database_url_.empty()) {
        progress("starting the private PostgreSQL");
        auto cluster = postgres::PrivateCluster::start(std::filesystem::absolute(options.data));
        if (!cluster) return cluster.error();
        cluster_ = std::move(*cluster);
        database_url_ = cluster_->url();
    }
    const auto migrated = postgres::migrate(database_url_);
    if (!migrated) return migrated.error();
    if (*migrated > 0) progress("applied " + std::to_string(*migrated) + " migrations");
    postgres::PostgresOptions pool;
    pool.url = database_url_;
    pool.connections = kDatabaseConnections;
    database_ = std::make_unique<postgres::ConnectionPool>(pool);
    return {};
}

Result<void> Platform::open_log(const ServiceOptions& options, const Progress& progress) {
    const std::string brokers = options.kafka_brokers();
    if (brokers.empty()) {
        embedded_log::EmbeddedLogConfig config;
        config.directory = std::filesystem::absolute(options.data) / "log";
        auto log = embedded_log::EmbeddedEventLog::open(config, clock_, metrics_);
        if (!log) return log.error();
        log_ = std::move(*log);
    } else {
        progress("connecting to Kafka at " + brokers);
        kafka::KafkaLogConfig config;
        config.brokers = brokers;
        auto log = kafka::KafkaEventLog::open(config, metrics_);
        if (!log) return log.error();
        log_ = std::move(*log);
    }
    for (const auto& topic : {domain::eventlog::observations_topic(), domain::eventlog::admin_topic(),
                              domain::eventlog::dead_letters_topic()}) {
        const auto made = runtime::run_async(log_->ensure_topic(topic));
        if (!made) return made.error();
    }
    return {};
}

}  // namespace infra::cli
