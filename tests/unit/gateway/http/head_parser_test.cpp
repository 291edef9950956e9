#include <catch2/catch.hpp>

#include <string>

#include "gateway/http/head_parser.hpp"

using namespace gateway::http;
using HeadStatus = HeadParser::Status;

namespace {

HeadStatus parse(HeadParser& parser, std::string bytes, std::size_t part) {
    std::string pending;
    HeadStatus status = HeadStatus::kNeedMore;
    for (std::size_t at = 0; at < bytes.size() && status == HeadStatus::kNeedMore; at += part) {
        pending += bytes.substr(at, part);
        std::size_t consumed = 0;
        status = parser.parse(pending, consumed);
        pending.erase(0, consumed);
    }
    return status;
}

}  // namespace

TEST_CASE("a head is read however it arrives") {
    const std::size_t part = GENERATE(1, 3, 40, 1000);
    HeadParser parser(8192);
    const HeadStatus status = parse(parser,
                                "POST /v1/http?a=b HTTP/1.1\r\nHost: 122.collect.localhost\r\nContent-Length: 12\r\n"
                                "Expect: 100-Continue\r\nX-Empty:\r\n\r\nbody",
                                part);
    CHECK(status == HeadStatus::kComplete);
    CHECK(parser.head().method == Method::kPost);
    CHECK(parser.head().target == "/v1/http?a=b");
    CHECK(parser.head().content_length == 12U);
    CHECK(parser.head().expects_continue);
    CHECK(parser.head().keep_alive);
    CHECK_FALSE(parser.head().chunked);
    CHECK(parser.head().headers.find("host") == "122.collect.localhost");
    CHECK(parser.head().headers.contains("x-empty"));
}

TEST_CASE("an ambiguous or broken head is refused") {
    const auto* head = GENERATE(
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nBad Name: a\r\n\r\n",
        "GET / HTTP/1.1\r\nName : a\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\x01\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET / HTTP/3.0\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 TLS on the plain port\r\n\r\n");
    CAPTURE(head);
    HeadParser parser(8192);
    CHECK(parse(parser, head, 1000) == HeadStatus::kMalformed);
    CHECK_FALSE(parser.fault().empty());
}

TEST_CASE("a head over the limit is refused while it arrives") {
    HeadParser in_headers(1024);
    CHECK(parse(in_headers, "GET / HTTP/1.1\r\nA: " + std::string(4000, 'x'), 100) == HeadStatus::kTooLarge);
    HeadParser in_target(1024);
    CHECK(parse(in_target, "GET /" + std::string(4000, 'x'), 100) == HeadStatus::kTooLarge);
}

TEST_CASE("HTTP/1.0 closes unless asked otherwise") {
    HeadParser parser(1024);
    CHECK(parse(parser, "GET / HTTP/1.0\r\n\r\n", 100) == HeadStatus::kComplete);
    CHECK_FALSE(parser.head().keep_alive);
    CHECK(parser.head().version == 10);
}
