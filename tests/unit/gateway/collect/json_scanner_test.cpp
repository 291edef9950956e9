#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "decoding.hpp"

using gateway::collect::WireFormat;
using domain::base::ErrorCode;
using domain::base::limits::kMiB;

namespace {

Decoded json(std::string_view text) { return decode(WireFormat::kJson, text); }

}  // namespace

TEST_CASE("valid bodies become observations") {
    struct Case {
        std::string body;
        std::int64_t count;
        std::string payload;
    };
    const auto expected = GENERATE(values<Case>({
        {"", 0, ""},
        {" \r\n\t ", 0, ""},
        {"{}", 1, "{}\n"},
        {" {} ", 1, "{}\n"},
        {R"({"a":1})", 1, "{\"a\":1}\n"},
        {"{\"a\":1}\n{\"b\":2}\n", 2, "{\"a\":1}\n{\"b\":2}\n"},
        {"{\"a\":1}\r\n\r\n\n{\"b\":2}", 2, "{\"a\":1}\r\n\r\n\n{\"b\":2}\n"},
        {R"({"a":1} {"b":2})", 2, "{\"a\":1} {\"b\":2}\n"},
        {R"({"a":1}{"b":2}{"c":3})", 3, "{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n"},
        {"[]", 0, ""},
        {"[ ]", 0, ""},
        {"[] []\n[]", 0, ""},
        {R"([{"a":1}])", 1, "{\"a\":1}\n"},
        {R"([{"a":1},{"b":[2,3]}, {"c":{}}])", 3, "{\"a\":1} {\"b\":[2,3]}  {\"c\":{}}\n"},
        {"[{\"a\":1}]\n[{\"b\":2}]", 2, "{\"a\":1} \n {\"b\":2}\n"},
        {R"([{}][{}])", 2, "{}  {}\n"},
        {"{\n  \"a\": [\n 1,\n 2 ]\n}\n", 1, "{\n  \"a\": [\n 1,\n 2 ]\n}\n"},
        {"1", 1, "{\"text\":\"1\"}\n"},
        {"null", 1, "{\"text\":\"null\"}\n"},
        {"true false", 2, "{\"text\":\"true\"}\n{\"text\":\"false\"}\n"},
        {R"("a\"b\u00e4")", 1, "{\"text\":\"a\\\"b\\u00e4\"}\n"},
        {R"("")", 1, "{\"text\":\"\"}\n"},
        {R"({"a":1} 2 {"b":3})", 3, "{\"a\":1}\n{\"text\":\"2\"}\n{\"b\":3}\n"},
        {R"([1,{"a":1},"x"])", 3, "{\"text\":\"1\"}\n{\"a\":1}\n{\"text\":\"x\"}\n"},
        {R"([[1, "2"],[]])", 2, "{\"text\":\"[1, \\\"2\\\"]\"}\n{\"text\":\"[]\"}\n"},
        {"1{}", 2, "{\"text\":\"1\"}\n{}\n"},
        {R"("a""b")", 2, "{\"text\":\"a\"}\n{\"text\":\"b\"}\n"},
        {"\xef\xbb\xbf{}", 1, "{}\n"},
        {R"({"a":-0.5e-10,"b":1E+400,"c":123456789012345678901234567890,"d":0,"e":-0,"f":1.0})", 1,
         "{\"a\":-0.5e-10,\"b\":1E+400,\"c\":123456789012345678901234567890,\"d\":0,\"e\":-0,\"f\":1.0}\n"},
        {R"({"\u0000":"\ud83d\ude00\/\b\f\n\r\t\\\""})", 1, "{\"\\u0000\":\"\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\\\\\\"\"}\n"},
        {"{\"\xc3\xa4\":\"\xf0\x9f\x98\x80\x7f\"}", 1, "{\"\xc3\xa4\":\"\xf0\x9f\x98\x80\x7f\"}\n"},
        {R"({"a":1,"a":2})", 1, "{\"a\":1,\"a\":2}\n"},
    }));
    const Decoded decoded = json(expected.body);
    CAPTURE(expected.body);
    CHECK(decoded.error.empty());
    CHECK(decoded.count == expected.count);
    CHECK(decoded.payload == expected.payload);
}

