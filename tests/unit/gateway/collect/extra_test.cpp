#include <catch2/catch.hpp>

#include "gateway/collect/extra.hpp"

using gateway::collect::make_extra;
using gateway::http::QueryParameter;

TEST_CASE("path and parameters become EXTRA") {
    CHECK(make_extra("", {}).value() == "{}");
    CHECK(make_extra("/a/b", {}).value() == R"({"path":"/a/b"})");
    CHECK(make_extra("/a", {{"env", "prod"}, {"n", "1"}}).value() == R"({"path":"/a","env":"prod","n":"1"})");
    CHECK(make_extra("", {{"a", "1"}, {"b", "2"}, {"a", "3"}}).value() == R"({"b":"2","a":"3"})");
    CHECK(make_extra("", {{"service_token", "ds1:x"}, {"a", ""}}).value() == R"({"a":""})");
    CHECK(make_extra("/x", {{"path", "y"}}).value() == R"({"path":"/x"})");
    CHECK(make_extra("", {{"path", "y"}}).value() == R"({"path":"y"})");
    CHECK(make_extra("/\"\n", {{"\\", "\t"}}).value() == R"({"path":"/\"\n","\\":"\t"})");
}

TEST_CASE("tags are bounded") {
    const auto extra = make_extra("", {{"a", std::string(70'000, 'x')}});
    REQUIRE_FALSE(extra.has_value());
    CHECK(extra.error().code() == domain::base::ErrorCode::kTooLarge);
}
