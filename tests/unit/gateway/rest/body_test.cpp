#include "gateway/rest/body.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/unit/gateway/rest/requests.hpp"

using gateway::http::Method;
using gateway::rest::Body;
using tests::rest::request;

namespace {

Body parsed(const std::string& text) {
    auto body = Body::parse(request(Method::kPost, "/v1/things", text));
    REQUIRE(body.has_value());
    return std::move(*body);
}

std::string fault(const std::string& text) {
    auto body = Body::parse(request(Method::kPost, "/v1/things", text));
    if (!body) return body.error().message();
    (void)body->required_text("label", 10);
    (void)body->text("description");
    (void)body->flag("disabled");
    (void)body->integer("days", 1, 30);
    (void)body->id("workspaceId");
    (void)body->ids("datastreamIds", 2);
    (void)body->texts("names", 2);
    (void)body->time("expiration");
    const auto read = body->finish();
    return read ? "" : read.error().message();
}

std::string form(const std::string& target, const std::string& body) {
    return gateway::rest::canonical_form(request(Method::kPost, target, body));
}

}  // namespace

TEST_CASE("a member that is absent, null or there") {
    auto body = parsed(R"({"none":null,"some":"x","days":7,"on":true,"at":"2024-05-01T10:00:00Z","id":"41000001","ids":[1,"2"]})");
    CHECK_FALSE(body.text("absent").is_given());
    CHECK_FALSE(body.text("absent").change("cleared"));
    CHECK(body.text("absent").value_or("usual") == "usual");
    CHECK(body.text("none").is_null());
    CHECK(body.text("none").change("cleared") == "cleared");
    CHECK(body.text("some").change("cleared") == "x");
    CHECK(body.integer("days", 1, 30).value() == 7);
    CHECK(body.flag("on").value() == true);
    CHECK(domain::base::to_rfc3339(*body.time("at").value()) == "2024-05-01T10:00:00Z");
    CHECK(body.id("id").value()->value() == 41000001);
    CHECK(body.ids("ids").value()->size() == 2);
    CHECK(body.finish().has_value());
}

TEST_CASE("a body that is not what it must be says where") {
    const auto [text, message] = GENERATE(table<std::string, std::string>({
        {"", "the body is malformed JSON at byte: 1"},
        {"{", "the body is malformed JSON at byte: 2"},
        {"[]", "the body must be a JSON object"},
        {"{}", "label is missing"},
        {R"({"lable":"x"})", "unknown or unchangeable member: lable"},
        {R"({"label":""})", "label is missing"},
        {R"({"label":null})", "label is missing"},
        {R"({"label":1})", "label must be a string"},
        {R"({"label":"01234567890"})", "label is too long, the limit in bytes is 10"},
        {R"({"label":"a","disabled":"yes"})", "disabled must be true or false"},
        {R"({"label":"a","days":0})", "days must be an integer from 1 to 30"},
        {R"({"label":"a","days":31})", "days must be an integer from 1 to 30"},
        {R"({"label":"a","days":1.5})", "days must be an integer from 1 to 30"},
        {R"({"label":"a","days":18446744073709551615})", "days must be an integer from 1 to 30"},
        {R"({"label":"a","workspaceId":"x"})", "Failed to parse workspaceId: ObjectId has an illegal value: x"},
        {R"({"label":"a","workspaceId":-1})", "workspaceId must be an id"},
        {R"({"label":"a","datastreamIds":[1,2,3]})", "datastreamIds must be a list of at most 2 ids"},
        {R"({"label":"a","datastreamIds":["y"]})", "Failed to parse datastreamIds: ObjectId has an illegal value: y"},
        {R"({"label":"a","names":[1]})", "names must be a list of at most 2 strings"},
        {R"({"label":"a","expiration":"tomorrow"})", "expiration must be a time in RFC 3339"},
        {R"({"label":"a","lable":"b"})", "unknown or unchangeable member: lable"},
        {R"({"label":"a"})", ""},
    }));
    CHECK(fault(text) == message);
}

TEST_CASE("a body that is too deep is refused without recursion") {
    const std::string deep = "{\"a\":" + std::string(400'000, '[') + std::string(400'000, ']') + "}";
    CHECK(fault(deep) == "the body is nested too deeply, the limit is 100");
    CHECK_FALSE(form("/v1/users", deep).empty());
}

TEST_CASE("what is asked is the same in another order, and has no secrets") {
    CHECK(form("/v1/users", R"({"a":1,"b":2})") == form("/v1/users", R"({ "b": 2, "a": 1 })"));
    CHECK(form("/v1/users", R"({"a":1})") != form("/v1/users", R"({"a":2})"));
    CHECK(form("/v1/users?x=1", R"({"a":1})") != form("/v1/users?x=2", R"({"a":1})"));
    CHECK(form("/v1/users", R"({"a":1,"password":"p"})") == form("/v1/users", R"({"a":1})"));
    CHECK(form("/v1/users", R"({"a":{"secret":"s","b":[{"newPassword":"n"}]}})") == form("/v1/users", R"({"a":{"b":[{}]}})"));
    CHECK(form("/v1/users", "no JSON") == "\nno JSON");
}
