// Users, groups, grants and service accounts as routes, on a real database.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "gateway/admin/access_routes.hpp"
#include "gateway/auth/secrets.hpp"
#include "infra/postgres/access_reader.hpp"
#include "tests/integration/postgres/admin_commands.hpp"
#include "tests/integration/postgres/service.hpp"
#include "tests/unit/gateway/rest/requests.hpp"

namespace {

using namespace tests::postgres;  // NOLINT: scenarios read better bare
namespace admin = domain::admin;
using domain::base::UserId;
using gateway::http::Method;
using infra::runtime::run_async;
using Json = nlohmann::json;

struct Answer {
    int status = 0;
    Json body;
};

/// Two tenants; callers are named by their keys: admin, user (of tenant 100), eve (administrator of tenant 200).
struct AccessHttpFixture {
    AccessHttpFixture() {
        found("100", "admin", 1, true);
        add_user("100", "user", 7, false);
        found("200", "eve", 1, true);
    }
    void execute(const std::string& tenant, admin::Command what) {
        const auto outcome = gateway.execute(command("c" + std::to_string(++number), tenant, std::move(what)));
        INFO(outcome.message);
        REQUIRE(outcome.accepted);
    }
    void add_user(const std::string& tenant, const std::string& key, std::int64_t user, bool administrator) {
        execute(tenant, admin::user::CreateUser{UserId(user), key + "@example.com", key, administrator, "$argon2id$x"});
        auto token = std::get<admin::user::CreateApiToken>(create_api_token("token-" + key, user, 'a'));
        token.secret_sha256 = gateway::auth::sha256_hex(key);
        token.expires_at = gateway.clock.now() + std::chrono::days(29);
        execute(tenant, token);
    }
    void found(const std::string& tenant, const std::string& key, std::int64_t user, bool administrator) {
        execute(tenant, create_tenant());
        add_user(tenant, key, user, administrator);
    }
    Answer ask(const std::string& who, Method method, const std::string& path, const std::string& body = {},
               gateway::http::HeaderList headers = {}) {
        headers.add("host", "127.0.0.1");
        if (!who.empty()) headers.add("authorization", "Bearer " + std::string(who == "eve" ? "200 " : "100 ") + who);
        gateway::http::RequestContext context(tests::rest::request(method, path, body, std::move(headers)));
        const auto response = run_async(router.handle(context));
        return {response.status(), Json::parse(response.body(), nullptr, false)};
    }
    std::string make(const std::string& path, const std::string& body) {
        const Answer made = ask("admin", Method::kPost, path, body);
        INFO(path << ' ' << body << ": " << made.body.dump());
        REQUIRE(made.status == 201);
        return made.body["id"];
    }

    TestDatabase database;
    tests::InMemoryEventLog log;
    Consumer consumer{log, database.url()};
    Gateway gateway{log, database.url()};
    int number = 0;
    infra::postgres::PostgresAccessReader access{gateway.pool};
    gateway::auth::PasswordHasher hasher{{1, 8, 1, 8 * 1024 * 1024}};
    gateway::auth::LoginThrottle throttle{gateway.clock};
    gateway::admin::Users users{gateway.reader, gateway.bus, hasher, throttle, gateway.clock};
    gateway::admin::Groups groups{access, gateway.reader, gateway.bus, gateway.clock};
    gateway::admin::Grants grants{access, gateway.reader, gateway.bus, gateway.clock};
    gateway::admin::Folders folders{access, gateway.reader, gateway.bus, gateway.clock};
    gateway::admin::ServiceAccounts accounts{gateway.reader, gateway.bus, gateway.clock};
    gateway::http::Router router{gateway::admin::access_routes({users, groups, grants, folders, accounts}), gateway.authenticator};
};

}  // namespace