TEST_CASE("malformed bodies are refused with the place") {
    const auto [body, message] = GENERATE(table<std::string, std::string>({
        {"{", "malformed JSON at byte 2, line 1: expected a key or \"}\", found the end of the body"},
        {"[", "malformed JSON at byte 2, line 1: expected a value or \"]\", found the end of the body"},
        {"[{}", "malformed JSON at byte 4, line 1: expected \",\" or \"]\", found the end of the body"},
        {"[{},", "malformed JSON at byte 5, line 1: expected a value, found the end of the body"},
        {"[{},]", "malformed JSON at byte 5, line 1: expected a value, found \"]\""},
        {"[,]", "malformed JSON at byte 2, line 1: expected a value, found \",\""},
        {"[{} {}]", "malformed JSON at byte 5, line 1: expected \",\" or \"]\", found \"{\""},
        {"]", "malformed JSON at byte 1, line 1: expected a value, found \"]\""},
        {"}", "malformed JSON at byte 1, line 1: expected a value, found \"}\""},
        {"{},{}", "malformed JSON at byte 3, line 1: expected a value, found \",\""},
        {"{\"a\":1}\n{\"b\" 2}\n", "malformed JSON at byte 14, line 2: expected \":\", found \"2\""},
        {"{\"a\":1}\n\n{\"b\":tru}\n", "malformed JSON at byte 15, line 3: expected a value, found \"t\""},
        {R"({"a":})", "malformed JSON at byte 6, line 1: expected a value, found \"}\""},
        {R"({"a":1,})", "malformed JSON at byte 8, line 1: expected a key, found \"}\""},
        {R"({,})", "malformed JSON at byte 2, line 1: expected a key or \"}\", found \",\""},
        {R"({1:2})", "malformed JSON at byte 2, line 1: expected a key or \"}\", found \"1\""},
        {R"({"a" "b"})", "malformed JSON at byte 6, line 1: expected \":\", found a string"},
        {R"({"a":1 "b":2})", "malformed JSON at byte 8, line 1: expected \",\" or \"}\", found a string"},
        {R"({"a":[1 2]})", "malformed JSON at byte 9, line 1: expected \",\" or \"]\", found \"2\""},
        {R"({"a":[1}])", "malformed JSON at byte 8, line 1: expected \",\" or \"]\", found \"}\""},
        {R"({"a":[1,]})", "malformed JSON at byte 9, line 1: expected a value, found \"]\""},
        {R"({"a":nul})", "malformed JSON at byte 6, line 1: expected a value, found \"n\""},
        {R"({"a":nulls})", "malformed JSON at byte 6, line 1: expected a value, found \"n\""},
        {R"({"a":True})", "malformed JSON at byte 6, line 1: expected a value, found \"T\""},
        {R"({"a":'b'})", "malformed JSON at byte 6, line 1: expected a value, found \"'\""},
        {R"({'a':1})", "malformed JSON at byte 2, line 1: expected a key or \"}\", found \"'\""},
        {R"({"a":01})", "malformed JSON at byte 6, line 1: malformed number"},
        {R"({"a":1.})", "malformed JSON at byte 6, line 1: malformed number"},
        {R"({"a":.5})", "malformed JSON at byte 6, line 1: expected a value, found \".\""},
        {R"({"a":+1})", "malformed JSON at byte 6, line 1: expected a value, found \"+\""},
        {R"({"a":-})", "malformed JSON at byte 6, line 1: malformed number"},
        {R"({"a":1e})", "malformed JSON at byte 6, line 1: malformed number"},
        {R"({"a":1e+})", "malformed JSON at byte 6, line 1: malformed number"},
        {R"({"a":0x1})", "malformed JSON at byte 6, line 1: malformed number"},
        {R"({"a":1"b"})", "malformed JSON at byte 6, line 1: malformed number"},
        {R"({"a":NaN})", "malformed JSON at byte 6, line 1: expected a value, found \"N\""},
        {"{\"a\":1\x0c}", "malformed JSON at byte 6, line 1: malformed number"},
        {"{\"a\":\x0c}", "malformed JSON at byte 6, line 1: expected a value, found byte 0x0c"},
        {std::string("{\"a\":\0}", 7), "malformed JSON at byte 6, line 1: expected a value, found byte 0x00"},
        {"-", "malformed JSON at byte 1, line 1: malformed number"},
        {"nu", "malformed JSON at byte 1, line 1: expected a value, found \"n\""},
        {"not json", "malformed JSON at byte 1, line 1: expected a value, found \"n\""},
        {"<a/>", "malformed JSON at byte 1, line 1: expected a value, found \"<\""},
        {R"({"a":"b)", "malformed JSON at byte 6, line 1: string is not closed"},
        {R"({"a":"b\"})", "malformed JSON at byte 6, line 1: string is not closed"},
        {"{\"a\":\"b\nc\"}", "malformed JSON at byte 8, line 1: control character in a string"},
        {"{\"a\":\"b\tc\"}", "malformed JSON at byte 8, line 1: control character in a string"},
        {R"({"a":"\x"})", "malformed JSON at byte 7, line 1: unknown escape in a string"},
        {R"({"a":"\u12g4"})", "malformed JSON at byte 7, line 1: \\u without four hexadecimal digits"},
        {R"({"a":"\u12"})", "malformed JSON at byte 7, line 1: \\u without four hexadecimal digits"},
        {R"({"a":"\ud800"})", "malformed JSON at byte 7, line 1: unpaired surrogate in a string"},
        {R"({"a":"\ud800\u0041"})", "malformed JSON at byte 7, line 1: unpaired surrogate in a string"},
        {R"({"a":"\udc00"})", "malformed JSON at byte 7, line 1: unpaired surrogate in a string"},
        {"{\"a\":\"\xff\"}", "malformed JSON at byte 7, line 1: invalid UTF-8"},
        {"{\"a\":\"\xc3\"}", "malformed JSON at byte 7, line 1: invalid UTF-8"},
        {"{\"a\":\"\xed\xa0\x80\"}", "malformed JSON at byte 7, line 1: invalid UTF-8"},
        {"{\"a\":\"\xc0\xaf\"}", "malformed JSON at byte 7, line 1: invalid UTF-8"},
        {"{}\xf0\x9f", "malformed JSON at byte 3, line 1: invalid UTF-8"},
        {"\\", "malformed JSON at byte 1, line 1: expected a value, found \"\\\""},
        {"\"a\"\\\"", "malformed JSON at byte 4, line 1: expected a value, found \"\\\""},
        {"\xff\xfe{\x01}", "malformed JSON at byte 1, line 1: invalid UTF-8"},
    }));
    const Decoded decoded = json(body);
    CAPTURE(body);
    CHECK(decoded.error == message);
    CHECK(decoded.code == ErrorCode::kInvalidArgument);
}

