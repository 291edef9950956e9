#include <catch2/catch.hpp>

#include "collect_fixture.hpp"

using namespace gateway;
using domain::base::Error;
using domain::base::ErrorCode;

TEST_CASE_METHOD(CollectFixture, "an accepted request is one bundle in the log") {
    const auto response = post("/v1/http/first/example?env=prod&service_token=ds1:x", "{\"a\":1}\n{\"b\":2}",
                               {{"content-type", "application/x-ndjson; charset=utf-8"}, {"traceparent", "00-1-2-01"}});
    CHECK(response.status() == 200);
    CHECK(response.body() == R"({"ok":true})");
    REQUIRE(writer.headers.size() == 1);
    const auto& header = writer.headers[0];
    CHECK(writer.topic_name == "opalite.observations");
    CHECK(writer.last_key.empty());
    CHECK(writer.payloads[0] == "{\"a\":1}\n{\"b\":2}");
    CHECK(header.tenant.value() == "122");
    CHECK(header.datastream.value() == 41);
    CHECK(header.dataset.value() == 42);
    CHECK(header.token.value() == "ds1");
    CHECK(header.kind == "http");
    CHECK(header.bundle.value().size() == 26);
    CHECK(header.received_at == clock.now());
    CHECK(header.first_index == 0);
    CHECK(header.count == 2);
    CHECK(header.extra == R"({"path":"/first/example","env":"prod"})");
    CHECK(header.traceparent == "00-1-2-01");
}