TEST_CASE("users are made, changed, disabled, and the last administrator stays", "[postgres]") {
    AccessHttpFixture f;
    CHECK(f.ask("", Method::kGet, "/v1/users").status == 401);
    CHECK(f.ask("user", Method::kPost, "/v1/users", R"({"email":"x@example.com"})").status == 403);
    const std::string id = f.make("/v1/users", R"({"email":"ann@example.com","label":"Ann","password":"long-enough-1"})");
    const Answer shown = f.ask("admin", Method::kGet, "/v1/users/" + id);
    CHECK(shown.status == 200);
    CHECK(shown.body["role"] == "user");
    CHECK(shown.body["hasPassword"] == true);
    CHECK(shown.body.dump().find("argon2") == std::string::npos);
    CHECK(f.ask("admin", Method::kPost, "/v1/users", R"({"email":"ANN@example.com"})").status == 409);
    for (const char* bad : {R"({})", R"({"email":"none"})", R"({"email":"a@b.c","password":"short"})",
                            R"({"email":"a@b.c","role":"king"})", R"({"email":"a@b.c","x":1})"}) {
        CHECK(f.ask("admin", Method::kPost, "/v1/users", bad).status == 400);
    }
    CHECK(f.ask("admin", Method::kPatch, "/v1/users/" + id, R"({"label":"A."})").body["label"] == "A.");
    CHECK(f.ask("admin", Method::kPatch, "/v1/users/" + id, R"({"label":"B."})", {{"if-match", "\"1\""}}).status == 412);
    CHECK(f.ask("admin", Method::kDelete, "/v1/users/1").status == 409);
    CHECK(f.ask("admin", Method::kPatch, "/v1/users/1", R"({"role":"user"})").status == 409);
    CHECK(f.ask("admin", Method::kGet, "/v1/users").body["meta"]["totalCount"] == 3);
    CHECK(f.ask("user", Method::kGet, "/v1/users").body["meta"]["totalCount"] == 1);
    CHECK(f.ask("user", Method::kGet, "/v1/users/1").status == 404);
    CHECK(f.ask("user", Method::kPost, "/v1/users/7/password", R"({"newPassword":"long-enough-2"})").status == 400);
    CHECK(f.ask("user", Method::kPost, "/v1/users/1/password", R"({"newPassword":"long-enough-2"})").status == 404);
    CHECK(f.ask("admin", Method::kPost, "/v1/users/7/password", R"({"newPassword":"long-enough-2"})").status == 200);
    CHECK(f.ask("user", Method::kPost, "/v1/users/7/password",
                R"({"newPassword":"long-enough-3","oldPassword":"wrong-wrong"})").status == 403);
    CHECK(f.ask("user", Method::kPost, "/v1/users/7/password",
                R"({"newPassword":"long-enough-3","oldPassword":"long-enough-2"})").status == 200);
    CHECK(f.ask("admin", Method::kDelete, "/v1/users/7").status == 200);
    CHECK(f.ask("user", Method::kGet, "/v1/users").status == 401);
}

TEST_CASE("groups and grants are made and removed, and another tenant reaches none of them", "[postgres]") {
    AccessHttpFixture f;
    const std::string ops = f.make("/v1/groups", R"({"name":"ops"})");
    const std::string dev = f.make("/v1/groups", R"({"name":"dev"})");
    CHECK(f.ask("admin", Method::kPost, "/v1/groups", R"({"name":"ops"})").status == 409);
    CHECK(f.ask("user", Method::kPost, "/v1/groups", R"({"name":"mine"})").status == 403);
    CHECK(f.make("/v1/groups/" + ops + "/members", R"({"groupId":")" + dev + R"("})") == "group:" + dev);
    CHECK(f.ask("admin", Method::kPost, "/v1/groups/" + dev + "/members", R"({"groupId":")" + ops + R"("})").status == 409);
    CHECK(f.ask("user", Method::kGet, "/v1/groups").body["meta"]["totalCount"] == 0);
    CHECK(f.make("/v1/groups/" + dev + "/members", R"({"userId":"7"})") == "user:7");
    CHECK(f.ask("user", Method::kGet, "/v1/groups").body["meta"]["totalCount"] == 2);
    CHECK(f.ask("admin", Method::kGet, "/v1/groups/" + dev + "/members").body["members"][0]["label"] == "user");
    CHECK(f.ask("admin", Method::kPatch, "/v1/groups/" + dev, R"({"name":"developers"})").status == 200);

    const std::string workspace = "41000001";
    const std::string body = R"({"subject":{"groupId":")" + ops + R"("},"object":{"workspaceId":")" + workspace +
                             R"("},"role":"Manager"})";
    CHECK(f.ask("user", Method::kPost, "/v1/grants", body).status == 403);
    const std::string grant = f.make("/v1/grants", body);
    CHECK(f.ask("admin", Method::kPost, "/v1/grants", body).status == 409);
    CHECK(f.ask("user", Method::kGet, "/v1/grants/" + grant).status == 200);
    const std::string to_all = R"({"subject":{"all":true},"object":{"objectId":"41000001"},"role":"Lister"})";
    CHECK(f.ask("user", Method::kPost, "/v1/grants", to_all).status == 201);
    CHECK(f.ask("user", Method::kPost, "/v1/grants", R"({"subject":{"all":true},"object":{"all":true},"role":"Editor"})").status == 403);
    for (const char* bad : {R"({})", R"({"subject":{},"object":{"all":true},"role":"Editor"})",
                            R"({"subject":{"all":false},"object":{"all":true},"role":"Editor"})",
                            R"({"subject":{"all":true},"object":{"type":"audit"},"role":"Editor"})",
                            R"({"subject":{"all":true},"object":{"all":true},"role":"Owner"})"}) {
        CHECK(f.ask("admin", Method::kPost, "/v1/grants", bad).status == 400);
    }
    CHECK(f.ask("admin", Method::kPost, "/v1/grants", R"({"subject":{"userId":"99"},"object":{"all":true},"role":"Editor"})").status == 404);
    CHECK(f.ask("admin", Method::kPost, "/v1/grants", R"({"subject":{"all":true},"object":{"objectId":"77"},"role":"Editor"})").status == 404);

    for (const std::string& path : {"/v1/groups/" + ops, "/v1/groups/" + ops + "/members", "/v1/grants/" + grant, std::string("/v1/users/7")}) {
        CHECK(f.ask("eve", Method::kGet, path).status == 404);
        CHECK(f.ask("eve", Method::kDelete, path == "/v1/groups/" + ops + "/members" ? path + "/group:" + dev : path).status == 404);
    }
    CHECK(f.ask("eve", Method::kGet, "/v1/groups").body["meta"]["totalCount"] == 0);
    CHECK(f.ask("eve", Method::kPost, "/v1/grants", body).status == 404);
    CHECK(f.ask("admin", Method::kDelete, "/v1/groups/" + ops + "/members/group:" + dev).status == 200);
    CHECK(f.ask("user", Method::kGet, "/v1/grants/" + grant).status == 404);
    CHECK(f.ask("admin", Method::kDelete, "/v1/groups/" + ops).status == 200);
    CHECK(f.ask("admin", Method::kGet, "/v1/grants/" + grant).status == 404);
}

