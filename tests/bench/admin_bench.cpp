// What administration, authentication and the catalog cost on PostgreSQL.
//   admin_bench [DIR]      DIR: where the private cluster and the embedded log may stand (default: the temporary directory)
// CPU-seconds are user and system time of this process and of PostgreSQL, both counted.
// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

#include "consumers/projections/admin_projector.hpp"
#include "consumers/projections/admin_rebuild.hpp"
#include "consumers/subscription_runner.hpp"
#include "domain/admin/event_codec.hpp"
#include "domain/eventlog/topics.hpp"
#include "domain/identity/access_policy.hpp"
#include "gateway/auth/secrets.hpp"
#include "gateway/auth/token_authenticator.hpp"
#include "infra/embedded_log/embedded_event_log.hpp"
#include "infra/postgres/checkpoint_store.hpp"
#include "infra/postgres/command_bus.hpp"
#include "infra/postgres/api_token_uses.hpp"
#include "infra/postgres/control_reader.hpp"
#include "infra/postgres/control_store.hpp"
#include "infra/postgres/landing_store.hpp"
#include "infra/postgres/migrator.hpp"
#include "infra/postgres/postgres_catalog.hpp"
#include "infra/postgres/private_cluster.hpp"
#include "infra/postgres/server_process.hpp"
#include "infra/runtime/io_runtime.hpp"
#include "infra/runtime/run_async.hpp"
#include "infra/runtime/task_group.hpp"
#include "tests/support/no_tables.hpp"

namespace admin = domain::admin;
namespace base = domain::base;
namespace catalog = domain::catalog;
namespace eventlog = domain::eventlog;
using infra::runtime::run_async;

namespace {

pid_t postmaster = 0;

/// User and system time of the server and its processes, those that have ended included.
double server_cpu_seconds() {
    double ticks = 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        std::ifstream file(entry.path() / "stat");
        std::string line;
        if (!std::getline(file, line)) continue;
        const pid_t pid = std::atoi(line.c_str());
        std::istringstream fields(line.substr(line.rfind(')') + 1));
        std::string state;
        pid_t parent = 0;
        fields >> state >> parent;
        if (pid != postmaster && parent != postmaster) continue;
        std::string skipped;
        for (int i = 0; i < 9; ++i) fields >> skipped;
        double user = 0, system = 0, children_user = 0, children_system = 0;
        fields >> user >> system >> children_user >> children_system;
        ticks += user + system + (pid == postmaster ? children_user + children_system : 0);
    }
    return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void measure(const char* name, std::size_t count, const std::function<void()>& work) {
    const double cpu = cpu_seconds();
    const double server = server_cpu_seconds();
    const auto start = std::chrono::steady_clock::now();
    work();
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double ours = cpu_seconds() - cpu;
    const double theirs = server_cpu_seconds() - server;
    std::printf("%-52s %10.0f /s %10.0f /CPU-s  wall %6.2f s  cpu %6.2f s + postgresql %6.2f s\n", name,
                static_cast<double>(count) / wall, static_cast<double>(count) / std::max(ours + theirs, 1e-3), wall, ours,
                theirs);
    std::fflush(stdout);
}

template <class Value>
Value must(base::Result<Value> result) {
    if (!result) {
        std::fprintf(stderr, "admin_bench: %s\n", result.error().message().c_str());
        std::exit(1);
    }
    if constexpr (!std::is_void_v<Value>) return std::move(*result);
}

admin::CommandEnvelope envelope(const std::string& tenant, admin::Command command, const base::Clock& clock) {
    return admin::CommandEnvelope(gateway::auth::random_command_id(), base::TenantId(tenant), "bench", clock.now(),
                                  std::move(command));
}

constexpr std::int64_t kWorkspace = 41'000'001;

admin::Command create_tenant() { return admin::tenant::CreateTenant{"bench", base::ObjectId(kWorkspace), "Default"}; }
admin::Command create_user(std::int64_t id) {
    return admin::user::CreateUser{base::UserId(id), "user" + std::to_string(id) + "@example.com", "", false, "$argon2id$"};
}
admin::Command create_datastream(std::int64_t id) {
    return admin::datastream::CreateDatastream{base::DatastreamId(id), base::DatasetId(id + 1), base::ObjectId(kWorkspace),
                                               "stream " + std::to_string(id), ""};
}
admin::Command create_api_token() {
    admin::user::CreateApiToken token;
    token.token = gateway::auth::random_api_token_id();
    token.user = base::UserId(1);
    token.kind = "api";
    token.secret_sha256 = gateway::auth::sha256_hex(token.token.value());
    token.expires_at = base::from_nanoseconds(4'000'000'000'000'000'000);
    return token;
}
admin::Command create_ingest_token() {
    admin::ingest_token::CreateIngestToken token;
    token.token = gateway::auth::random_ingest_token_id();
    token.secret_sha256 = gateway::auth::sha256_hex(token.token.value());
    token.datastreams = {base::DatastreamId(41'100'000)};
    return token;
}

/// `count` commands of every kind, over 16 tenants.
void append_history(eventlog::EventLog& log, std::size_t count, const base::Clock& clock) {
    std::vector<std::vector<eventlog::Record>> of_tenant(16);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t tenant = i % of_tenant.size();
        const auto place = static_cast<std::int64_t>(i / of_tenant.size());
        admin::Command command = place == 0   ? create_tenant()
                                 : place == 1 ? create_user(1)
                                 : place == 2 ? create_datastream(41'100'000)
                                 : place % 4 == 0 ? create_user(place)
                                 : place % 4 == 1 ? create_datastream(41'100'000 + place * 2)
                                 : place % 4 == 2 ? create_api_token()
                                                  : create_ingest_token();
        const auto stored = envelope(std::to_string(100 + tenant), std::move(command), clock);
        of_tenant[tenant].push_back(must(admin::to_record(stored)));
    }
    for (std::size_t tenant = 0; tenant < of_tenant.size(); ++tenant) {
        auto records = std::move(of_tenant[tenant]);
        must(run_async(log.append(eventlog::admin_topic(), eventlog::PartitionKey(std::to_string(100 + tenant)),
                                  std::move(records))));
    }
}

