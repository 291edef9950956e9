#include "gateway/admin/login.hpp"

#include <filesystem>

#include <catch2/catch.hpp>

#include "gateway/admin/bootstrap.hpp"
#include "gateway/auth/secrets.hpp"
#include "gateway/http/problem.hpp"
#include "tests/integration/postgres/admin_commands.hpp"
#include "tests/integration/postgres/service.hpp"

namespace {

using namespace tests::postgres;  // NOLINT: scenarios read better bare
using domain::base::ErrorCode;
using domain::base::Secret;
using gateway::admin::BootstrapOptions;
using gateway::http::Method;
using gateway::http::Request;
using gateway::http::RequestContext;
using gateway::http::Slab;
using infra::runtime::run_async;

gateway::auth::PasswordHasher::Options cheap() {
    gateway::auth::PasswordHasher::Options options;
    options.operations = 1;
    options.memory_bytes = 8192;
    return options;
}

BootstrapOptions options() {
    BootstrapOptions made;
    made.tenant = "4242";
    made.email = "Ann@example.com";
    made.password = Secret("correct horse");
    return made;
}

struct LoginFixture {
    LoginFixture() : plan_file(std::filesystem::temp_directory_path() / ("opalite-plan-" + database.name())) {}
    ~LoginFixture() { std::filesystem::remove(plan_file); }

    auto bootstrap(BootstrapOptions wanted) {
        gateway::admin::Bootstrap first(log, gateway.reader, gateway.bus, hasher, gateway.clock);
        return run_async(first.run(std::move(wanted), plan_file));
    }
    gateway::http::Response login(const std::string& body, const std::string& host = "127.0.0.1",
                                  const std::string& authorization = "") {
        gateway::admin::PasswordCheck passwords(gateway.reader, hasher, throttle);
        gateway::admin::KeyMaker keys(gateway.bus, gateway.clock);
        gateway::admin::Login handler(gateway.authenticator, passwords, keys);
        gateway::http::HeaderList headers;
        headers.add("Host", host);
        headers.add("Content-Type", "application/x-www-form-urlencoded");
        if (!authorization.empty()) headers.add("Authorization", authorization);
        auto request = Request::make(Method::kPost, "/v1/login", std::move(headers)).value();
        request.set_connection("192.0.2.7", false);
        request.set_body(Slab::of(body), body.size());
        RequestContext context(std::move(request));
        context.set_deadline(std::chrono::steady_clock::now() + std::chrono::seconds(20));
        auto response = run_async(handler.handle(context));
        return response ? std::move(*response) : gateway::http::problem(response.error());
    }
    static std::string form(const std::string& email, const std::string& password) {
        return R"({"user_email":")" + email + R"(","user_password":")" + password + R"(","tokenName":"laptop"})";
    }

    TestDatabase database;
    tests::InMemoryEventLog log;
    Consumer consumer{log, database.url()};
    Gateway gateway{log, database.url()};
    gateway::auth::PasswordHasher hasher{cheap()};
    gateway::auth::LoginThrottle throttle{gateway.clock};
    std::filesystem::path plan_file;
};

}  // namespace

TEST_CASE("the first start makes a tenant that can log in and send", "[postgres]") {
    LoginFixture f;
    const auto made = f.bootstrap(options()).value();
    REQUIRE(made.has_value());
    CHECK(made->tenant.value() == "4242");
    const auto sender = f.gateway.ingest("Bearer " + made->ingest_token.value() + ":" + made->ingest_token_secret.reveal());
    REQUIRE(sender.has_value());
    CHECK(sender->datastream == made->datastream);
    CHECK(sender->dataset == made->dataset);

    const auto answer = f.login(LoginFixture::form("ann@EXAMPLE.com", "correct horse"));
    CHECK(answer.status() == 200);
    const std::string prefix = R"({"ok":true,"access_key":")";
    REQUIRE(answer.body().starts_with(prefix));
    CHECK(answer.body().size() == prefix.size() + 32 + 2);
    const auto principal = f.gateway.api("Bearer 4242 " + answer.body().substr(prefix.size(), 32));
    REQUIRE(principal.has_value());
    CHECK(principal->administrator);
    const auto tokens = run_async(f.gateway.reader.api_tokens(made->tenant, made->user)).value();
    REQUIRE(tokens.size() == 1);
    CHECK(tokens[0].name == "laptop");
    CHECK(tokens[0].expires_at - tokens[0].stamp.created_at == std::chrono::days(30));
    // Each success makes another key; the old one goes on.
    CHECK(f.login(LoginFixture::form("ann@example.com", "correct horse")).status() == 200);
    CHECK(f.gateway.api("Bearer 4242 " + answer.body().substr(prefix.size(), 32)).has_value());
    // Nothing secret is in the log.
    for (const auto& range : run_async(f.log.ranges(domain::eventlog::admin_topic())).value()) {
        const auto records = run_async(f.log.read(domain::eventlog::admin_topic(), range.partition,
                                                  domain::eventlog::Offset(0), 10'000'000));
        for (const auto& record : records.value()) {
            CHECK(record.value.view().find("correct horse") == std::string_view::npos);
            CHECK(record.value.view().find(made->ingest_token_secret.reveal()) == std::string_view::npos);
        }
    }
}