TEST_CASE("service accounts and their tokens behave as the contract says", "[postgres]") {
    AccessHttpFixture f;
    CHECK(f.ask("user", Method::kGet, "/v1/service-accounts").status == 403);
    const std::string id = f.make("/v1/service-accounts", R"({"label":"deploy","description":"from CI"})");
    const std::string base = "/v1/service-accounts/" + id;
    for (const char* bad : {R"({"label":"t"})", R"({"label":"t","lifetimeHours":0})", R"({"label":"t","lifetimeHours":"1"})",
                            R"({"label":"t","lifetimeHours":1.5})"}) {
        CHECK(f.ask("admin", Method::kPost, base + "/api-tokens", bad).status == 400);
    }
    const Answer made = f.ask("admin", Method::kPost, base + "/api-tokens", R"({"label":"key","lifetimeHours":24})");
    REQUIRE(made.status == 201);
    const std::string secret = made.body["secret"];
    const std::string token = base + "/api-tokens/" + std::string(made.body["id"]);
    CHECK(secret.size() == 32);
    CHECK_FALSE(f.ask("admin", Method::kGet, token).body.contains("secret"));
    CHECK(f.ask("admin", Method::kGet, base + "/api-tokens").body["apiTokens"].size() == 1);
    CHECK(f.ask(secret, Method::kGet, "/v1/grants").status == 200);
    CHECK(f.ask("admin", Method::kPatch, token, R"({"disabled":true})").body["disabled"] == true);
    CHECK(f.ask(secret, Method::kGet, "/v1/grants").status == 401);
    CHECK(f.ask("admin", Method::kPatch, token, R"({"disabled":false,"label":"new"})").body["label"] == "new");
    CHECK(f.ask(secret, Method::kGet, "/v1/grants").status == 200);
    CHECK(f.ask("admin", Method::kPatch, base, R"({"disabled":true})").body["description"] == "from CI");
    CHECK(f.ask(secret, Method::kGet, "/v1/grants").status == 401);
    CHECK(f.ask("admin", Method::kPatch, base, R"({"disabled":false})").status == 200);
    const std::string other = f.make("/v1/service-accounts", R"({"label":"deploy"})");
    CHECK(f.ask("admin", Method::kGet, "/v1/service-accounts/" + other + "/api-tokens/" + std::string(made.body["id"])).status == 404);
    CHECK(f.ask("admin", Method::kGet, "/v1/service-accounts/1").status == 404);
    CHECK(f.ask("eve", Method::kGet, base).status == 404);
    CHECK(f.ask("user", Method::kGet, base).status == 403);
    f.make("/v1/grants", R"({"subject":{"userId":"7"},"object":{"type":"serviceAccount"},"role":"Editor"})");
    CHECK(f.ask("user", Method::kGet, base).status == 200);
    CHECK(f.ask("admin", Method::kDelete, token).status == 200);
    CHECK(f.ask(secret, Method::kGet, "/v1/grants").status == 401);
    CHECK(f.ask("admin", Method::kDelete, base).status == 200);
    CHECK(f.ask("admin", Method::kGet, base).status == 404);
}
