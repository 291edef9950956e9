#include <catch2/catch.hpp>

#include "collect_fixture.hpp"

using namespace gateway;
using domain::base::Error;
using domain::base::ErrorCode;

namespace {

/// LogRecord.severity_text = "a" in one scope of one resource.
const std::string kLogs("\x0a\x07\x12\x05\x12\x03\x1a\x01" "a", 9);
constexpr std::string_view kLogsJson = R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"severityText":"a"}]}]}]})";
constexpr std::string_view kStored = "{\"logs\":{\"severity_text\":\"a\"}}\n";

std::string content_type(const http::Response& response) {
    for (const auto& [name, value] : response.headers()) {
        if (name == "Content-Type") return value;
    }
    return {};
}

}  // namespace

TEST_CASE_METHOD(CollectFixture, "OTLP is answered in the type of the request") {
    struct Case {
        const char* path;
        const char* type;
        std::string body;
        const char* answer_type;
        const char* answer;
        const char* kind;
    };
    const auto expected = GENERATE(values<Case>({
        {"/v2/otel/v1/logs", "application/x-protobuf", kLogs, "application/x-protobuf", "", "otellogs"},
        {"/v1/otel/v1/logs", "application/x-protobuf", kLogs, "application/x-protobuf", "", "otellogs"},
        {"/v2/otel/v1/logs", "application/json; charset=utf-8", std::string(kLogsJson), "application/json", "{}", "otellogs"},
        {"/v1/kubernetes/v1/entity", "application/x-protobuf", kLogs, "application/x-protobuf", "", "entity"},
    }));
    const auto response = post(std::string(expected.path) + "?env=prod", expected.body, {{"content-type", expected.type}});
    CAPTURE(expected.path, expected.type);
    CHECK(response.status() == 200);
    CHECK(response.body() == expected.answer);
    CHECK(content_type(response) == expected.answer_type);
    CHECK(writer.payloads.at(0) == kStored);
    CHECK(writer.headers.at(0).kind == expected.kind);
    CHECK(writer.headers.at(0).extra == R"({"env":"prod"})");
}

TEST_CASE_METHOD(CollectFixture, "metrics and traces have kinds of their own") {
    CHECK(post("/v2/otel/v1/metrics", R"({"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"gauge":{"dataPoints":[{}]}}]}]}]})",
               {{"content-type", "application/json"}}).status() == 200);
    CHECK(post("/v2/otel/v1/traces", R"({"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a"}]}]}]})",
               {{"content-type", "application/json"}}).status() == 200);
    CHECK(writer.headers.at(0).kind == "otelmetrics");
    CHECK(writer.headers.at(1).kind == "oteltraces");
}

TEST_CASE_METHOD(CollectFixture, "what can never succeed gets a google.rpc.Status") {
    const auto json = post("/v2/otel/v1/logs", "{]", {{"content-type", "application/json"}});
    CHECK(json.status() == 400);
    CHECK(json.body() == R"({"code":3,"message":"malformed JSON at byte 2, line 1: expected a string, found \"]\""})");
    const auto protobuf = post("/v2/otel/v1/logs", "\x0a", {{"content-type", "application/x-protobuf"}});
    CHECK(protobuf.status() == 400);
    CHECK(content_type(protobuf) == "application/x-protobuf");
    CHECK(protobuf.body() == "\x08\x03\x12\x1cmalformed protobuf at byte 1");
    CHECK(post("/v2/otel/v1/logs", "{}").status() == 415);
    CHECK(post("/v2/otel/v1/logs", "x", {{"content-type", "text/plain"}}).status() == 415);
    CHECK(send(http::Method::kGet, "/v2/otel/v1/logs", "").status() == 405);
    CHECK(writer.calls == 0);
}

TEST_CASE_METHOD(CollectFixture, "what is too large is named in a partial success") {
    const std::string body = R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[{"severityText":")" + std::string(1'100'000, 'x') +
                             R"("},{"severityText":"a"}]}]}]})";
    const auto response = post("/v2/otel/v1/logs", body, {{"content-type", "application/json"}});
    CHECK(response.status() == 200);
    CHECK(response.body() ==
          R"({"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"larger than 1048576 bytes with its resource"}})");
    CHECK(writer.payloads.at(0) == kStored);
}

namespace {

/// "OTLP/HTTP response", specification 1.x: these are to be sent again, no others.
bool exporter_retries(int status) { return status == 429 || status == 502 || status == 503 || status == 504; }

std::string header(const http::Response& response, std::string_view wanted) {
    for (const auto& [name, value] : response.headers()) {
        if (name == wanted) return value;
    }
    return {};
}

}  // namespace

TEST_CASE_METHOD(CollectFixture, "what passes is sent again by an exporter, what never succeeds is not") {
    struct Case {
        ErrorCode failure;  // of the log
        int status;
        bool retried;
        const char* retry_after;
    };
    const auto expected = GENERATE(values<Case>({
        {ErrorCode::kResourceExhausted, 429, true, "1"},  // its queue is full
        {ErrorCode::kUnavailable, 503, true, "5"},        // it does not confirm
        {ErrorCode::kDeadlineExceeded, 504, true, ""},
        {ErrorCode::kTooLarge, 413, false, ""},
        {ErrorCode::kInternal, 500, false, ""},
    }));
    writer.failure = Error(expected.failure, "reason");
    for (const char* path : {"/v2/otel/v1/logs", "/v1/kubernetes/v1/entity"}) {
        const auto response = post(path, kLogs, {{"content-type", "application/x-protobuf"}});
        CHECK(response.status() == expected.status);
        CHECK(exporter_retries(response.status()) == expected.retried);
        CHECK(header(response, "Retry-After") == expected.retry_after);
    }
}

TEST_CASE_METHOD(CollectFixture, "a sender over its rate is told so by every endpoint, and when to come again") {
    authenticator.rates.token.observations_per_minute = 60;
    const auto first = post("/v1/http", R"([{"n":1},{"n":2}])", {{"content-type", "application/json"}});
    CHECK(first.status() == 200);
    const std::string many(200, ' ');
    authenticator.rates.token.bytes_per_minute = 100;
    CHECK(post("/v1/http", "{}" + many, {{"content-type", "application/json"}}).status() == 200);
    const int stored = writer.calls;
    struct Target {
        const char* path;
        const char* type;
    };
    for (const Target target : {Target{"/v1/http", "application/json"}, Target{"/v1/observations/x", "text/csv"},
                                Target{"/v2/otel/v1/logs", "application/x-protobuf"}, Target{"/v1/otel/v1/traces", "application/json"},
                                Target{"/v1/elastic/_bulk", "application/x-ndjson"}, Target{"/v1/kinesis", "application/json"}}) {
        CAPTURE(target.path);
        const auto response = post(target.path, "{}", {{"content-type", target.type}});
        CHECK(response.status() == 429);
        CHECK(header(response, "Retry-After") == "63");
        CHECK(response.body().find("the ingest token is over its rate limit in bytes per minute: 100") != std::string::npos);
    }
    CHECK(writer.calls == stored);
}
