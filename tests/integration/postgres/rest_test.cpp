// The REST API's handlers over the real log's decisions and the real tables: the house style once for every resource, then what is
// particular to datastreams and ingest tokens.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "gateway/admin/datastreams.hpp"
#include "gateway/admin/ingest_tokens.hpp"
#include "infra/postgres/ingest_reader.hpp"
#include "infra/postgres/landing_store.hpp"
#include "infra/postgres/retention_store.hpp"
#include "tests/integration/postgres/admin_commands.hpp"
#include "tests/integration/postgres/service.hpp"
#include "tests/unit/gateway/http/fake_authenticator.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace {

using namespace tests::postgres;  // NOLINT: the helpers of these tests
namespace admin = domain::admin;
namespace base = domain::base;
namespace http = gateway::http;
using http::Method;
using infra::runtime::run_async;
using Json = nlohmann::json;
using Headers = http::HeaderList;
using domain::identity::Permission;
using namespace std::chrono_literals;

struct RestAnswer {
    int status = 0;
    Json body;
    std::string etag;
    bool replayed = false;

    std::string message() const { return body.value("message", ""); }
};

/// A service of one tenant, 122, with what its administrator can call.
class Api {
public:
    Api() {
        REQUIRE(gateway.execute(command("t", "122", create_tenant())).accepted);
    }

    RestAnswer call(Method method, const std::string& target, const Json& body = {}, Headers headers = {}) {
        headers.add("authorization", "Bearer 122 good");
        auto request = http::Request::make(method, target, std::move(headers));
        const std::string text = body.is_null() ? std::string() : body.dump();
        request->set_body(http::Slab::of(text), text.size());
        http::RequestContext context(std::move(*request));
        const auto response = run_async(router.handle(context));
        RestAnswer answer{response.status(), Json::parse(response.body()), {}, false};
        for (const auto& [name, value] : response.headers()) {
            if (name == "ETag") answer.etag = value;
            if (name == "Idempotency-Replayed") answer.replayed = true;
        }
        return answer;
    }
    Json made(const std::string& target, const Json& body) {
        auto answer = call(Method::kPost, target, body);
        INFO(answer.body.dump());
        REQUIRE(answer.status == 201);
        return answer.body;
    }

    std::vector<http::Route> routes() {
        std::vector<http::Route> list;
        const auto add = [&](auto& endpoint, const char* plural, const char* one) {
            const auto to = [&endpoint](auto member) -> http::Handler {
                return [&endpoint, member](http::RequestContext& context) { return (endpoint.*member)(context); };
            };
            using Endpoint = std::remove_reference_t<decltype(endpoint)>;
            list.push_back({Method::kGet, plural, Permission::kQuery, 20s, 0, to(&Endpoint::list)});
            list.push_back({Method::kPost, plural, Permission::kAdminister, 20s, 1000, to(&Endpoint::create)});
            list.push_back({Method::kGet, one, Permission::kQuery, 20s, 0, to(&Endpoint::show)});
            list.push_back({Method::kPatch, one, Permission::kAdminister, 20s, 1000, to(&Endpoint::update)});
            list.push_back({Method::kDelete, one, Permission::kAdminister, 20s, 0, to(&Endpoint::remove)});
        };
        add(datastreams, "/v1/datastreams", "/v1/datastreams/{id}");
        add(ingest_tokens, "/v1/ingest-tokens", "/v1/ingest-tokens/{id}");
        return list;
    }

    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer{log, database.url()};
    Gateway gateway{log, database.url()};
    infra::postgres::PostgresIngestReader ingest{gateway.pool};
    gateway::admin::Datastreams datastreams{ingest, gateway.reader, gateway.bus, gateway.clock};
    gateway::admin::IngestTokens ingest_tokens{ingest, gateway.reader, gateway.bus, gateway.clock};
    FakeAuthenticator authenticator;
    http::Router router{routes(), authenticator};
};

Headers header(const char* name, const char* value) {
    Headers headers;
    headers.add(name, value);
    return headers;
}

}  // namespace