TEST_CASE_METHOD(CollectFixture, "a large request is one bundle of several records") {
    std::string body;
    for (int i = 0; i < 30'000; ++i) body += "{\"number\":" + std::to_string(i) + ",\"text\":\"" + std::string(80, 'x') + "\"}\n";
    CHECK(post("/v1/http", body).status() == 200);
    CHECK(writer.calls == 1);
    REQUIRE(writer.headers.size() > 2);
    std::int64_t index = 0;
    for (const auto& header : writer.headers) {
        CHECK(header.bundle == writer.headers[0].bundle);
        CHECK(header.first_index == index);
        index += header.count;
    }
    CHECK(index == 30'000);
}

TEST_CASE_METHOD(CollectFixture, "the content type chooses the format") {
    struct Case {
        const char* target;
        const char* type;
        const char* body;
        int status;
        const char* answer;
        const char* payload;
    };
    const auto expected = GENERATE(values<Case>({
        {"/v1/http", "", "{}", 200, R"({"ok":true})", "{}"},
        {"/v1/http", "Application/JSON", "[{}]", 200, R"({"ok":true})", "{}"},
        {"/v1/http", "text/plain", "{}", 200, R"({"ok":true})", "{\"text\":\"{}\"}\n"},
        {"/v1/http", "text/csv", "a\n1\n", 200, R"({"ok":true})", "{\"a\":\"1\"}\n"},
        {"/v1/http/csv/file.csv", "application/x-www-form-urlencoded", "a\n1\n", 200, R"({"ok":"true"})", "{\"a\":\"1\"}\n"},
        {"/v1/http/csv/file.csv", "", "a\n1\n", 200, R"({"ok":"true"})", "{\"a\":\"1\"}\n"},
        {"/v1/http/csv/other", "", "{}", 200, R"({"ok":"true"})", "{}"},
        {"/v1/http", "application/xml", "<a>1</a>", 200, R"({"ok":true})", "{\"a\":\"1\"}\n"},
        {"/v1/http", "application/msgpack", "\x81\xa1\x61\x01", 200, R"({"ok":true})", "{\"a\":1}\n"},
        {"/v1/observations", "", "{}", 200, R"({"ok":true})", "{}"},
        {"/v1/observations/a/b", "application/json", "{}", 200, R"({"ok":true})", "{}"},
        {"/v1/http", "application/x-www-form-urlencoded", "{}", 415,
         R"({"ok":false,"message":"unsupported content type: application/x-www-form-urlencoded"})", nullptr},
        {"/v1/http", "image/png", "{}", 415, R"({"ok":false,"message":"unsupported content type: image/png"})", nullptr},
    }));
    http::HeaderList headers;
    if (*expected.type != '\0') headers.add("content-type", expected.type);
    const auto response = post(expected.target, expected.body, std::move(headers));
    CAPTURE(expected.target, expected.type);
    CHECK(response.status() == expected.status);
    CHECK(response.body() == expected.answer);
    if (expected.payload == nullptr) {
        CHECK(writer.calls == 0);
    } else {
        REQUIRE(writer.payloads.size() == 1);
        CHECK(writer.payloads[0] == expected.payload);
    }
}

TEST_CASE_METHOD(CollectFixture, "nothing to store is no reason to bother the log") {
    const auto* body = GENERATE("", "  \n", "[]");
    CHECK(post("/v1/http", body).body() == R"({"ok":true})");
    CHECK(writer.calls == 0);
}

TEST_CASE_METHOD(CollectFixture, "one malformed observation refuses all") {
    const auto response = post("/v1/http", "{\"a\":1}\n{\"b\":}\n{\"c\":3}");
    CHECK(response.status() == 400);
    CHECK(response.body() ==
          R"({"ok":false,"message":"malformed JSON at byte 14, line 2: expected a value, found \"}\""})");
    CHECK(writer.calls == 0);
}

TEST_CASE_METHOD(CollectFixture, "a header chooses another decoder for the content type") {
    struct Case {
        const char* decoder;
        const char* type;
        std::string body;
        int status;
        const char* result;  // the payload, or the message
    };
    const auto expected = GENERATE(values<Case>({
        {"nested", "application/json", R"({"metrics":[{"a":1}],"h":2})", 200, "{\"a\":1,\"h\":2}\n"},
        {"nested", "", R"({"metrics":[{"a":1}]})", 200, "{\"a\":1}\n"},
        {"Fluent", "application/msgpack", "\x92\x05\x80", 200, "{\"date\":5}\n"},
        {"fluent", "application/json", R"([{"date":1.5}])", 200, "{\"date\":1.5}"},
        {"fluent", "text/csv", "a", 415, "the content type does not fit x-observe-decoder: fluent"},
        {"other", "application/json", "{}", 400, "unsupported value of x-observe-decoder: other"},
    }));
    http::HeaderList headers{{"x-observe-decoder", expected.decoder}};
    if (*expected.type != '\0') headers.add("content-type", expected.type);
    const auto response = post("/v1/http", expected.body, std::move(headers));
    CAPTURE(expected.decoder, expected.type, response.body());
    CHECK(response.status() == expected.status);
    if (expected.status == 200) CHECK(writer.payloads.at(0) == expected.result);
    else CHECK(response.body().find(expected.result) != std::string::npos);
}

TEST_CASE_METHOD(CollectFixture, "an idempotency key chooses the partition and travels along") {
    CHECK(post("/v1/http", "{}", {{"Idempotency-Key", "retry-1"}}).status() == 200);
    CHECK(writer.last_key == "122/retry-1");
    CHECK(writer.headers.at(0).idempotency_key == "retry-1");
    CHECK(post("/v1/http", "{}", {{"Idempotency-Key", std::string(256, 'x')}}).status() == 400);
}

TEST_CASE_METHOD(CollectFixture, "a log that refuses is the client's cue to retry") {
    const auto [code, status] = GENERATE(table<ErrorCode, int>(
        {{ErrorCode::kResourceExhausted, 429}, {ErrorCode::kUnavailable, 503}, {ErrorCode::kTooLarge, 413}}));
    writer.failure = Error(code, "append queue is full");
    const auto response = post("/v1/http", "{}");
    CHECK(response.status() == status);
    CHECK(response.body() == R"({"ok":false,"message":"append queue is full"})");
    if (status != 413) CHECK(response.headers().back().first == "Retry-After");
}

TEST_CASE_METHOD(CollectFixture, "the collection host answers GET and refuses other methods") {
    CHECK(send(http::Method::kGet, "/", "").body().starts_with(R"({"ok":true,"message":")"));
    CHECK(send(http::Method::kHead, "/", "").status() == 200);
    CHECK(send(http::Method::kGet, "/v1/http", "").status() == 405);
    CHECK(send(http::Method::kGet, "/v1/http/a", "").status() == 405);
    CHECK(send(http::Method::kPost, "/v2/nothing", "").status() == 404);
}
