#include <catch2/catch.hpp>

#include "gateway/http/request.hpp"

using namespace gateway::http;

TEST_CASE("a target becomes a path and parameters") {
    struct Case {
        const char* target;
        const char* path;
        std::size_t segments;
    };
    const auto expected = GENERATE(values<Case>({
        {"/", "/", 0},
        {"//", "/", 0},
        {"/v1/http", "/v1/http", 2},
        {"//v1//http///a", "/v1/http/a", 3},
        {"/v1/document/", "/v1/document/", 2},
        {"/a%20b/%C3%A4", "/a b/\xc3\xa4", 2},
        {"/a%2Fb", "/a/b", 1},
        {"/a?x=/y", "/a", 1},
        {"/a+b", "/a+b", 1},
        {"http://host:80/v1/x?y", "/v1/x", 2},
        {"http://host", "/", 0},
    }));
    const auto request = Request::make(Method::kGet, expected.target, {});
    CAPTURE(expected.target);
    REQUIRE(request.has_value());
    CHECK(request->path() == expected.path);
    CHECK(request->segments().size() == expected.segments);
}

TEST_CASE("query parameters are decoded in order and the last repeat counts") {
    const auto request = Request::make(Method::kPost, "/v1/http?a=1&b=x%26y+z&&a=2&empty&%C3%BC=%3D=", {}).value();
    REQUIRE(request.query().size() == 5);
    CHECK(request.query()[0].name == "a");
    CHECK(request.query()[1].value == "x&y z");
    CHECK(request.query()[3].name == "empty");
    CHECK(request.query()[3].value.empty());
    CHECK(request.query()[4].name == "\xc3\xbc");
    CHECK(request.query()[4].value == "==");
    CHECK(request.parameter("a") == "2");
    CHECK_FALSE(request.parameter("c").has_value());
}

TEST_CASE("a target that cannot be decoded is refused") {
    const auto* target = GENERATE("/%", "/%4", "/%zz", "/%ff", "/a?b=%f0%28", "*", "", "host:443", "/a?%e4=1");
    CAPTURE(target);
    const auto request = Request::make(Method::kGet, target, {});
    REQUIRE_FALSE(request.has_value());
    CHECK(request.error().code() == domain::base::ErrorCode::kInvalidArgument);
}

TEST_CASE("headers are found in any case") {
    const auto request = Request::make(Method::kPost, "/", {{"Host", "122.collect.localhost"},
                                                            {"content-TYPE", " Text/CSV ; charset=utf-8"},
                                                            {"X-Twice", "one"},
                                                            {"x-twice", "two"}})
                             .value();
    CHECK(request.header("x-TWICE") == "one");
    CHECK(request.headers().count("X-Twice") == 2);
    CHECK_FALSE(request.has_header("x-none"));
    CHECK(request.media_type() == "text/csv");
    CHECK(request.host().collection);
}