TEST_CASE("every resource has the house style", "[postgres]") {
    Api api;
    const auto [path, plural] = GENERATE(table<std::string, std::string>({
        {"/v1/datastreams", "datastreams"},
        {"/v1/ingest-tokens", "ingestTokens"},
    }));
    INFO(path);
    // A creation with a key happens once; a secret is shown once; the key stands for one wish.
    const auto first = api.call(Method::kPost, path, {{"name", "one"}}, header("Idempotency-Key", "k"));
    REQUIRE(first.status == 201);
    CHECK(first.etag == "\"1\"");
    CHECK_FALSE(first.replayed);
    const auto again = api.call(Method::kPost, path, {{"name", "one"}}, header("Idempotency-Key", "k"));
    CHECK(again.status == 201);
    CHECK(again.replayed);
    CHECK(again.body["id"] == first.body["id"]);
    CHECK_FALSE(again.body.contains("secret"));
    CHECK(api.call(Method::kPost, path, {{"name", "two"}}, header("Idempotency-Key", "k")).status == 409);
    const std::string one = path + "/" + first.body["id"].get<std::string>();

    // Strict bodies.
    CHECK(api.call(Method::kPost, path, {{"name", "x"}, {"colour", 1}}).message() == "unknown or unchangeable member: colour");
    CHECK(api.call(Method::kPost, path, Json::object()).message() == "name is missing");
    CHECK(api.call(Method::kPatch, one, {{"id", "1"}}).message() == "unknown or unchangeable member: id");
    CHECK(api.call(Method::kPatch, one, {{"description", 1}}).message() == "description must be a string");

    // Merge-PATCH, and no lost update.
    const auto changed = api.call(Method::kPatch, one, {{"description", "about"}}, header("If-Match", "\"1\""));
    CHECK(changed.status == 200);
    CHECK(changed.etag == "\"2\"");
    CHECK(changed.body["name"] == "one");
    CHECK(changed.body["updatedAt"] >= changed.body["createdAt"]);
    const auto stale = api.call(Method::kPatch, one, {{"description", "lost"}}, header("If-Match", "\"1\""));
    CHECK(stale.status == 412);
    CHECK(stale.message() == "it was changed meanwhile, its version is now: 2");
    CHECK(api.call(Method::kPatch, one, {{"description", nullptr}}, header("If-Match", "*")).body["description"] == "");

    // Lists.
    for (const char* name : {"a", "b", "c"}) api.made(path, {{"name", name}});
    const auto listed = api.call(Method::kGet, path + "?orderBy=name%20desc&limit=2&offset=1");
    CHECK(listed.body["meta"]["totalCount"] == 4);
    CHECK(listed.body[plural].size() == 2);
    CHECK(listed.body[plural][0]["name"] == "c");
    CHECK(api.call(Method::kGet, path + "?filter=name%20%3D%3D%20%22b%22").body["meta"]["totalCount"] == 1);
    CHECK(api.call(Method::kGet, path + "?limit=x").status == 400);

    // Removal.
    api.call(Method::kPatch, one, {{"disabled", true}});
    CHECK(api.call(Method::kDelete, one, {}, header("If-Match", "\"1\"")).status == 412);
    CHECK(api.call(Method::kDelete, one).body == Json({{"ok", true}}));
    CHECK(api.call(Method::kGet, one).status == 404);
    CHECK(api.call(Method::kPatch, one, {{"description", "x"}}).status == 404);
    CHECK(api.call(Method::kDelete, one).status == 404);
}

TEST_CASE("tokens and datastreams act as they are set", "[postgres]") {
    Api api;
    const Json logs = api.made("/v1/datastreams", {{"name", "web/Logs"}, {"retentionDays", 30}});
    const Json other = api.made("/v1/datastreams", {{"name", "Other"}});
    CHECK(api.call(Method::kPost, "/v1/datastreams", {{"name", "Other"}}).message() == "datastream name is taken: Other");
    const std::string one = "/v1/datastreams/" + logs["id"].get<std::string>();
    const Json token = api.made("/v1/ingest-tokens", {{"name", "web"}, {"datastreamIds", {logs["id"]}}});
    const std::string token_path = "/v1/ingest-tokens/" + token["id"].get<std::string>();
    const std::string credential = "Bearer " + token["credential"].get<std::string>();
    CHECK(token["credential"] == token["id"].get<std::string>() + ":" + token["secret"].get<std::string>());

    const auto sender = api.gateway.ingest(credential);
    REQUIRE(sender.has_value());
    CHECK(std::to_string(sender->datastream.value()) == logs["id"]);
    CHECK_FALSE(sender->rates.datastream.bytes_per_minute);
    CHECK(api.call(Method::kPatch, one, {{"rateLimitBytesPerMinute", 1000}}).status == 200);
    CHECK(eventually([&] { return api.gateway.ingest(credential)->rates.datastream.bytes_per_minute == 1000; }));
    const Json limited = api.call(Method::kPatch, token_path, {{"rateLimitBytesPerMinute", 500}, {"rateLimitObservationsPerMinute", 20}}).body;
    CHECK(limited["rateLimitObservationsPerMinute"] == 20);
    CHECK(eventually([&] { return api.gateway.ingest(credential)->rates.token == domain::identity::RateLimit{500, 20}; }));
    CHECK(api.call(Method::kPatch, token_path, Json::parse(R"({"rateLimitBytesPerMinute":null})")).status == 200);
    CHECK(eventually([&] { return api.gateway.ingest(credential)->rates.token == domain::identity::RateLimit{{}, 20}; }));
    CHECK(api.call(Method::kPatch, one, {{"rateLimitObservationsPerMinute", 0}}).status == 400);
    domain::admin::tenant::SetTenantRate customers;
    customers.rate.bytes_per_minute = std::optional<std::int64_t>(7);
    REQUIRE(api.gateway.execute(command("limit", "122", customers)).accepted);
    CHECK(eventually([&] { return api.gateway.ingest(credential)->rates.tenant == domain::identity::RateLimit{7, {}}; }));
    CHECK(api.call(Method::kPatch, token_path, {{"disabled", true}}).status == 200);
    CHECK(eventually([&] { return !api.gateway.ingest(credential).has_value(); }));
    CHECK(api.call(Method::kPatch, token_path, {{"disabled", false}}).status == 200);
    CHECK(eventually([&] { return api.gateway.ingest(credential).has_value(); }));
    CHECK(api.call(Method::kPatch, one, {{"name", "web/Renamed"}}).body["name"] == "web/Renamed");
    CHECK(api.database.execute("select name from datasets where id = " + logs["datasetId"].get<std::string>()) == "web/Renamed");

    CHECK(api.call(Method::kDelete, one).message() == "only a disabled datastream can be removed: web/Renamed");
    CHECK(api.call(Method::kPatch, one, {{"disabled", true}}).body["state"] == "Disabled");
    CHECK(eventually([&] { return !api.gateway.ingest(credential).has_value(); }));
    CHECK(api.call(Method::kDelete, one).status == 200);
    // The token reaches nothing else now.
    CHECK_FALSE(api.gateway.ingest(credential).has_value());
    CHECK(api.call(Method::kDelete, token_path).status == 200);
    CHECK(api.database.execute("select count(*) from ingest_token_datastreams") == "0");
    CHECK(other["retentionDays"].is_null());
}

