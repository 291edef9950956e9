#include "gateway/admin/delegated_login.hpp"

#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "gateway/auth/secrets.hpp"
#include "gateway/http/problem.hpp"
#include "tests/integration/postgres/admin_commands.hpp"
#include "tests/integration/postgres/service.hpp"
#include "tests/support/fake_clock.hpp"

namespace {

using namespace tests::postgres;  // NOLINT: scenarios read better bare
using namespace std::chrono_literals;
using domain::base::TenantId;
using domain::base::UserId;
using gateway::http::Method;
using gateway::http::Request;
using gateway::http::RequestContext;
using gateway::http::Slab;
using infra::runtime::run_async;
using Json = nlohmann::json;

struct LoginAnswer {
    int status;
    Json body;
};

/// One gateway's endpoint.
class Endpoint {
public:
    Endpoint(Gateway& gateway, domain::admin::DelegatedLogins& logins, const domain::base::Clock& clock,
             std::chrono::milliseconds poll_wait = 10s)
        : keys_(gateway.bus, clock),
          endpoint_(gateway.authenticator, gateway.reader, logins, keys_, clock, options(poll_wait)) {}

    LoginAnswer ask(const std::string& body) {
        auto context = make(Method::kPost, "/v1/login/delegated", body);
        return answer(run_async(endpoint_.request(context)));
    }
    LoginAnswer poll(const std::string& server_token, const std::string& host = "127.0.0.1") {
        auto context = make(Method::kGet, "/v1/login/delegated/" + server_token, "", host);
        context.set_path_parameter("serverToken", server_token);
        return answer(run_async(endpoint_.poll(context)));
    }
    LoginAnswer list(std::int64_t user) {
        auto context = make(Method::kGet, "/v1/login/delegated", "");
        context.set_principal({TenantId("100"), UserId(user), domain::base::ApiTokenId("t"), false});
        return answer(run_async(endpoint_.list(context)));
    }
    LoginAnswer resolve(std::int64_t user, const std::string& id, bool accept, const std::string& tenant = "100") {
        auto context = make(Method::kPost, "/v1/login/delegated/x/accept", "");
        context.set_principal({TenantId(tenant), UserId(user), domain::base::ApiTokenId("t"), false});
        context.set_path_parameter("id", id);
        return answer(run_async(accept ? endpoint_.accept(context) : endpoint_.deny(context)));
    }

private:
    static gateway::admin::DelegatedLoginOptions options(std::chrono::milliseconds poll_wait) {
        gateway::admin::DelegatedLoginOptions made;
        made.poll_wait = poll_wait;
        return made;
    }
    static RequestContext make(Method method, const std::string& target, const std::string& body,
                               const std::string& host = "127.0.0.1") {
        auto request = Request::make(method, target, {{"Host", host}, {"Authorization", "Bearer 100"}}).value();
        request.set_connection("192.0.2.7", false);
        request.set_body(Slab::of(body), body.size());
        RequestContext context(std::move(request));
        context.set_deadline(std::chrono::steady_clock::now() + 20s);
        return context;
    }
    static LoginAnswer answer(domain::base::Result<gateway::http::Response> response) {
        const auto made = response ? std::move(*response) : gateway::http::problem(response.error());
        return {made.status(), Json::parse(made.body())};
    }

    gateway::admin::KeyMaker keys_;
    gateway::admin::DelegatedLogin endpoint_;
};

struct DelegatedLoginFixture {
    DelegatedLoginFixture() {
        REQUIRE(one.execute(command("t", "100", create_tenant())).accepted);
        REQUIRE(one.execute(command("u1", "100", create_user(1, "ann@example.com"))).accepted);
        REQUIRE(one.execute(command("u2", "100", create_user(2, "bob@example.com"))).accepted);
    }
    Json ask(Endpoint& endpoint) {
        const auto asked = endpoint.ask(R"({"userEmail":"Ann@example.com","integration":"observe-tool-abdaf0","clientToken":"laptop"})");
        REQUIRE(asked.status == 200);
        return asked.body;
    }
    static std::string id_of(const Json& asked) { return gateway::auth::sha256_hex(asked["serverToken"].get<std::string>()); }
    static std::string token_of(const Json& asked) { return asked["serverToken"].get<std::string>(); }

    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer{log, database.url()};
    Gateway one{log, database.url()};
    Gateway two{log, database.url()};
    Endpoint first{one, one.delegated_logins, one.clock};
    Endpoint second{two, two.delegated_logins, two.clock};
};

}  // namespace

