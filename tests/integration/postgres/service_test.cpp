// Gateways and a consumer over one log and one database, as processes would be.
#include <thread>

#include <catch2/catch.hpp>

#include "gateway/auth/secrets.hpp"
#include "tests/integration/postgres/admin_commands.hpp"
#include "tests/integration/postgres/service.hpp"

namespace {

using namespace tests::postgres;  // NOLINT: scenarios read better bare
using namespace std::chrono_literals;
using domain::base::ErrorCode;
using gateway::auth::sha256_hex;
using infra::runtime::run_async;

domain::admin::Command ingest_token(const std::string& id, const std::string& secret) {
    auto made = std::get<domain::admin::ingest_token::CreateIngestToken>(create_ingest_token(id, {41000010}));
    made.secret_sha256 = sha256_hex(secret);
    return made;
}

/// A tenant 100 with a datastream.
void found_tenant(Gateway& gateway) {
    REQUIRE(gateway.execute(command("t", "100", create_tenant())).accepted);
    REQUIRE(gateway.execute(command("d", "100", create_datastream(41000010, "Default"))).accepted);
}

}  // namespace

TEST_CASE("a command's outcome comes back, and a retry gets the same", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway gateway(log, database.url());
    CHECK(gateway.execute(command("1", "100", create_tenant())).accepted);
    const auto refused = gateway.execute(command("2", "100", create_tenant()));
    CHECK(refused.code == ErrorCode::kConflict);
    CHECK(gateway.execute(command("1", "100", create_tenant())).accepted);
    CHECK(gateway.execute(command("2", "100", create_tenant())) == refused);
    CHECK(database.execute("select count(*) from tenants") == "1");
    // A command that cannot be written is refused before it is appended.
    const auto deadline = std::chrono::steady_clock::now() + 1s;
    const auto unwritable = run_async(gateway.bus.execute(command("3", "no digits", create_tenant()), deadline));
    CHECK(unwritable.error().code() == ErrorCode::kInvalidArgument);
}

TEST_CASE("without a consumer a command times out and says that it may still take effect", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    Gateway gateway(log, database.url());
    const auto deadline = std::chrono::steady_clock::now() + 300ms;
    const auto late = run_async(gateway.bus.execute(command("1", "100", create_tenant()), deadline));
    REQUIRE(late.has_error());
    CHECK(late.error().code() == ErrorCode::kUnavailable);
    CHECK(late.error().message().find("may still take effect") != std::string::npos);
    const Consumer consumer(log, database.url());
    CHECK(gateway.execute(command("1", "100", create_tenant())).accepted);

    log.fail_appends(domain::base::Error(ErrorCode::kResourceExhausted, "full"));
    const auto full = run_async(gateway.bus.execute(command("2", "100", create_tenant()), deadline));
    CHECK(full.error().code() == ErrorCode::kResourceExhausted);
}

TEST_CASE("outcomes come also when notifications do not", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway gateway(log, database.url());
    gateway.notifier.stop();
    CHECK(gateway.execute(command("1", "100", create_tenant())).accepted);
}

TEST_CASE("many commands of one tenant at once are each decided once", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway one(log, database.url());
    Gateway two(log, database.url());
    found_tenant(one);
    std::atomic<int> accepted{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; ++i) {
        threads.emplace_back([&, i] {
            // Two of each name, on different gateways: one of the two wins.
            Gateway& gateway = i % 2 == 0 ? one : two;
            const auto id = 41'000'100 + i * 2;
            const auto name = "name " + std::to_string(i / 2);
            if (gateway.execute(command("c" + std::to_string(i), "100", create_datastream(id, name))).accepted) ++accepted;
        });
    }
    for (auto& thread : threads) thread.join();
    CHECK(accepted == 8);
    CHECK(database.execute("select count(*) from datastreams") == "9");
}

TEST_CASE("a token works on every gateway as soon as it is confirmed, and not within a second of its end", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway one(log, database.url());
    Gateway two(log, database.url());
    found_tenant(one);
    // Somebody tried it before it existed: the memory of that must not last.
    CHECK(two.ingest("Bearer ds1new:secret").has_error());
    REQUIRE(one.execute(command("i", "100", ingest_token("ds1new", "secret"))).accepted);
    REQUIRE(eventually([&] { return two.ingest("Bearer ds1new:secret").has_value(); }, 1s));
    REQUIRE(one.ingest("Bearer 100 ds1new:secret").has_value());
    CHECK(one.ingest("Bearer ds1new:secret").value().dataset.value() == 41000011);
    CHECK(one.ingest("Bearer 200 ds1new:secret").has_error());

    REQUIRE(one.execute(command("x", "100", disable_ingest_token("ds1new"))).accepted);
    CHECK(eventually([&] { return one.ingest("Bearer ds1new:secret").has_error(); }, 1s));
    CHECK(eventually([&] { return two.ingest("Bearer ds1new:secret").has_error(); }, 1s));
}

TEST_CASE("an access key is forgotten by every gateway when it is disabled", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway one(log, database.url());
    Gateway two(log, database.url());
    found_tenant(one);
    REQUIRE(one.execute(command("u", "100", create_user(1, "a@b.c"))).accepted);
    auto key = std::get<domain::admin::user::CreateApiToken>(create_api_token("t1", 1, 'a'));
    key.secret_sha256 = sha256_hex("key");
    key.expires_at = one.clock.now() + std::chrono::days(8);  // near its end, so the first use renews it
    REQUIRE(one.execute(command("k", "100", key)).accepted);
    REQUIRE(one.api("Bearer 100 key").has_value());
    REQUIRE(two.api("Bearer 100 key").has_value());
    CHECK(two.api("Bearer 200 key").has_error());
    one.background.wait();
    two.background.wait();
    const auto renewed = run_async(one.reader.api_token_by_secret(domain::base::TenantId("100"), sha256_hex("key")));
    CHECK(renewed.value()->expires_at > key.expires_at + std::chrono::days(1));

    domain::admin::user::UpdateApiToken disable{domain::base::ApiTokenId("t1"), {}, {}, true};
    REQUIRE(one.execute(command("x", "100", disable)).accepted);
    CHECK(eventually([&] { return one.api("Bearer 100 key").has_error(); }, 1s));
    CHECK(eventually([&] { return two.api("Bearer 100 key").has_error(); }, 1s));
}

TEST_CASE("when every connection is cut the notifier comes back and nothing stays stale", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway gateway(log, database.url());
    found_tenant(gateway);
    REQUIRE(gateway.execute(command("i", "100", ingest_token("ds1a", "secret"))).accepted);
    REQUIRE(gateway.ingest("Bearer ds1a:secret").has_value());
    REQUIRE(eventually([&] { return gateway.began >= 1; }));
    database.disconnect_everyone();
    // The change happens while nobody listens.
    database.execute("update ingest_tokens set disabled = true");
    CHECK(eventually([&] { return gateway.began >= 2; }));
    CHECK(eventually([&] { return gateway.ingest("Bearer ds1a:secret").has_error(); }, 2s));
    CHECK(gateway.execute(command("after", "100", create_datastream(41000500, "After"))).accepted);
}
