#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "decoding.hpp"

using gateway::collect::WireFormat;
using domain::base::ErrorCode;

namespace {

/// Another implementation's encoding.
std::string pack(const nlohmann::json& value) {
    const auto bytes = nlohmann::json::to_msgpack(value);
    return {bytes.begin(), bytes.end()};
}

std::string from_hex(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

}  // namespace

TEST_CASE("each MessagePack value is an observation") {
    struct Case {
        std::string hex;
        std::int64_t count;
        std::string payload;
    };
    const auto expected = GENERATE(values<Case>({
        {"80", 1, "{}\n"},
        {"90", 0, ""},
        {"81a16101", 1, "{\"a\":1}\n"},
        {"9281a1610181a162c3", 2, "{\"a\":1}\n{\"b\":true}\n"},
        {"81a1610181a162c2", 2, "{\"a\":1}\n{\"b\":false}\n"},
        {"a26869", 1, "{\"text\":\"hi\"}\n"},
        {"93c007a178", 3, "{\"text\":\"null\"}\n{\"text\":\"7\"}\n{\"text\":\"x\"}\n"},
        {"9192a16101", 1, "{\"text\":\"[\\\"a\\\",1]\"}\n"},
        {"81a161cf8000000000000000", 1, "{\"a\":9223372036854775808}\n"},
        {"81a161d38000000000000000", 1, "{\"a\":-9223372036854775808}\n"},
        {"81a161d0ff", 1, "{\"a\":-1}\n"},
        {"81a161e0", 1, "{\"a\":-32}\n"},
        {"81a161cb3ff8000000000000", 1, "{\"a\":1.5}\n"},
        {"81a161ca3fc00000", 1, "{\"a\":1.5}\n"},
        {"81a161cb7ff8000000000000", 1, "{\"a\":\"NaN\"}\n"},
        {"81a161cafF800000", 1, "{\"a\":\"-Infinity\"}\n"},
        {"81a161c403000102", 1, "{\"a\":\"AAEC\"}\n"},
        {"81a161a2ff22", 1, "{\"a\":\"\xef\xbf\xbd\\\"\"}\n"},
        {"8101c0", 1, "{\"1\":null}\n"},
        {"81c303", 1, "{\"true\":3}\n"},
        {"81a161d6ff65000000", 1, "{\"a\":1694498816}\n"},
        {"81a161c70cff1dcd6500ffffffffffffffff", 1, "{\"a\":-0.5}\n"},
        {"81a161d40501", 1, "{\"a\":{\"type\":5,\"data\":\"AQ==\"}}\n"},
    }));
    const Decoded decoded = decode(WireFormat::kMsgpack, from_hex(expected.hex));
    CAPTURE(expected.hex);
    CHECK(decoded.error.empty());
    CHECK(decoded.count == expected.count);
    CHECK(decoded.payload == expected.payload);
}

TEST_CASE("values survive the way of another implementation") {
    const nlohmann::json value = nlohmann::json::parse(
        R"({"unicode":"ä\u0000😀","deep":[[[{"a":[1,2.25,null,true]}]]],"edges":[-128,-129,255,256,65536,-2147483649,9223372036854775807,18446744073709551615],
            "long":")" + std::string(70'000, 'x') + R"(","empty":{},"none":[]})");
    const Decoded decoded = decode(WireFormat::kMsgpack, pack(nlohmann::json::array({value, value})));
    REQUIRE(decoded.error.empty());
    CHECK(decoded.count == 2);
    CHECK(nlohmann::json::parse(decoded.payload.substr(0, decoded.payload.find('\n'))) == value);
}

TEST_CASE("Fluent Bit's events carry their time") {
    struct Case {
        std::string hex;
        std::string payload;
    };
    const std::string event_time = "d7006500000007735940";  // 1694498816.125
    const auto expected = GENERATE_COPY(values<Case>({
        {"92" + event_time + "81a16101", "{\"a\":1,\"date\":1694498816.125}\n"},
        {"9292" + event_time + "8081a16101", "{\"a\":1,\"date\":1694498816.125}\n"},
        {"9292" + event_time + "81a16b0281a16101", "{\"a\":1,\"date\":1694498816.125,\"metadata\":{\"k\":2}}\n"},
        {"92" + event_time + "80", "{\"date\":1694498816.125}\n"},
        {"920581a4646174650a", "{\"date\":10}\n"},
        {"92cb3ff80000000000008092" + event_time + "80", "{\"date\":1.5}\n{\"date\":1694498816.125}\n"},
        {"9292058092068092079292", ""},
        {"929205809206" "80", "{\"date\":5}\n{\"date\":6}\n"},
        {"93920580920680920780", "{\"date\":5}\n{\"date\":6}\n{\"date\":7}\n"},
        {"9292d700ffffffff000000008080" "920580" "9292d700fffffffe000000008080", "{\"date\":5}\n"},
    }));
    const Decoded decoded = decode(WireFormat::kFluent, from_hex(expected.hex));
    CAPTURE(expected.hex);
    CHECK(decoded.error.empty() == !expected.payload.empty());
    CHECK(decoded.payload == expected.payload);
}

TEST_CASE("a fault in MessagePack has a place") {
    const auto [format, hex, message] = GENERATE(table<WireFormat, std::string, std::string>({
        {WireFormat::kMsgpack, "82a16101", "malformed MessagePack at byte 5: the body ends inside a value"},
        {WireFormat::kMsgpack, "8192010203", "malformed MessagePack at byte 2: a key is an array or a map"},
        {WireFormat::kMsgpack, "81818101020304", "malformed MessagePack at byte 2: a key is an array or a map"},
        {WireFormat::kMsgpack, "c1", "malformed MessagePack at byte 1: no value begins with 0xc1"},
        {WireFormat::kMsgpack, "80dbffffffff", "malformed MessagePack at byte 2: the body ends inside a value"},
        {WireFormat::kMsgpack, "80ddffffffff", "malformed MessagePack at byte 7: the body ends inside a value"},
        {WireFormat::kFluent, "80", "malformed MessagePack at byte 1: expected an event: [timestamp, record]"},
        {WireFormat::kFluent, "92a16180", "malformed MessagePack at byte 2: expected a timestamp"},
        {WireFormat::kFluent, "9205a161", "malformed MessagePack at byte 3: expected the record of an event, which is a map"},
    }));
    const Decoded decoded = decode(format, from_hex(hex));
    CAPTURE(hex);
    CHECK(decoded.error == message);
    CHECK(decoded.code == ErrorCode::kInvalidArgument);
}

TEST_CASE("MessagePack is bounded in depth and size") {
    CHECK(decode(WireFormat::kMsgpack, std::string(1'000'000, '\x91')).error ==
          "malformed MessagePack at byte 102: nesting is too deep, the limit is 100");
    CHECK(decode(WireFormat::kMsgpack, pack({{"a", std::string(5'000'000, 'x')}})).code == ErrorCode::kTooLarge);
}
