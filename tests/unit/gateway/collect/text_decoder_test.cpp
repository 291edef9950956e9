#include <catch2/catch.hpp>

#include "decoding.hpp"

using gateway::collect::WireFormat;

TEST_CASE("each line is an observation") {
    struct Case {
        std::string body;
        std::int64_t count;
        std::string payload;
    };
    const auto expected = GENERATE(values<Case>({
        {"", 0, ""},
        {"\n\n", 0, ""},
        {"hello", 1, "{\"text\":\"hello\"}\n"},
        {"a\r\nb\n\nc", 3, "{\"text\":\"a\"}\n{\"text\":\"b\"}\n{\"text\":\"c\"}\n"},
        {"say \"hi\" \\ \t\x01\x1f", 1, "{\"text\":\"say \\\"hi\\\" \\\\ \\t\\u0001\\u001f\"}\n"},
        {"\xef\xbb\xbf\xc3\xa4\n", 1, "{\"text\":\"\xc3\xa4\"}\n"},
        {"{\"a\":1}", 1, "{\"text\":\"{\\\"a\\\":1}\"}\n"},
    }));
    const Decoded decoded = decode(WireFormat::kText, expected.body);
    CAPTURE(expected.body);
    CHECK(decoded.error.empty());
    CHECK(decoded.count == expected.count);
    CHECK(decoded.payload == expected.payload);
}

TEST_CASE("text that is not UTF-8 is refused with the place") {
    const Decoded decoded = decode(WireFormat::kText, "good\nb\xe4" "d\n");
    CHECK(decoded.error == "malformed text at byte 7, line 2: invalid UTF-8");
}

TEST_CASE("a line over the limit is refused, many lines are cut into parts") {
    CHECK(decode(WireFormat::kText, std::string(5'000'000, 'x')).code == domain::base::ErrorCode::kTooLarge);
    std::string lines;
    for (int i = 0; i < 100'000; ++i) lines += "line number " + std::to_string(i) + "\n";
    const Decoded decoded = decode(WireFormat::kText, lines);
    CHECK(decoded.count == 100'000);
    CHECK(decoded.counts.size() >= 2);
}
