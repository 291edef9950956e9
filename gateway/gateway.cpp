#include "gateway/gateway.hpp"

#include <optional>

#include "domain/query/query_engine.hpp"
#include "gateway/auth/login_throttle.hpp"
#include "gateway/auth/token_authenticator.hpp"
#include "gateway/http/server.hpp"
#include "gateway/http/tls_context.hpp"
#include "gateway/routes.hpp"
#include "infra/duckdb/duckdb_query_store.hpp"
#include "infra/postgres/api_token_uses.hpp"
#include "infra/postgres/access_reader.hpp"
#include "infra/postgres/change_barrier.hpp"
#include "infra/postgres/channels.hpp"
#include "infra/postgres/command_bus.hpp"
#include "infra/postgres/control_reader.hpp"
#include "infra/postgres/delegated_logins.hpp"
#include "infra/postgres/ingest_reader.hpp"
#include "infra/postgres/notifier.hpp"
#include "infra/postgres/postgres_catalog.hpp"
#include "infra/postgres/rate_exchange.hpp"
#include "infra/runtime/io_runtime.hpp"
#include "infra/runtime/run_async.hpp"
#include "infra/runtime/signal.hpp"
#include "infra/runtime/task_group.hpp"
#include "infra/telemetry/log.hpp"

namespace gateway {
namespace {

using domain::base::Result;
using infra::telemetry::Logger;

const Logger kLog("gateway");

void report(const std::string& task, const std::string& what) {
    kLog.error("a background task failed", {{"task", task}, {"what", what}});
}

infra::duckdb::DuckDbQueryStoreConfig query_store_config(const Config& config) {
    infra::duckdb::DuckDbQueryStoreConfig store;
    store.segment_directory = config.segment_directory;
    store.temp_directory = config.query_temp_directory;
    store.memory_bytes_max = config.query_memory_bytes_max;
    store.threads = config.query_threads;
    store.queries_running_max = config.queries_running_max;
    return store;
}

admin::DelegatedLoginOptions delegated_login_options(const Config& config) {
    admin::DelegatedLoginOptions options;
    options.integrations = config.login_integrations;
    options.life = config.delegated_login_life;
    return options;
}

http::ServerLimits server_limits(const Config& config) {
    http::ServerLimits limits;
    limits.connections_max = config.connections_max;
    return limits;
}

Result<std::shared_ptr<const http::TlsContext>> open_tls(const Config& config) {
    http::TlsFiles files{config.tls_certificate, config.tls_key};
    if (files.certificate.empty()) {
        auto made = http::ensure_tls_files(config.tls_directory, {config.domain});
        if (!made) return made.error();
        files = *made;
    }
    return http::TlsContext::load(files);
}

}  // namespace

/// The parts in the order of their construction; destroyed in the reverse order.
struct Gateway::Parts {
    Parts(Config the_config, domain::eventlog::EventLog& the_log, infra::postgres::ConnectionPool& the_database,
          domain::base::Clock& the_clock, infra::telemetry::Metrics& the_metrics,
          std::unique_ptr<infra::duckdb::DuckDbQueryStore> the_store)
        : config(std::move(the_config)), store(std::move(the_store)), runtime(config.io_threads),
          background(runtime.context(), report), reader(the_database), own_name(infra::postgres::listener_name()),
          notifier(the_database.url(), own_name), log_bus(the_log, reader, notifier),
          barrier(the_database, notifier, background, own_name), bus(log_bus, barrier), token_uses_store(the_database),
          token_uses(token_uses_store, the_clock), authenticator(reader, bus, the_clock, background, token_uses),
          throttle(the_clock), catalog(the_database), engine(catalog, *store),
          health({{"event log", [&the_log] { return the_log.ping(); }},
                  {"PostgreSQL", [&the_database] { return the_database.ping(); }}}, the_metrics),
          passwords(reader, password_hasher, throttle), keys(bus, the_clock), login(authenticator, passwords, keys),
          delegated_logins(the_database, notifier, the_clock),
          delegated_login(authenticator, reader, delegated_logins, keys, the_clock, delegated_login_options(config)),
          web_session(authenticator, reader, bus, passwords, keys, the_clock), commands(reader, bus, the_clock),
          api_tokens(reader, commands, the_clock), datasets(reader, bus, the_clock),
          ingest_reader(the_database), datastreams(ingest_reader, reader, bus, the_clock), filters(ingest_reader, reader, bus, the_clock),
          ingest_tokens(ingest_reader, reader, bus, the_clock), api_limits(the_clock, config.api_rates),
          tables(reader, bus, the_log, the_clock), access_reader(the_database),
          users(reader, bus, password_hasher, throttle, the_clock), groups(access_reader, reader, bus, the_clock),
          grants(access_reader, reader, bus, the_clock),
          folders(access_reader, reader, bus, the_clock), service_accounts(reader, bus, the_clock),
          access{users, groups, grants, folders, service_accounts}, meta(reader, ingest_reader, access_reader, access, commands),
          query(engine, the_clock, the_metrics),
          tail(catalog, catalog, *store, authenticator, the_clock, the_metrics),
          rate_exchange(the_database, own_name), rate_shares(rate_exchange, the_clock),
          collect(the_log, the_clock, slabs, rate_shares, the_metrics),
          router(make_routes(health, login, datasets, delegated_login, web_session, api_tokens, query, collect, datastreams,
                             ingest_tokens, tables, access, meta, tail, filters), authenticator, config.domain,
                 &api_limits),
          server(runtime.context(), router, slabs, the_metrics, server_limits(config)) {
        infra::postgres::Notifier::Listener listener;
        listener.received = [this](std::string_view payload) { authenticator.changed(payload); };
        listener.began = [this] { authenticator.listening_began(); };
        listener.ended = [this] { authenticator.listening_ended(); };
        notifier.listen(infra::postgres::kCredentialsChannel, std::move(listener));
        infra::postgres::Notifier::Listener landing;
        landing.received = [this](std::string_view) { tail.landed(); };
        landing.began = [this] { tail.landed(); };
        notifier.listen(infra::postgres::kSegmentsChannel, std::move(landing));
        background.spawn("uses of API tokens", [this] { return record_token_uses(); });
        background.spawn("shares of rate limits", [this] { return share_rates(); });
    }