TEST_CASE("the quirks of real clients are taken at login", "[postgres]") {
    LoginFixture f;
    REQUIRE(f.bootstrap(options()).value().has_value());
    const std::string good = LoginFixture::form("ann@example.com", "correct horse");
    CHECK(f.login(good, "4242.localhost").status() == 200);
    CHECK(f.login(good, "4242.localhost", "Bearer 4242 ").status() == 200);
    CHECK(f.login(good, "127.0.0.1:8080", "Bearer 4242").status() == 200);
    CHECK(f.login(good, "localhost", "Basic rubbish").status() == 200);
    CHECK(f.login(R"({"user_email":"ann@example.com","user_password":"correct horse"})").status() == 200);
    CHECK(f.login(R"({"user_email":"ann@example.com","user_password":"correct horse","tokenName":null})").status() == 200);
    // Another customer has no such user.
    CHECK(f.login(good, "4243.localhost").status() == 401);
}

TEST_CASE("what is wrong with a login is told as little as possible", "[postgres]") {
    LoginFixture f;
    REQUIRE(f.bootstrap(options()).value().has_value());
    const auto [body, status] = GENERATE(table<std::string, int>({
        {"", 400}, {"[]", 400}, {"{", 400}, {"{}", 400}, {"\"x\"", 400},
        {R"({"user_email":"ann@example.com"})", 400},
        {R"({"user_password":"correct horse"})", 400},
        {R"({"user_email":1,"user_password":"x"})", 400},
        {R"({"user_email":"","user_password":"x"})", 400},
        {R"({"user_email":"a","user_password":"x","tokenName":7})", 400},
        {R"({"user_email":"ann@example.com","user_password":"wrong"})", 401},
        {R"({"user_email":"ann@example.com","user_password":""})", 401},
        {R"({"user_email":"bob@example.com","user_password":"correct horse"})", 401},
        {R"({"user_email":"a\u0000b","user_password":"correct horse"})", 401},
    }));
    INFO(body);
    const auto answer = f.login(body);
    CHECK(answer.status() == status);
    CHECK(answer.body().starts_with(R"({"ok":false,"message":)"));
    if (status == 401) CHECK(answer.body() == R"({"ok":false,"message":"wrong email address or password"})");
}

TEST_CASE("guessing is slowed down", "[postgres]") {
    LoginFixture f;
    REQUIRE(f.bootstrap(options()).value().has_value());
    for (int i = 0; i < 10; ++i) CHECK(f.login(LoginFixture::form("ann@example.com", "guess")).status() == 401);
    CHECK(f.login(LoginFixture::form("ann@example.com", "correct horse")).status() == 429);
}

TEST_CASE("the first start happens once, and an interrupted one is carried to its end", "[postgres]") {
    LoginFixture f;
    // The crash comes after the plan was written and the first command was sent.
    auto plan = gateway::admin::make_plan(options()).value();
    REQUIRE(gateway::admin::write_plan(plan, f.plan_file).has_value());
    domain::admin::tenant::CreateTenant tenant{"4242", plan.workspace, "Default"};
    REQUIRE(f.gateway
                .execute(domain::admin::CommandEnvelope(
                    domain::base::CommandId("bootstrap-4242-" + std::to_string(plan.workspace.value()) + "-tenant"),
                    plan.tenant, "bootstrap", f.gateway.clock.now(), tenant))
                .accepted);

    auto other = options();
    other.tenant = "777";
    const auto finished = f.bootstrap(other).value();
    REQUIRE(finished.has_value());
    CHECK(finished->tenant.value() == "4242");
    CHECK(finished->datastream == plan.datastream);
    CHECK(finished->ingest_token_secret.reveal() == plan.ingest_token_secret.reveal());
    // Until the operator has seen it, it is shown again.
    CHECK(f.bootstrap(other).value()->ingest_token == plan.ingest_token);
    gateway::admin::forget_plan(f.plan_file);
    CHECK_FALSE(f.bootstrap(other).value().has_value());
    CHECK(f.database.execute("select count(*) from users") == "1");
    CHECK(f.database.execute("select count(*) from tenants") == "1");
}

TEST_CASE("the first start's options are checked before anything happens", "[postgres]") {
    LoginFixture f;
    const auto break_it = GENERATE(0, 1, 2, 3, 4, 5);
    auto wrong = options();
    if (break_it == 0) wrong.tenant = "abc";
    if (break_it == 1) wrong.password = Secret("short");
    if (break_it == 2) wrong.email.clear();
    if (break_it == 3) wrong.datastream.clear();
    if (break_it == 4) wrong.ingest_token_id = "ds1x";
    if (break_it == 5) {
        wrong.ingest_token_id = "ds1 x";
        wrong.ingest_token_secret = Secret("s");
    }
    CHECK(f.bootstrap(wrong).error().code() == ErrorCode::kInvalidArgument);
    CHECK_FALSE(std::filesystem::exists(f.plan_file));
}

TEST_CASE("a plan file is for its owner's eyes only", "[postgres]") {
    LoginFixture f;
    REQUIRE(f.bootstrap(options()).value().has_value());
    CHECK(std::filesystem::status(f.plan_file).permissions() ==
          (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
}
