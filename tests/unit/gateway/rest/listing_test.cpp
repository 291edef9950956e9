#include "gateway/rest/listing.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "gateway/rest/record.hpp"
#include "tests/unit/gateway/rest/requests.hpp"

using Json = nlohmann::ordered_json;

namespace {

std::string list(const std::string& query) {
    std::vector<Json> records;
    for (int i = 0; i < 60; ++i) {
        Json record;
        record["id"] = std::to_string(100 + i);
        record["label"] = i % 2 == 0 ? "even" : "odd";
        record["days"] = i % 3 == 0 ? Json(nullptr) : Json(i % 3);
        records.push_back(std::move(record));
    }
    const auto answer = gateway::rest::list_answer(tests::rest::request(gateway::http::Method::kGet, "/v1/things" + query),
                                                   "things", std::move(records));
    if (!answer) return answer.error().message();
    const Json body = Json::parse(answer->body());
    std::string ids;
    for (const Json& record : body["things"]) ids += (ids.empty() ? "" : " ") + record["id"].get<std::string>();
    return ids + " of " + body["meta"]["totalCount"].dump();
}

}  // namespace

TEST_CASE("a list is filtered, ordered and cut") {
    const auto [query, answer] = GENERATE(table<std::string, std::string>({
        {"?limit=2", "100 101 of 60"},
        {"?limit=2&offset=59", "159 of 60"},
        {"?limit=2&offset=99", " of 60"},
        {"?limit=0", " of 60"},
        {"?limit=2&orderBy=-id", "159 158 of 60"},
        {"?limit=3&orderBy=label%20desc,id", "101 103 105 of 60"},
        {"?limit=2&orderBy=days%20desc,id", "102 105 of 60"},
        {"?filter=id%20%3E%20157", "158 159 of 2"},
        {"?filter=label%20%3D%3D%20%22odd%22&limit=1", "101 of 30"},
        {"?limit=-1", "limit must be a number that is not negative: -1"},
        {"?offset=x", "offset must be a number that is not negative: x"},
        {"?orderBy=none", "orderBy: expression: unknown name \"none\""},
    }));
    INFO(query);
    CHECK(list(query) == answer);
    CHECK(list("?filter=nope%20%3D%3D%201").starts_with("filter: "));
}

TEST_CASE("a list without a limit has 50 records") { CHECK(list("").ends_with("149 of 60")); }

TEST_CASE("a record has its version as the entity tag, and who made it") {
    domain::admin::Stamp stamp(domain::base::from_nanoseconds(0), "user:12");
    stamp.change(domain::base::from_nanoseconds(1'000'000'000), "operator");
    Json record;
    gateway::rest::add_stamp(record, stamp);
    CHECK(record.dump() == R"({"version":2,"createdBy":{"id":"12"},"createdAt":"1970-01-01T00:00:00Z",)"
                           R"("updatedBy":null,"updatedAt":"1970-01-01T00:00:01Z"})");
    const auto response = gateway::rest::created(record, true);
    CHECK(response.status() == 201);
    CHECK(response.headers()[1] == gateway::http::Response::Header("ETag", "\"2\""));
    CHECK(response.headers()[2] == gateway::http::Response::Header("Idempotency-Replayed", "true"));
}
