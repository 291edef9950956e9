// Elasticsearch's bulk API and Amazon Data Firehose.
#include <catch2/catch.hpp>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "collect_fixture.hpp"
#include "gateway/http/gzip_encoder.hpp"

using namespace gateway;

namespace {

std::string base64(std::string_view bytes) {
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned bits = 0;
        for (std::size_t j = 0; j < 3; ++j) bits = bits << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j) out += i + j > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * j) & 63];
    }
    return out;
}

std::string gzip(std::string_view text) {
    std::string out;
    http::GzipEncoder encoder;
    encoder.encode(text, true, out);
    return out;
}

std::string delivery(const std::vector<std::string>& records) {
    nlohmann::json body{{"requestId", "r1"}, {"timestamp", 1}, {"records", nlohmann::json::array()}};
    for (const std::string& record : records) body["records"].push_back({{"data", base64(record)}});
    return body.dump();
}

}  // namespace

TEST_CASE_METHOD(CollectFixture, "documents of the bulk API become observations with their index") {
    const auto response = post("/v1/elastic/_bulk?env=prod",
                               "{\"index\":{\"_index\":\"logs\",\"_id\":\"7\",\"x\":1}}\n{\"a\": 1}\n"
                               "{\"update\":{\"_id\":\"7\"}}\n{\"doc\":{}}\n{\"delete\":{\"_index\":\"logs\"}}\n{\"create\":{}}\n{\"b\":[2]}\n",
                               {{"content-type", "application/x-ndjson"}});
    CHECK(response.status() == 200);
    const auto answer = nlohmann::json::parse(response.body());
    CHECK(answer["errors"] == false);
    CHECK(answer["items"] == nlohmann::json::parse(R"([{"index":{"_index":"logs","_id":"7","result":"created","status":201}},
        {"update":{"_id":"7","result":"noop","status":200}},{"delete":{"_index":"logs","result":"noop","status":200}},
        {"create":{"result":"created","status":201}}])"));
    REQUIRE(writer.payloads.size() == 1);
    CHECK(writer.headers[0].kind == "elastic");
    CHECK(writer.headers[0].pairs);
    CHECK(writer.headers[0].count == 2);
    CHECK(writer.payloads[0] == "{\"_index\":\"logs\",\"_id\":\"7\",\"env\":\"prod\"}\n{\"a\": 1}\n{\"env\":\"prod\"}\n{\"b\":[2]}\n");
}

TEST_CASE_METHOD(CollectFixture, "a malformed bulk request is refused whole") {
    const auto [body, message] = GENERATE(table<std::string, std::string>({
        {"{\"index\":{}}\n", "expected a document, found the end of the body"},
        {"{\"index\":{}}\n{\"a\":1}\n{\"index\":{}}\n[1]\n", "expected a document, found \\\"[\\\""},
        {"{\"other\":{}}\n", "unknown action, there are index, create, update and delete: other"},
        {"{}\n", "expected an action"},
        {"{\"index\":{},\"create\":{}}\n{}", "expected one action"},
        {"{\"index\":{}}\n{\"a\":}", "expected a value, found \\\"}\\\""},
    }));
    const auto response = post("/v1/elastic/_bulk", body, {{"content-type", "application/json"}});
    CAPTURE(body, response.body());
    CHECK(response.status() == 400);
    CHECK(response.body().find(message) != std::string::npos);
    CHECK(writer.calls == 0);
}

TEST_CASE_METHOD(CollectFixture, "clients of Elasticsearch learn the version and the product") {
    const auto response = send(http::Method::kGet, "/v1/elastic", "");
    CHECK(response.status() == 200);
    const auto cluster = nlohmann::json::parse(response.body());
    CHECK(cluster["version"]["number"].get<std::string>().starts_with("7.17."));
    CHECK(cluster["version"]["build_flavor"] == "default");
    CHECK(cluster["tagline"] == "You Know, for Search");
    CHECK(send(http::Method::kGet, "/v1/elastic/", "").body() == response.body());
    CHECK(send(http::Method::kHead, "/v1/elastic", "").status() == 200);
    const http::Response::Header product{"X-Elastic-Product", "Elasticsearch"};
    const auto names_it = [&](const http::Response& answer) {
        return std::find(answer.headers().begin(), answer.headers().end(), product) != answer.headers().end();
    };
    CHECK(names_it(response));
    CHECK(names_it(post("/v1/elastic/_bulk", "{\"index\":{}}\n{}\n", {{"content-type", "application/json"}})));
    CHECK(names_it(send(http::Method::kHead, "/v1/elastic/_template/any", "")));
}

