#include <catch2/catch.hpp>

#include <string>

#include "gateway/http/chunked_decoder.hpp"

using gateway::http::ChunkedDecoder;
using Status = ChunkedDecoder::Status;

namespace {

/// Feeds `raw` in parts of `part` bytes, each decoded in place.
std::pair<Status, std::string> decode(std::string raw, std::size_t part, std::size_t* left = nullptr) {
    ChunkedDecoder decoder;
    std::string body;
    for (std::size_t at = 0; at < raw.size(); at += part) {
        const std::size_t size = std::min(part, raw.size() - at);
        const auto step = decoder.decode(raw.data() + at, raw.data() + at, size);
        body.append(raw.data() + at, step.produced);
        if (left != nullptr) *left = raw.size() - at - step.consumed;
        if (step.status != Status::kNeedMore) return {step.status, body};
    }
    return {Status::kNeedMore, body};
}

}  // namespace

TEST_CASE("chunks are joined however they arrive") {
    const std::size_t part = GENERATE(1, 2, 3, 7, 1000);
    const auto [status, body] = decode("5;name=\"v\"\r\nhello\r\n00A \r\n, world!!!\r\n0\r\nTrailer: x\r\nOther: y\r\n\r\n", part);
    CHECK(status == Status::kComplete);
    CHECK(body == "hello, world!!!");
}

TEST_CASE("what follows the last chunk stays") {
    std::size_t left = 0;
    CHECK(decode("1\r\na\r\n0\r\n\r\nGET / HTTP/1.1", 1000, &left).first == Status::kComplete);
    CHECK(left == 14);
}

TEST_CASE("malformed chunks are refused") {
    const auto* raw = GENERATE("\r\n", "x\r\n", "5\nhello", "5\r\nhelloX", "5\r\nhello\rX", "1\r\na\r\n0\r\n\rX",
                               "-1\r\n", "+1\r\n", "0x5\r\n", "1234567890123456\r\n", "5;a\nb\r\n", " 5\r\nhello");
    CAPTURE(raw);
    CHECK(decode(raw, 1000).first == Status::kMalformed);
    CHECK(decode(raw, 1).first == Status::kMalformed);
}

TEST_CASE("endless extensions and trailers are refused") {
    CHECK(decode("1;" + std::string(20000, 'a'), 100).first == Status::kMalformed);
    CHECK(decode("0\r\n" + std::string(20000, 'a'), 100).first == Status::kMalformed);
}