struct Bench {
    explicit Bench(const std::string& url) : pool({url, 8}), store(pool), reader(pool) {}

    base::SystemClock clock;
    infra::telemetry::Metrics metrics;
    infra::postgres::ConnectionPool pool;
    infra::postgres::PostgresControlStore store;
    tests::NoTables tables;
    infra::postgres::PostgresControlReader reader;
};

void bench_replay(Bench& bench, eventlog::EventLog& log) {
    constexpr std::size_t kCommands = 100'000;
    append_history(log, kCommands, bench.clock);
    measure("replay of commands", kCommands, [&] {
        must(run_async(consumers::projections::rebuild_admin(log, bench.store, bench.tables, bench.clock, bench.metrics)));
    });
}

/// Clients that send one command after the other for one tenant, through log, consumer and notification.
void bench_steady(Bench& bench, admin::CommandBus& bus, std::size_t clients,
                  std::size_t commands) {
    infra::runtime::IoRuntime runtime(2);
    infra::runtime::TaskGroup group(runtime.context(), [](const std::string&, const std::string& what) {
        std::fprintf(stderr, "admin_bench: %s\n", what.c_str());
    });
    std::mutex mutex;
    std::vector<double> milliseconds;
    const std::string name = "commands of one tenant, " + std::to_string(clients) + " client" + (clients == 1 ? "" : "s");
    measure(name.c_str(), commands, [&] {
        for (std::size_t client = 0; client < clients; ++client) {
            group.spawn("client", [&]() -> base::Task<void> {
                for (std::size_t i = 0; i < commands / clients; ++i) {
                    const auto start = std::chrono::steady_clock::now();
                    auto command = envelope("100", create_api_token(), bench.clock);
                    const auto outcome = co_await bus.execute(std::move(command), start + std::chrono::seconds(30));
                    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
                    const std::scoped_lock lock(mutex);
                    milliseconds.push_back(outcome && outcome->accepted ? took.count() : 1e9);
                }
            });
        }
        group.wait();
    });
    std::sort(milliseconds.begin(), milliseconds.end());
    std::printf("%-52s p50 %.1f ms  p99 %.1f ms\n", "", milliseconds[milliseconds.size() / 2],
                milliseconds[milliseconds.size() * 99 / 100]);
}