TEST_CASE("a delegated login that is accepted on another gateway wakes the poll, which alone has the key", "[postgres]") {
    DelegatedLoginFixture f;
    REQUIRE(eventually([&] { return f.one.notifier.connected() && f.two.notifier.connected(); }));
    const Json asked = f.ask(f.first);
    CHECK(asked["url"] == "http://127.0.0.1/settings/account?expectedUid=1&serverToken=" + f.token_of(asked));
    const Json listed = f.second.list(1).body;
    REQUIRE(listed["delegatedLogins"].size() == 1);
    CHECK(listed["delegatedLogins"][0]["id"] == f.id_of(asked));
    CHECK(listed["delegatedLogins"][0]["clientToken"] == "laptop");
    CHECK(listed["delegatedLogins"][0]["address"] == "192.0.2.7");
    CHECK(f.second.list(2).body["meta"]["totalCount"] == 0);

    LoginAnswer polled{};
    const auto began = std::chrono::steady_clock::now();
    std::thread poll([&] { polled = f.first.poll(f.token_of(asked)); });
    CHECK(f.second.resolve(2, f.id_of(asked), true).status == 404);            // not Bob's
    CHECK(f.second.resolve(1, f.id_of(asked), true, "200").status == 404);     // not of that customer
    CHECK(f.second.resolve(1, f.id_of(asked), true).status == 200);
    poll.join();
    CHECK(std::chrono::steady_clock::now() - began < 9s);
    REQUIRE(polled.status == 200);
    CHECK(polled.body["settled"] == true);
    const std::string key = polled.body["accessKey"];
    CHECK(f.two.api("Bearer 100 " + key).value().user == UserId(1));

    const auto again = f.second.poll(f.token_of(asked));
    CHECK(again.body["settled"] == true);
    CHECK_FALSE(again.body.contains("accessKey"));
    CHECK(f.second.resolve(1, f.id_of(asked), false).status == 409);
    CHECK(f.second.list(1).body["meta"]["totalCount"] == 0);
    // The secret is neither in the tables nor in the log.
    CHECK(f.database.dump("delegated_logins").find(key) == std::string::npos);
    CHECK(f.database.dump("api_tokens").find(key) == std::string::npos);
    const auto tokens = run_async(f.one.reader.api_tokens(TenantId("100"), UserId(1))).value();
    REQUIRE(tokens.size() == 1);
    CHECK(tokens[0].description == "laptop");
    CHECK(tokens[0].stamp.created_by == "user:1");
    // Even when the key is deleted, nobody gets another one for the same request.
    REQUIRE(f.one.execute(command("d", "100", domain::admin::user::DeleteApiToken{tokens[0].id})).accepted);
    CHECK_FALSE(f.first.poll(f.token_of(asked)).body.contains("accessKey"));
}

