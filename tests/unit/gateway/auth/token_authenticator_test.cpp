#include "gateway/auth/token_authenticator.hpp"

#include <thread>

#include <catch2/catch.hpp>

#include "gateway/auth/credentials.hpp"
#include "gateway/auth/secrets.hpp"
#include "infra/runtime/io_runtime.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/support/fake_clock.hpp"
#include "tests/unit/gateway/auth/fake_api_token_uses.hpp"
#include "tests/unit/gateway/auth/fake_control_reader.hpp"

namespace {

using namespace std::chrono_literals;
using domain::admin::DatastreamView;
using gateway::auth::choose_datastream;
using domain::admin::IngestTokenView;
using domain::base::ErrorCode;
using domain::base::TenantId;
using gateway::auth::RequestCredentials;
using gateway::auth::sha256_hex;
using infra::runtime::run_async;

class RecordingBus final : public domain::admin::CommandBus {
public:
    domain::base::Task<domain::base::Result<domain::admin::Outcome>> execute(
        domain::admin::CommandEnvelope envelope, std::chrono::steady_clock::time_point) override {
        {
            const std::scoped_lock lock(mutex);
            commands.push_back(std::move(envelope));
        }
        if (down) co_return domain::base::Error(ErrorCode::kUnavailable, "the log is down");
        co_return domain::admin::Outcome();
    }
    std::mutex mutex;
    std::vector<domain::admin::CommandEnvelope> commands;
    std::atomic<bool> down{false};
};

struct TokenAuthenticatorFixture {
    TokenAuthenticatorFixture() {
        domain::admin::ApiTokenView api;
        api.id = domain::base::ApiTokenId("t1");
        api.user = domain::base::UserId(7);
        api.secret_sha256 = sha256_hex("key");
        api.expires_at = clock.now() + std::chrono::days(30);
        api.administrator = true;
        reader.api[{"101", api.secret_sha256}] = api;
        IngestTokenView ingest;
        ingest.tenant = TenantId("101");
        ingest.id = domain::base::IngestTokenId("ds1");
        ingest.secret_sha256 = sha256_hex("secret");
        ingest.datastreams = {{domain::base::DatastreamId(41), "Default", domain::base::DatasetId(42), false}};
        reader.ingest = {ingest};
        reader.all_tenants = {TenantId("101")};
        authenticator.listening_began();
    }
    domain::admin::ApiTokenView& api_token() { return reader.api.begin()->second; }
    auto api(const std::string& authorization) {
        RequestCredentials request;
        request.authorization = authorization;
        return run_async(authenticator.api(request));
    }
    auto ingest(const std::string& authorization, const std::string& host = "") {
        RequestCredentials request;
        request.authorization = authorization;
        if (!host.empty()) request.host_tenant = TenantId(host);
        return run_async(authenticator.ingest(request));
    }

    tests::FakeControlReader reader;
    tests::FakeClock clock;
    RecordingBus bus;
    infra::runtime::IoRuntime runtime{1};
    infra::runtime::TaskGroup background{runtime.context(), [](const std::string&, const std::string&) {}};
    tests::FakeApiTokenUses uses_store;
    gateway::auth::TokenUseRecorder uses{uses_store, clock};
    gateway::auth::TokenAuthenticator authenticator{reader, bus, clock, background, uses};
};

}  // namespace

TEST_CASE("an access key names its user") {
    TokenAuthenticatorFixture f;
    const auto principal = f.api("Bearer 101 key");
    REQUIRE(principal.has_value());
    CHECK(principal->tenant == TenantId("101"));
    CHECK(principal->user == domain::base::UserId(7));
    CHECK(principal->token.value() == "t1");
    CHECK(principal->administrator);
    for (const std::string wrong : {"Bearer 101 other", "Bearer 102 key", "Bearer ds1:secret", ""}) {
        const auto refused = f.api(wrong);
        REQUIRE(refused.has_error());
        CHECK(refused.error().code() == ErrorCode::kUnauthenticated);
    }
}