TEST_CASE("what lands is counted, and what has expired is dropped", "[postgres]") {
    Api api;
    const Json logs = api.made("/v1/datastreams", {{"name", "Logs"}, {"retentionDays", 1}});
    const Json kept = api.made("/v1/datastreams", {{"name", "Kept"}});
    const base::DatasetId dataset(std::stoll(logs["datasetId"].get<std::string>()));
    const base::DatasetId kept_dataset(std::stoll(kept["datasetId"].get<std::string>()));
    const auto now = api.gateway.clock.now();

    domain::catalog::LandingBatch batch;
    batch.group = domain::eventlog::GroupId("landing");
    batch.topic = "observations";
    const auto segment = [&](const char* id, base::DatasetId of, std::chrono::hours age) {
        domain::catalog::Segment made;
        made.tenant = base::TenantId("122");
        made.id = base::SegmentId(id);
        made.dataset = of;
        made.file = std::string("122/") + id;
        made.time_min = now - age - 1h;
        made.time_max = now - age;
        made.rows = 1;
        batch.segments.push_back(made);
    };
    segment("old", dataset, 25h);
    segment("new", dataset, 23h);
    segment("kept", kept_dataset, 1000h);
    const auto arrived = [&](const char* token, std::chrono::minutes ago, std::int64_t observations) {
        domain::catalog::Arrival made;
        made.tenant = base::TenantId("122");
        made.datastream = base::DatastreamId(std::stoll(logs["id"].get<std::string>()));
        made.token = base::IngestTokenId(token);
        made.first_at = made.last_at = now - ago;
        made.minute = std::chrono::floor<std::chrono::minutes>(now - ago);
        made.observations = observations;
        made.bytes = observations * 10;
        batch.arrivals.push_back(made);
    };
    arrived("ds1a", 90min, 5);
    arrived("ds1a", 2min, 3);
    arrived("ds1b", 2min, 4);
    infra::postgres::PostgresLandingStore landing(api.gateway.pool);
    auto copy = batch;
    REQUIRE(run_async(landing.commit(std::move(copy))).has_value());
    batch.segments.clear();
    REQUIRE(run_async(landing.commit(std::move(batch))).has_value());

    const std::string one = "/v1/datastreams/" + logs["id"].get<std::string>();
    const Json stats = api.call(Method::kGet, one).body["stats"];
    CHECK(stats["totalObservations"] == 24);
    CHECK(stats["totalVolumeBytes"] == 240);
    CHECK(stats["firstIngest"] < stats["lastIngest"]);
    REQUIRE(stats["observations"].size() == 60);
    std::int64_t shown = 0;
    for (const Json& minute : stats["observations"]) shown += minute["value"].get<std::int64_t>();
    CHECK(shown == 14);
    CHECK(stats["volumeBytes"][57]["value"] == 140);
    CHECK(api.call(Method::kGet, "/v1/datastreams/" + kept["id"].get<std::string>()).body["stats"]["firstIngest"].is_null());

    infra::postgres::PostgresRetentionStore retention(api.gateway.pool);
    CHECK(run_async(retention.drop_expired(100)).value() == 1);
    CHECK(api.database.execute("select string_agg(id, ' ' order by id) from segments") == "kept new");
    CHECK(api.database.execute("select string_agg(file, ' ') from retired_files") == "122/old");

    // With data, a removal must say that the data goes with it.
    api.call(Method::kPatch, one, {{"disabled", true}});
    CHECK(api.call(Method::kDelete, one).message() == "the datastream has observations, data=drop removes them with it: 24");
    CHECK(api.call(Method::kDelete, one + "?data=drop").status == 200);
    CHECK(run_async(retention.drop_expired(100)).value() == 1);
    CHECK(api.database.execute("select string_agg(id, ' ' order by id) from segments") == "kept");
}