TEST_CASE("depth counts from the observation and ends at 100") {
    const auto nested = [](std::size_t depth) {
        return "{\"a\":" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
    };
    CHECK(json(nested(100)).count == 1);
    CHECK(json("[" + nested(100) + "]").count == 1);
    CHECK(json(nested(101)).error == "malformed JSON at byte 105, line 1: nested too deeply, the limit is 100");
    CHECK_FALSE(json(std::string(1'000'000, '[')).error.empty());
    std::string objects;
    for (int i = 0; i < 101; ++i) objects += "{\"a\":";
    CHECK_FALSE(json(objects).error.empty());
    CHECK(json(std::string(101, '[') + std::string(101, ']')).count == 1);
    CHECK_FALSE(json(std::string(102, '[') + std::string(102, ']')).error.empty());
}

TEST_CASE("an observation of the limit's size passes, one byte more does not") {
    const auto sized = [](std::size_t size) { return "{\"a\":\"" + std::string(size - 8, 'x') + "\"}"; };
    CHECK(json(sized(4 * kMiB)).count == 1);
    CHECK(json("{}\n" + sized(4 * kMiB) + "\n{}").count == 3);
    CHECK(json("[" + sized(4 * kMiB) + "]").count == 1);
    for (const std::string& body : {sized(4 * kMiB + 1), "{}" + sized(4 * kMiB + 1), "\"" + std::string(4 * kMiB, 'x') + "\"",
                                    sized(20 * kMiB), "{\"a\":[" + std::string(5 * kMiB, ' ') + "]}"}) {
        CHECK(json(body).code == ErrorCode::kTooLarge);
    }
}

TEST_CASE("whatever the scanner accepts, another parser accepts, and the other way round") {
    // Every single-byte change and every prefix of a text that holds the whole grammar.
    const std::string text = R"({"a":[1,-2.5e3,true,{"b":null}],"c":"\u00e4\n","d":{}} [{"e":"x"},{}])";
    const auto agrees = [](const std::string& body) {
        const Decoded decoded = json(body);
        bool accepted = true;
        // The other parser knows no streams: as one array with commas put between what the scanner found.
        if (decoded.error.empty()) {
            nlohmann::json all = nlohmann::json::array();
            std::string rest = decoded.payload;
            std::istringstream in(rest);
            std::int64_t count = 0;
            try {
                nlohmann::json value;
                while (in >> std::ws && in.peek() != EOF) {
                    in >> value;
                    if (!value.is_object()) return false;
                    ++count;
                }
            } catch (const nlohmann::json::exception&) {
                accepted = false;
            }
            return accepted && count == decoded.count;
        }
        // Refused: then it must not be one valid text either.
        return !nlohmann::json::accept(body);
    };
    for (std::size_t length = 0; length <= text.size(); ++length) {
        CAPTURE(text.substr(0, length));
        CHECK(agrees(text.substr(0, length)));
    }
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char c : std::string("{}[]\",: \\u1e-.tx\n\x01")) {
            std::string changed = text;
            changed[at] = c;
            if (!agrees(changed)) FAIL_CHECK(changed);
        }
    }
}