catalog::Segment segment(std::size_t number, std::size_t columns) {
    catalog::Segment made;
    made.id = base::SegmentId("segment-" + std::to_string(number) + "-0000000000000000");
    made.tenant = base::TenantId("100");
    made.dataset = base::DatasetId(41);
    made.file = "100/41/" + made.id.value() + ".parquet";
    made.time_min = base::from_nanoseconds(static_cast<std::int64_t>(number) * 1'000'000'000);
    made.time_max = made.time_min + std::chrono::seconds(1);
    made.rows = 1000;
    made.bytes = 100'000;
    made.raw_bytes = 500'000;
    for (std::size_t i = 0; i < columns; ++i) {
        made.layout.columns.push_back({catalog::PathBase::kFields, "/path/to/field" + std::to_string(i + number % 20),
                                       catalog::LeafType::kString, "c" + std::to_string(i)});
    }
    return made;
}

void bench_catalog(Bench& bench) {
    constexpr std::size_t kSegments = 5000;
    infra::postgres::PostgresLandingStore landing(bench.pool);
    std::int64_t offset = 0;
    std::size_t number = 0;
    const auto land = [&](std::size_t segments) {
        catalog::LandingBatch batch;
        batch.group = eventlog::GroupId("landing");
        batch.topic = "bench";
        batch.checkpoints = {catalog::CheckpointMove(eventlog::PartitionId(0), eventlog::Offset(offset),
                                                     eventlog::Offset(offset + 1))};
        ++offset;
        for (std::size_t i = 0; i < segments; ++i) batch.segments.push_back(segment(number++, 100));
        must(run_async(landing.commit(std::move(batch))));
    };
    measure("landing: commits of one segment", 500, [&] {
        for (int i = 0; i < 500; ++i) land(1);
    });
    while (number < kSegments) land(500);

    infra::postgres::PostgresCatalog segments(bench.pool);
    const auto ask = [&](std::int64_t from, std::int64_t to, std::size_t rounds) {
        for (std::size_t i = 0; i < rounds; ++i) {
            std::vector<catalog::SegmentQuery> queries{{base::DatasetId(41), base::from_nanoseconds(from * 1'000'000'000),
                                                        base::from_nanoseconds(to * 1'000'000'000)}};
            must(run_async(segments.segments(base::TenantId("100"), std::move(queries))));
        }
    };
    ask(0, 10'000, 1);
    measure("catalog: 5000 segments of 100 columns, one query", 20, [&] { ask(0, 10'000, 20); });
    measure("catalog: the newest 10 segments of 5000", 1000, [&] { ask(4990, 10'000, 1000); });
}

/// What authentication and the access decision add to a request, for a user with rights from groups and grants.
void bench_access(Bench& bench, admin::CommandBus& bus, gateway::auth::TokenAuthenticator& authenticator) {
    namespace identity = domain::identity;
    const auto execute = [&](admin::Command what) {
        auto command = envelope("100", std::move(what), bench.clock);
        must(run_async(bus.execute(std::move(command), std::chrono::steady_clock::now() + std::chrono::seconds(30))));
    };
    const base::UserId user(777);
    execute(admin::user::CreateUser{user, "reader@example.com", "", false, ""});
    admin::user::CreateApiToken token;
    token.token = base::ApiTokenId("reader");
    token.user = user;
    token.kind = "api";
    token.secret_sha256 = gateway::auth::sha256_hex("reader's key");
    token.expires_at = bench.clock.now() + std::chrono::days(30);
    execute(token);
    execute(admin::group::CreateGroup{identity::GroupId(70), "readers", ""});
    execute(admin::group::AddMember{identity::GroupId(70), identity::Subject::user(user)});
    constexpr std::int64_t kGrants = 1'000;
    for (std::int64_t i = 0; i < kGrants; ++i) {
        execute(admin::grant::CreateGrant{identity::GrantId(1'000 + i), {identity::Subject::group(identity::GroupId(70)),
                                          identity::Target::one(41'500'000 + i), identity::Role::kEditor}});
    }
    constexpr std::size_t kRequests = 200'000;
    const auto ask = [&]() -> base::Task<base::Result<std::size_t>> {
        gateway::auth::RequestCredentials credentials;
        credentials.authorization = "Bearer 100 reader's key";
        std::size_t allowed = 0;
        for (std::size_t i = 0; i < kRequests; ++i) {
            const auto principal = co_await authenticator.api(credentials);
            if (!principal) co_return principal.error();
            const identity::ObjectRef object{identity::ObjectKind::kDataset, 41'500'000 + static_cast<std::int64_t>(i % kGrants), {41, 42}};
            allowed += identity::may(*principal, identity::Action::kEdit, object) ? 1 : 0;
        }
        co_return allowed;
    };
    measure("authentication and access: API requests", kRequests, [&] {
        if (must(run_async(ask())) != kRequests) std::exit(1);
    });
}

void bench_authentication(Bench& bench, admin::CommandBus& bus) {
    infra::runtime::IoRuntime runtime(1);
    infra::runtime::TaskGroup group(runtime.context(), [](const std::string&, const std::string&) {});
    infra::postgres::PostgresApiTokenUses uses_store(bench.pool);
    gateway::auth::TokenUseRecorder uses(uses_store, bench.clock);
    gateway::auth::TokenAuthenticator authenticator(bench.reader, bus, bench.clock, group, uses);
    authenticator.listening_began();
    admin::ingest_token::CreateIngestToken token;
    token.token = base::IngestTokenId("ds1bench");
    token.secret_sha256 = gateway::auth::sha256_hex("secret");
    token.datastreams = {base::DatastreamId(41'100'000)};
    auto command = envelope("100", token, bench.clock);
    must(run_async(bus.execute(std::move(command), std::chrono::steady_clock::now() + std::chrono::seconds(30))));
    measure("authentication: load all ingest tokens", 1, [&] { must(run_async(authenticator.load())); });
    constexpr std::size_t kRequests = 200'000;
    const auto ask = [&]() -> base::Task<base::Result<void>> {
        gateway::auth::RequestCredentials credentials;
        credentials.authorization = "Bearer ds1bench:secret";
        for (std::size_t i = 0; i < kRequests; ++i) {
            const auto sender = co_await authenticator.ingest(credentials);
            if (!sender) co_return sender.error();
        }
        co_return base::Result<void>();
    };
    measure("authentication: collection requests", kRequests, [&] { must(run_async(ask())); });
    bench_access(bench, bus, authenticator);
}

}  // namespace

int main(int argc, char* argv[]) {
    const std::filesystem::path parent = argc > 1 ? argv[1] : std::filesystem::temp_directory_path();
    const auto folder = parent / ("opalite-admin-bench-" + std::to_string(getpid()));
    auto cluster = must(infra::postgres::PrivateCluster::start(folder));
    must(infra::postgres::migrate(cluster->url()));
    postmaster = infra::postgres::running_postmaster(folder / "postgres" / "data").value_or(0);
    {
        Bench bench(cluster->url());
        infra::embedded_log::EmbeddedLogConfig config;
        config.directory = folder / "log";
        auto log = must(infra::embedded_log::EmbeddedEventLog::open(config, bench.clock, bench.metrics));
        must(run_async(log->ensure_topic(eventlog::admin_topic())));
        bench_replay(bench, *log);

        infra::runtime::IoRuntime runtime(1);
        infra::runtime::TaskGroup group(runtime.context(), [](const std::string&, const std::string&) {});
        infra::postgres::CheckpointStore checkpoints(bench.pool);
        consumers::projections::AdminProjector projector(bench.store, bench.tables, bench.clock, bench.metrics);
        consumers::SubscriptionRunner runner(*log, checkpoints, consumers::projections::admin_group(),
                                             eventlog::admin_topic(), projector);
        group.spawn("admin", [&] { return runner.run(); });
        infra::postgres::Notifier notifier(cluster->url());
        infra::postgres::PostgresCommandBus bus(*log, bench.reader, notifier);
        notifier.start();
        bench_steady(bench, bus, 1, 300);
        bench_steady(bench, bus, 16, 4800);
        bench_steady(bench, bus, 64, 9600);
        bench_authentication(bench, bus);
        bench_catalog(bench);
        runner.stop();
        group.wait();
        notifier.stop();
    }
    cluster->stop();
    std::filesystem::remove_all(folder);
    return 0;
}
