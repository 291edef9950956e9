#include <catch2/catch.hpp>

#include "decoding.hpp"

using gateway::collect::WireFormat;
using domain::base::ErrorCode;

TEST_CASE("the one array of an object is unrolled") {
    struct Case {
        std::string body;
        std::int64_t count;
        std::string payload;
    };
    const auto expected = GENERATE(values<Case>({
        {R"({"metrics":[{"a":1},{"b":2}]})", 2, "{\"a\":1}\n{\"b\":2}\n"},
        {R"({"host":"h","metrics":[{"a":1},{}],"n":{"x":[1]}})", 2,
         "{\"a\":1,\"host\":\"h\",\"n\":{\"x\":[1]}}\n{\"host\":\"h\",\"n\":{\"x\":[1]}}\n"},
        {R"({"a":"outer","metrics":[{"\u0061":1}]})", 1, "{\"\\u0061\":1}\n"},
        {R"({"m":[1,"x"],"h":2})", 2, "{\"m\":1,\"h\":2}\n{\"m\":\"x\",\"h\":2}\n"},
        {R"({"m":[]})", 0, ""},
        {R"({"a":1})", 1, "{\"a\":1}\n"},
        {R"({"a":[1],"b":[2]})", 1, "{\"a\":[1],\"b\":[2]}\n"},
        {"{\"m\":[{\"a\":1}]}\n {\"m\":[ { \"a\" : 2 } ]}\n", 2, "{\"a\":1}\n{ \"a\" : 2 }\n"},
    }));
    const Decoded decoded = decode(WireFormat::kNested, expected.body);
    CAPTURE(expected.body);
    CHECK(decoded.error.empty());
    CHECK(decoded.count == expected.count);
    CHECK(decoded.payload == expected.payload);
}

TEST_CASE("a fault in a wrapped batch has a place") {
    const auto [body, message] = GENERATE(table<std::string, std::string>({
        {"[1]", "malformed JSON at byte 1, line 1: expected an object, found \"[\""},
        {"{\"m\":[{}}", "malformed JSON at byte 9, line 1: expected something else, found \"}\""},
        {"{\"m\":[{},]}", "malformed JSON at byte 10, line 1: expected a value, found \"]\""},
        {"{\"m\":[1", "malformed JSON at byte 8, line 1: expected something else, found the end of the body"},
        {"{\"m\":\"\\ud800\"}", "malformed JSON at byte 7, line 1: unpaired surrogate in a string"},
        {"{\"m\":01}", "malformed JSON at byte 7, line 1: expected something else, found \"1\""},
        {"{\"m\":\"a\nb\"}", "malformed JSON at byte 8, line 1: control character in a string"},
        {"{\"m\":\xff}", "malformed JSON at byte 6, line 1: invalid UTF-8"},
        {"{\"m\":nul}", "malformed JSON at byte 6, line 1: expected a value, found \"n\""},
        {"{\"m\":1}{", "malformed JSON at byte 9, line 1: expected a string, found the end of the body"},
    }));
    const Decoded decoded = decode(WireFormat::kNested, body);
    CAPTURE(body);
    CHECK(decoded.error == message);
    CHECK(decoded.code == ErrorCode::kInvalidArgument);
}

TEST_CASE("a wrapped batch cannot grow without bound") {
    // 1 MB that is copied to each of 100,000 elements.
    std::string body = "{\"h\":\"" + std::string(1'000'000, 'x') + "\",\"m\":[{}";
    for (int i = 0; i < 100'000; ++i) body += ",{}";
    CHECK(decode(WireFormat::kNested, body + "]}").code == ErrorCode::kTooLarge);
    CHECK(decode(WireFormat::kNested, "{\"h\":\"" + std::string(5'000'000, 'x') + "\",\"m\":[{}]}").code == ErrorCode::kTooLarge);
    CHECK(decode(WireFormat::kNested, "{\"m\":" + std::string(200, '[')).error ==
          "malformed JSON at byte 105, line 1: nesting is too deep, the limit is 100");
}

TEST_CASE("a large wrapped batch is cut into parts") {
    std::string body = "{\"m\":[{\"n\":0}";
    for (int i = 1; i < 200'000; ++i) body += ",{\"n\":" + std::to_string(i) + "}";
    const Decoded decoded = decode(WireFormat::kNested, body + "],\"host\":\"a\"}");
    CHECK(decoded.error.empty());
    CHECK(decoded.count == 200'000);
    CHECK(decoded.counts.size() > 2);
    CHECK(decoded.payload.ends_with("{\"n\":199999,\"host\":\"a\"}\n"));
}
