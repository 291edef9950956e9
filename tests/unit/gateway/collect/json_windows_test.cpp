#include <catch2/catch.hpp>

#include "decoding.hpp"

using gateway::collect::WireFormat;
using domain::base::limits::kKiB;
using domain::base::limits::kMiB;

namespace {

/// Objects of many shapes, `total` bytes in all, with `separator` between them.
std::string objects(std::size_t total, std::string_view separator, std::int64_t& count) {
    std::string body;
    count = 0;
    for (std::size_t i = 0; body.size() < total; ++i) {
        if (i > 0) body += separator;
        body += "{\"n\":" + std::to_string(i * i) + ",\"s\":\"" + std::string(i * 37 % 211, 'x') +
                "\\\"\\\\ \xc3\xa4\xf0\x9f\x98\x80 [{,:\",\"t\":[true,null,-1.5e7,{\"deep\":[[]]}]}";
        ++count;
    }
    return body;
}

std::string squeezed(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view(" \r\n,").find(c) == std::string_view::npos) out += c;
    }
    return out;
}

}  // namespace

TEST_CASE("bodies of many windows come out as they went in") {
    const auto* separator = GENERATE("\n", " ", "\r\n  ");
    std::int64_t count = 0;
    const std::string body = objects(9 * kMiB, separator, count);
    const Decoded decoded = decode(WireFormat::kJson, body);
    CHECK(decoded.error.empty());
    CHECK(decoded.count == count);
    CHECK((squeezed(decoded.payload) == squeezed(body)));  // too long to be printed
    CHECK(decoded.counts.size() >= 8);
    CHECK(decoded.counts.size() <= 10);
}

TEST_CASE("a large array on one line is unrolled in place") {
    std::int64_t count = 0;
    const std::string body = objects(9 * kMiB, ",", count);
    const Decoded decoded = decode(WireFormat::kJson, "[" + body + "]");
    CHECK(decoded.error.empty());
    CHECK(decoded.count == count);
    CHECK((squeezed(decoded.payload) == squeezed(body)));  // too long to be printed
}

TEST_CASE("a window may end anywhere") {
    // One long line whose tokens shift over the end of the first window, byte by byte.
    for (std::size_t shift = 0; shift < 60; ++shift) {
        std::string body = "{\"a\":\"" + std::string(kMiB - 40 + shift, 'x') +
                           "\\u00e4\xf0\x9f\x98\x80\\\\\",\"b\":[12345,true,-1.5e3,\"\\\"\"],\"c\":null}{\"d\":1}" +
                           std::string(kMiB, ' ') + "{}";
        const Decoded decoded = decode(WireFormat::kJson, body);
        if (decoded.error != "" || decoded.count != 3) FAIL_CHECK(shift << ": " << decoded.error);
    }
}

TEST_CASE("faults are found in every window") {
    std::int64_t count = 0;
    const auto* separator = GENERATE("\n", " ");
    const std::string good = objects(3 * kMiB, separator, count);
    for (const std::size_t place : {kMiB - 1, kMiB, kMiB + 1, 2 * kMiB + 12345}) {
        // The next end of an object near the place.
        const std::size_t at = good.find("}]}", place) + 3;
        for (const char* bad : {" x", " \"abc", " {\"a\":\"\xff\"}", " {\"a\":\"\x01\"}", " }", " {\"a\" 1}", " {\"a\":\"\\q\"}"}) {
            const Decoded decoded = decode(WireFormat::kJson, good.substr(0, at) + bad + good.substr(at));
            CAPTURE(bad, decoded.error);
            CHECK(decoded.error.starts_with("malformed JSON at byte "));
            const std::size_t reported = std::stoul(decoded.error.substr(23));
            // An unclosed string shifts all quotes behind it: the fault shows a little later.
            CHECK(reported > at);
            CHECK(reported < at + 2000);
        }
    }
}

TEST_CASE("observations larger than a window are found between small ones") {
    const std::string large = "{\"a\":\"" + std::string(3 * kMiB, 'y') + "\",\"b\":[" + std::string(500 * kKiB, ' ') + "1]}";
    const auto* separator = GENERATE("\n", " ", ",");
    std::string body = "{\"first\":1}";
    for (int i = 0; i < 3; ++i) body += separator + large + separator + "{}";
    if (*separator == ',') body = "[" + body + "]";
    const Decoded decoded = decode(WireFormat::kJson, body);
    CHECK(decoded.error.empty());
    CHECK(decoded.count == 7);
}

TEST_CASE("a part never exceeds its target by more than one observation") {
    std::int64_t count = 0;
    const std::string body = objects(5 * kMiB, "\n", count);
    gateway::http::Slab slab = gateway::http::Slab::of(body);
    gateway::http::SlabPool pool;
    gateway::collect::PayloadBuilder builder(slab, pool);
    const auto decoder = gateway::collect::make_decoder(WireFormat::kJson, slab, builder);
    while (!decoder->step().value()) {
    }
    const auto parts = builder.finish().value();
    for (const auto& part : parts) {
        CHECK(part.bytes.size() < kMiB + kKiB);
        CHECK(part.bytes.view().front() == '{');
        CHECK(part.bytes.view().back() == '}');
    }
}