TEST_CASE("a disabled or expired key, or one of a disabled user, is refused within a second") {
    TokenAuthenticatorFixture f;
    REQUIRE(f.api("Bearer 101 key").has_value());
    const auto kind = GENERATE(0, 1, 2);
    if (kind == 0) f.api_token().disabled = true;
    if (kind == 1) f.api_token().user_disabled = true;
    if (kind == 2) f.api_token().expires_at = f.clock.now();
    const bool announced = GENERATE(true, false);
    if (announced) f.authenticator.changed("a101/t1");
    else f.clock.advance(1001ms);
    const auto refused = f.api("Bearer 101 key");
    REQUIRE(refused.has_error());
    CHECK(refused.error().code() == ErrorCode::kUnauthenticated);
}

TEST_CASE("the store is asked about a key once a second") {
    TokenAuthenticatorFixture f;
    for (int i = 0; i < 10; ++i) REQUIRE(f.api("Bearer 101 key").has_value());
    CHECK(f.reader.asked == 1);
    f.clock.advance(1001ms);
    REQUIRE(f.api("Bearer 101 key").has_value());
    CHECK(f.reader.asked == 2);
}

TEST_CASE("a key that is used near its end is renewed, once a day") {
    TokenAuthenticatorFixture f;
    const auto uses = [&](std::chrono::nanoseconds left) {
        f.api_token().expires_at = f.clock.now() + left;
        f.authenticator.changed("a101/t1");
        for (int i = 0; i < 5; ++i) REQUIRE(f.api("Bearer 101 key").has_value());
        f.background.wait();
        return f.bus.commands.size();
    };
    CHECK(uses(std::chrono::days(9) + 1ns) == 0);
    CHECK(uses(std::chrono::days(9)) == 1);
    CHECK(uses(std::chrono::days(8)) == 1);
    f.clock.advance(24h);
    CHECK(uses(std::chrono::days(7)) == 2);
    const auto& command = f.bus.commands[0];
    CHECK(command.tenant == TenantId("101"));
    CHECK(std::get<domain::admin::user::RenewApiToken>(command.command).token.value() == "t1");
    f.clock.advance(24h);
    f.api_token().renewable = false;
    CHECK(uses(std::chrono::days(1)) == 2);
}

TEST_CASE("a key in its last minute is renewed before it can be used again, and a renewal that failed is tried again") {
    TokenAuthenticatorFixture f;
    f.api_token().expires_at = f.clock.now() + 59s;
    f.bus.down = true;
    REQUIRE(f.api("Bearer 101 key").has_value());
    CHECK(f.bus.commands.size() == 1);  // nothing ran in the background
    CHECK(f.bus.commands[0].time == f.clock.now());
    REQUIRE(f.api("Bearer 101 key").has_value());
    CHECK(f.bus.commands.size() == 1);
    f.bus.down = false;
    f.clock.advance(10s);
    REQUIRE(f.api("Bearer 101 key").has_value());
    CHECK(f.bus.commands.size() == 2);
    f.clock.advance(10s);
    REQUIRE(f.api("Bearer 101 key").has_value());
    CHECK(f.bus.commands.size() == 2);
}

TEST_CASE("a thousand uses at once send one renewal") {
    TokenAuthenticatorFixture f;
    f.api_token().expires_at = f.clock.now() + std::chrono::days(5);
    std::vector<std::thread> threads;
    std::atomic<int> good{0};
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            for (int use = 0; use < 125; ++use) good += f.api("Bearer 101 key").has_value() ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) thread.join();
    f.background.wait();
    CHECK(good == 1000);
    CHECK(f.bus.commands.size() == 1);
}