    /// Every second writes what is due; what cannot be written stays due.
    domain::base::Task<void> record_token_uses() {
        infra::runtime::ChangeSignal never;
        for (;;) {
            co_await never.wait(0, std::chrono::seconds(1));
            (void)co_await token_uses.write_due();
        }
    }

    /// Every second, so that a limit is kept by all gateways together; what fails is tried again then.
    domain::base::Task<void> share_rates() {
        infra::runtime::ChangeSignal never;
        for (;;) {
            (void)co_await rate_shares.exchange();
            co_await never.wait(0, std::chrono::seconds(1));
        }
    }

    Config config;
    std::unique_ptr<infra::duckdb::DuckDbQueryStore> store;
    infra::runtime::IoRuntime runtime;
    infra::runtime::TaskGroup background;
    infra::postgres::PostgresControlReader reader;
    std::string own_name;  ///< among all who listen to notifications
    infra::postgres::Notifier notifier;
    infra::postgres::PostgresCommandBus log_bus;
    infra::postgres::ChangeBarrier barrier;
    infra::postgres::BarrierCommandBus bus;
    infra::postgres::PostgresApiTokenUses token_uses_store;
    auth::TokenUseRecorder token_uses;
    auth::TokenAuthenticator authenticator;
    auth::LoginThrottle throttle;
    auth::PasswordHasher password_hasher;
    infra::postgres::PostgresCatalog catalog;
    domain::query::QueryEngine engine;
    http::SlabPool slabs;
    health::HealthEndpoint health;
    admin::PasswordCheck passwords;
    admin::KeyMaker keys;
    admin::Login login;
    infra::postgres::PostgresDelegatedLogins delegated_logins;
    admin::DelegatedLogin delegated_login;
    admin::WebSession web_session;
    rest::Commands commands;
    admin::ApiTokens api_tokens;
    admin::Datasets datasets;
    infra::postgres::PostgresIngestReader ingest_reader;
    admin::Datastreams datastreams;
    admin::DropFilters filters;
    admin::IngestTokens ingest_tokens;
    http::ApiLimits api_limits;
    admin::ReferenceTables tables;
    infra::postgres::PostgresAccessReader access_reader;
    admin::Users users;
    admin::Groups groups;
    admin::Grants grants;
    admin::Folders folders;
    admin::ServiceAccounts service_accounts;
    admin::AccessEndpoints access;
    meta::MetaEndpoint meta;
    query::QueryEndpoint query;
    query::TailEndpoint tail;
    infra::postgres::PostgresRateExchange rate_exchange;
    collect::RateShares rate_shares;
    collect::endpoints::CollectEndpoints collect;
    http::Router router;
    http::Server server;
    std::uint16_t https_port = 0;
    std::uint16_t http_port = 0;
};

Gateway::Gateway(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Gateway::~Gateway() { stop(std::chrono::milliseconds(0)); }

Result<std::unique_ptr<Gateway>> Gateway::open(Config config, domain::eventlog::EventLog& log,
                                               infra::postgres::ConnectionPool& database, domain::base::Clock& clock,
                                               infra::telemetry::Metrics& metrics) {
    auto store = infra::duckdb::DuckDbQueryStore::open(query_store_config(config));
    if (!store) return store.error();
    auto parts = std::make_unique<Parts>(std::move(config), log, database, clock, metrics, std::move(*store));
    const auto loaded = infra::runtime::run_async(parts->authenticator.load());
    if (!loaded) return loaded.error();
    parts->notifier.start();
    return std::unique_ptr<Gateway>(new Gateway(std::move(parts)));
}

Result<void> Gateway::listen() {
    const Config& config = parts_->config;
    auto tls = open_tls(config);
    if (!tls) return tls.error();
    const auto https = parts_->server.listen(config.https_address, config.https_port, std::move(*tls));
    if (!https) return https.error();
    const auto http = parts_->server.listen(config.http_address, config.http_port);
    if (!http) return http.error();
    parts_->https_port = *https;
    parts_->http_port = *http;
    return {};
}

std::uint16_t Gateway::https_port() const { return parts_->https_port; }
std::uint16_t Gateway::http_port() const { return parts_->http_port; }

void Gateway::stop(std::chrono::milliseconds limit) {
    parts_->tail.stop();
    parts_->server.drain(limit);
    parts_->background.cancel();
    parts_->background.wait();
    (void)infra::runtime::run_async(parts_->token_uses.write_all());
    parts_->notifier.stop();
}

domain::admin::CommandBus& Gateway::commands() { return parts_->bus; }
domain::admin::ControlReader& Gateway::control() { return parts_->reader; }
auth::PasswordHasher& Gateway::hasher() { return parts_->password_hasher; }

}  // namespace gateway