TEST_CASE("of many polls at once one gets the key", "[postgres]") {
    DelegatedLoginFixture f;
    const Json asked = f.ask(f.first);
    REQUIRE(f.first.resolve(1, f.id_of(asked), true).status == 200);
    std::atomic<int> keys{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            const auto polled = (i % 2 == 0 ? f.first : f.second).poll(f.token_of(asked));
            if (polled.body.contains("accessKey")) ++keys;
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(keys == 1);
    CHECK(f.database.execute("select count(*) from api_tokens") == "1");
}

TEST_CASE("a denied login has no key, and of two decisions the first stands", "[postgres]") {
    DelegatedLoginFixture f;
    const Json asked = f.ask(f.first);
    CHECK(f.second.resolve(1, f.id_of(asked), false).status == 200);
    CHECK(f.first.resolve(1, f.id_of(asked), true).status == 409);
    const auto polled = f.first.poll(f.token_of(asked));
    CHECK(polled.body["settled"] == true);
    CHECK(polled.body["message"] == "the user has denied the login");
    CHECK_FALSE(polled.body.contains("accessKey"));
}

TEST_CASE("a delegated login waits for ten minutes, to the second", "[postgres]") {
    DelegatedLoginFixture f;
    tests::FakeClock clock(f.one.clock.now());
    infra::postgres::Notifier silent(f.database.url());
    infra::postgres::PostgresDelegatedLogins logins(f.one.pool, silent, clock);
    Endpoint endpoint(f.one, logins, clock, 0ms);
    const Json asked = f.ask(endpoint);
    clock.advance(599s);
    CHECK(endpoint.poll(f.token_of(asked)).body == Json({{"ok", true}, {"settled", false}}));
    CHECK(endpoint.list(1).body["meta"]["totalCount"] == 1);
    clock.advance(1s);
    CHECK(endpoint.list(1).body["meta"]["totalCount"] == 0);
    CHECK(endpoint.resolve(1, f.id_of(asked), true).status == 409);
    const auto late = endpoint.poll(f.token_of(asked));
    CHECK(late.body["settled"] == true);
    CHECK(late.body["message"] == "nobody has answered the login request in time");

    // Accepted in its last second it lives for another minute; an hour after its end it is forgotten.
    const Json close = f.ask(endpoint);
    clock.advance(599s);
    CHECK(endpoint.resolve(1, f.id_of(close), true).status == 200);
    clock.advance(60s);
    CHECK_FALSE(endpoint.poll(f.token_of(close)).body.contains("accessKey"));
    clock.advance(1h);
    (void)f.ask(endpoint);
    CHECK(endpoint.poll(f.token_of(asked)).status == 404);
    CHECK(f.database.execute("select count(*) from delegated_logins") == "2");
}

TEST_CASE("what is wrong with a delegated login is told", "[postgres]") {
    DelegatedLoginFixture f;
    const auto [body, status] = GENERATE(table<std::string, int>({
        {"", 400}, {"[]", 400}, {"{}", 400},
        {R"({"userEmail":"ann@example.com"})", 400},
        {R"({"integration":"observe-tool-abdaf0"})", 400},
        {R"({"userEmail":"","integration":"observe-tool-abdaf0"})", 400},
        {R"({"userEmail":"eve@example.com","integration":"observe-tool-abdaf0"})", 400},
        {R"({"userEmail":"3","integration":"observe-tool-abdaf0"})", 400},
        {R"({"userEmail":"ann@example.com","integration":"other"})", 400},
        {R"({"userEmail":"ann@example.com","integration":"observe-tool-abdaf0","clientToken":7})", 400},
        {R"({"userEmail":"ann@example.com","integration":"observe-tool-abdaf0"})", 200},
        {R"({"userEmail":"1","integration":"observe-tool-abdaf0","clientToken":null,"more":1})", 200},
    }));
    INFO(body);
    const auto answer = f.first.ask(body);
    CHECK(answer.status == status);
    CHECK(answer.body["ok"] == (status == 200));
    CHECK(f.first.poll("never-issued").status == 404);
}

TEST_CASE("a request belongs to its customer's host", "[postgres]") {
    DelegatedLoginFixture f;
    const Json asked = f.ask(f.first);
    REQUIRE(f.first.resolve(1, f.id_of(asked), false).status == 200);
    CHECK(f.first.poll(f.token_of(asked), "200.localhost").status == 404);
    CHECK(f.first.poll(f.token_of(asked), "100.localhost").status == 200);
}

TEST_CASE("a user is not flooded with requests", "[postgres]") {
    DelegatedLoginFixture f;
    for (int i = 0; i < 20; ++i) (void)f.ask(f.first);
    CHECK(f.first.ask(R"({"userEmail":"ann@example.com","integration":"observe-tool-abdaf0"})").status == 429);
    CHECK(f.second.ask(R"({"userEmail":"bob@example.com","integration":"observe-tool-abdaf0"})").status == 200);
}

TEST_CASE("the last use of a token is kept, the latest of all gateways, for tokens that exist", "[postgres]") {
    DelegatedLoginFixture f;
    REQUIRE(f.one.execute(command("k", "100", create_api_token("t1", 1, 'a'))).accepted);
    const auto record = [&](Gateway& gateway, const std::string& token, std::int64_t second) {
        std::vector<domain::admin::ApiTokenUse> uses{{domain::base::ApiTokenId(token), at_second(second)}};
        REQUIRE(run_async(gateway.uses_store.record(TenantId("100"), std::move(uses))).has_value());
    };
    const auto last = [&] { return run_async(f.one.reader.api_token(TenantId("100"), domain::base::ApiTokenId("t1"))).value()->last_used_at; };
    CHECK_FALSE(last().has_value());
    record(f.one, "t1", 50);
    record(f.two, "t1", 40);
    record(f.two, "t2", 40);
    CHECK(last() == at_second(50));
    CHECK(f.database.execute("select count(*) from api_token_uses") == "1");
}