TEST_CASE_METHOD(CollectFixture, "a bulk request is NDJSON, with the vendor's prefix or without") {
    const auto [type, status] = GENERATE(table<std::string, int>({
        {"application/x-ndjson", 200},
        {"application/json", 200},
        {"application/vnd.elasticsearch+x-ndjson; compatible-with=8", 200},
        {"application/vnd.elasticsearch+json", 200},
        {"application/vnd.elasticsearch+smile", 415},
        {"application/xml", 415},
        {"text/plain", 415},
    }));
    CAPTURE(type);
    CHECK(post("/v1/elastic/_bulk", "{\"index\":{}}\n{\"a\":1}\n", {{"content-type", type}}).status() == status);
}

TEST_CASE_METHOD(CollectFixture, "templates are there, xpack is not") {
    CHECK(send(http::Method::kHead, "/v1/elastic/_template/any", "").status() == 200);
    CHECK(send(http::Method::kGet, "/v1/elastic/_xpack", "").status() == 400);
    CHECK(send(http::Method::kGet, "/v1/elastic/_xpack/license", "").status() == 400);
    CHECK(send(http::Method::kPut, "/v1/elastic/_bulk", "").status() == 200);
    CHECK(post("/v1/elastic/logs/_bulk", "").status() == 404);
}

TEST_CASE_METHOD(CollectFixture, "records of Firehose become observations") {
    const auto response = post("/v1/kinesis?env=prod",
                               delivery({"{\"a\":1}{\"b\":2}\n", gzip("[{\"c\":3},4]"), "plain text", "", "{broken", "\xff[1]"}),
                               {{"x-amz-firehose-common-attributes", R"({"commonAttributes":{"stream":"s"}})"}});
    CHECK(response.status() == 200);
    CHECK(response.body() == R"({"requestId":"r1","timestamp":1700000000123})");
    CHECK(writer.headers.at(0).kind == "kinesis");
    CHECK(writer.headers.at(0).extra == R"({"env":"prod","stream":"s"})");
    CHECK(writer.payloads.at(0) == "{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n{\"text\":\"4\"}\n{\"text\":\"plain text\"}\n"
                                   "{\"text\":\"{broken\"}\n{\"text\":\"\xef\xbf\xbd[1]\"}\n");
}

TEST_CASE_METHOD(CollectFixture, "a record has the limit of an observation") {
    CHECK(post("/v1/kinesis", delivery({gzip(std::string(4'200'000, '\1'))})).status() == 413);
    CHECK(post("/v1/kinesis", delivery({gzip(std::string(30'000'000, ' ')), gzip(std::string(30'000'000, ' '))})).status() == 413);
    CHECK(writer.calls == 0);
}

TEST_CASE_METHOD(CollectFixture, "what is no delivery is answered in Firehose's shape") {
    const auto [body, message] = GENERATE(table<std::string, std::string>({
        {"", "malformed JSON at byte 1, line 1: expected an object, found the end of the body"},
        {R"({"requestId":"r1","records":[{"data":"*"}]})", "malformed JSON at byte 38, line 1: expected base64"},
        {R"({"requestId":"r1","records":[{"data":"H4s="}]})", "body is not valid gzip: it is cut short"},
        {R"({"requestId":"r1"} 1)", "malformed JSON at byte 20, line 1: text after the end of the request"},
    }));
    const auto response = post("/v1/kinesis", body, {{"x-amz-firehose-request-id", "r1"}});
    CHECK(response.status() == 400);
    CHECK(nlohmann::json::parse(response.body()) == nlohmann::json{{"requestId", "r1"}, {"timestamp", 1700000000123}, {"errorMessage", message}});
    CHECK(writer.calls == 0);
}