TEST_CASE("a session is good as a cookie only, and for changes only with a proof of origin") {
    TokenAuthenticatorFixture f;
    const auto api = [&](const std::string& session, bool may_act) {
        RequestCredentials request;
        request.session = session;
        request.may_act_by_session = may_act;
        return run_async(f.authenticator.api(request));
    };
    CHECK(api("101.key", true).error().code() == ErrorCode::kUnauthenticated);  // an access key is no session
    f.api_token().kind = "session";
    f.authenticator.changed("a101/t1");
    REQUIRE(api("101.key", true).has_value());
    CHECK(api("101.key", true)->user == domain::base::UserId(7));
    CHECK(api("101.key", false).error().code() == ErrorCode::kPermissionDenied);
    CHECK(f.api("Bearer 101 key").error().code() == ErrorCode::kUnauthenticated);
    for (const std::string wrong : {"101.other", "102.key", "101", ".key", "x.key", "101."}) {
        INFO(wrong);
        CHECK(api(wrong, true).error().code() == ErrorCode::kUnauthenticated);
    }
    // A header wins.
    RequestCredentials both;
    both.authorization = "Bearer 101 other";
    both.session = "101.key";
    both.may_act_by_session = true;
    CHECK(run_async(f.authenticator.api(both)).has_error());
}

TEST_CASE("uses of tokens are written at most once a minute each") {
    TokenAuthenticatorFixture f;
    const auto write = [&] { return run_async(f.uses.write_due()).has_value(); };
    REQUIRE(f.api("Bearer 101 key").has_value());
    REQUIRE(f.api("Bearer 101 wrong").has_error());
    REQUIRE(write());
    REQUIRE(f.uses_store.written.size() == 1);
    CHECK(f.uses_store.written[0].token.value() == "t1");
    CHECK(f.uses_store.written[0].at == f.clock.now());
    f.clock.advance(59s);
    REQUIRE(f.api("Bearer 101 key").has_value());
    const auto last = f.clock.now();
    REQUIRE(write());
    CHECK(f.uses_store.written.size() == 1);
    f.clock.advance(1s);
    f.uses_store.down = true;
    CHECK_FALSE(write());
    f.uses_store.down = false;
    REQUIRE(write());
    REQUIRE(f.uses_store.written.size() == 2);
    CHECK(f.uses_store.written[1].at == last);
    f.clock.advance(1h);
    REQUIRE(write());
    CHECK(f.uses_store.written.size() == 2);
    REQUIRE(f.api("Bearer 101 key").has_value());
    REQUIRE(write());
    REQUIRE(f.api("Bearer 101 key").has_value());
    f.clock.advance(1s);
    REQUIRE(f.api("Bearer 101 key").has_value());
    REQUIRE(run_async(f.uses.write_all()).has_value());
    CHECK(f.uses_store.written.size() == 4);
    CHECK(f.uses_store.written[3].at == f.clock.now());
}

TEST_CASE("an ingest token names its datastream and dataset") {
    TokenAuthenticatorFixture f;
    const auto [authorization, host] = GENERATE(table<std::string, std::string>({
        {"Bearer ds1:secret", ""}, {"Bearer ds1:secret", "101"}, {"Bearer 101 ds1:secret", ""}}));
    const auto sender = f.ingest(authorization, host);
    REQUIRE(sender.has_value());
    CHECK(sender->tenant == TenantId("101"));
    CHECK(sender->datastream.value() == 41);
    CHECK(sender->dataset.value() == 42);
}

TEST_CASE("a wrong, foreign or disabled ingest token is refused") {
    TokenAuthenticatorFixture f;
    const auto [authorization, host] = GENERATE(table<std::string, std::string>({
        {"Bearer ds1:wrong", ""}, {"Bearer ds2:secret", ""}, {"Bearer ds1:secret", "102"}, {"Bearer 102 ds1:secret", ""},
        {"Bearer 101 key", ""}, {"", "101"}}));
    CHECK(f.ingest(authorization, host).error().code() == ErrorCode::kUnauthenticated);
    REQUIRE(f.ingest("Bearer ds1:secret").has_value());
    f.reader.ingest[0].disabled = true;
    f.authenticator.changed("ids1");
    CHECK(f.ingest("Bearer ds1:secret").error().message() == "the ingest token is disabled");
    f.reader.ingest[0].disabled = false;
    f.reader.ingest[0].datastreams[0].disabled = true;
    f.authenticator.changed("t101");
    CHECK(f.ingest("Bearer ds1:secret").error().code() == ErrorCode::kUnauthenticated);
    f.reader.ingest[0].datastreams.clear();
    f.authenticator.changed("t101");
    CHECK(f.ingest("Bearer ds1:secret").error().code() == ErrorCode::kPermissionDenied);
}

