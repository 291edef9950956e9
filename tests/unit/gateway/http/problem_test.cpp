#include <catch2/catch.hpp>

#include "gateway/http/problem.hpp"

using namespace gateway::http;
using domain::base::Error;
using domain::base::ErrorCode;

namespace {

std::string header(const Response& response, std::string_view name) {
    for (const auto& [known, value] : response.headers()) {
        if (known == name) return value;
    }
    return {};
}

}  // namespace

TEST_CASE("an error is one line of JSON with its status") {
    const auto [code, status] = GENERATE(table<ErrorCode, int>({
        {ErrorCode::kInvalidArgument, 400}, {ErrorCode::kUnauthenticated, 401}, {ErrorCode::kPermissionDenied, 403},
        {ErrorCode::kNotFound, 404}, {ErrorCode::kConflict, 409}, {ErrorCode::kTooLarge, 413},
        {ErrorCode::kUnsupportedMedia, 415}, {ErrorCode::kResourceExhausted, 429}, {ErrorCode::kInternal, 500},
        {ErrorCode::kUnavailable, 503}, {ErrorCode::kDeadlineExceeded, 504},
    }));
    const Response response = problem(Error(code, "a \"b\"\n\x01\\"));
    CHECK(response.status() == status);
    CHECK(header(response, "Content-Type") == "application/json");
    const char* message = code == ErrorCode::kInternal ? "internal error" : R"(a \"b\"\n\u0001\\)";
    CHECK(response.body() == R"({"ok":false,"message":")" + std::string(message) + "\"}");
    CHECK(header(response, "Retry-After").empty() == (status != 429 && status != 503));
    CHECK(header(response, "WWW-Authenticate").empty() == (status != 401));
}

TEST_CASE("invalid UTF-8 never leaves") {
    std::string out;
    append_json_string(out, "a\xff\xc3\xa4\xc3");
    CHECK(out == "\"a\xef\xbf\xbd\xc3\xa4\xef\xbf\xbd\"");
}

TEST_CASE("405 names what the path has") {
    const Response response = method_not_allowed("GET, HEAD");
    CHECK(response.status() == 405);
    CHECK(header(response, "Allow") == "GET, HEAD");
}

TEST_CASE("a header value cannot break out of its line") {
    Response response(200);
    response.add_header("X-A", "a\r\nSet-Cookie: b");
    CHECK(response.headers().back().second == "a  Set-Cookie: b");
}