TEST_CASE("one token id in two tenants is told apart by customer or by secret") {
    TokenAuthenticatorFixture f;
    auto other = f.reader.ingest[0];
    other.tenant = TenantId("102");
    other.secret_sha256 = sha256_hex("other");
    f.reader.ingest.push_back(other);
    CHECK(f.ingest("Bearer ds1:other").value().tenant == TenantId("102"));
    CHECK(f.ingest("Bearer ds1:secret").value().tenant == TenantId("101"));
    CHECK(f.ingest("Bearer 102 ds1:secret").has_error());
}

TEST_CASE("the target package chooses among a token's datastreams") {
    IngestTokenView token;
    const auto stream = [](std::int64_t id, const std::string& name, bool disabled) {
        return DatastreamView{domain::base::DatastreamId(id), name, domain::base::DatasetId(id + 1), disabled};
    };
    CHECK(choose_datastream(token, "") == nullptr);
    token.datastreams = {stream(1, "Off", true), stream(2, "Default", false), stream(3, "Host Explorer/Prometheus", false)};
    CHECK(choose_datastream(token, "")->id.value() == 2);
    CHECK(choose_datastream(token, "Host Explorer")->id.value() == 3);
    CHECK(choose_datastream(token, "Host")->id.value() == 2);
    CHECK(choose_datastream(token, "Host Explorer/Prometheus")->id.value() == 2);
    using domain::admin::datastream::Switch;
    token.datastreams.push_back(stream(4, "Host Explorer/OpenTelemetry Logs", false));
    CHECK(choose_datastream(token, "Host Explorer", Switch::kOtelLogs)->id.value() == 3);
    token.datastreams[3].typed = {{domain::admin::datastream::Form::kLogs, domain::base::DatasetId(9)}};
    CHECK(choose_datastream(token, "Host Explorer", Switch::kOtelLogs)->id.value() == 4);
    CHECK(choose_datastream(token, "Host Explorer", Switch::kPrometheus)->id.value() == 3);
    CHECK(choose_datastream(token, "Host Explorer")->id.value() == 3);
    CHECK(choose_datastream(token, "Elsewhere", Switch::kOtelLogs)->id.value() == 2);
    token.datastreams.resize(1);
    CHECK(choose_datastream(token, "Any")->id.value() == 1);
}

TEST_CASE("a path of collection says what direct write it is for") {
    using domain::admin::datastream::Switch;
    using gateway::auth::direct_write_of;
    CHECK(direct_write_of("/v2/otel/v1/logs") == Switch::kOtelLogs);
    CHECK(direct_write_of("/v1/otel/v1/metrics") == Switch::kOtelMetrics);
    CHECK(direct_write_of("/v2/otel/v1/traces") == Switch::kOtelTrace);
    CHECK(direct_write_of("/v1/prometheus") == Switch::kPrometheus);
    for (const char* path : {"/v1/http", "/v1/http/v1/logs", "/v2/otel/v1/", "/v1/kubernetes/v1/entity", ""}) CHECK_FALSE(direct_write_of(path));
}

TEST_CASE("the customer of a login: host, header, or the only one") {
    TokenAuthenticatorFixture f;
    const auto tenant = [&](const std::string& host, const std::string& authorization) {
        RequestCredentials request;
        request.authorization = authorization;
        if (!host.empty()) request.host_tenant = TenantId(host);
        return run_async(f.authenticator.tenant(request));
    };
    CHECK(tenant("55", "Bearer 66").value() == TenantId("55"));
    CHECK(tenant("", "Bearer 66").value() == TenantId("66"));
    CHECK(tenant("", "").value() == TenantId("101"));
    CHECK(tenant("", "Basic x").value() == TenantId("101"));
    f.reader.all_tenants.push_back(TenantId("102"));
    CHECK(tenant("", "").error().code() == ErrorCode::kInvalidArgument);
    f.reader.all_tenants.clear();
    CHECK(tenant("", "").error().code() == ErrorCode::kInvalidArgument);
}
