#include <catch2/catch.hpp>

#include "gateway/collect/json_cursor.hpp"

using gateway::collect::JsonCursor;

TEST_CASE("a text is taken apart") {
    JsonCursor cursor(R"( {"a\u0062": [1, -2.5e3, true, null, "\ud83d\ude00\n\/"], "c": {}, "d": []} )");
    std::string key;
    std::string text;
    REQUIRE(cursor.open('{'));
    REQUIRE(cursor.next_key(key));
    CHECK(key == "ab");
    REQUIRE(cursor.open('['));
    for (const char* expected : {"1", "-2.5e3", "true", "null"}) {
        REQUIRE(cursor.next_element());
        CHECK(cursor.read_plain() == expected);
    }
    REQUIRE(cursor.next_element());
    REQUIRE(cursor.read_string(text));
    CHECK(text == "\xf0\x9f\x98\x80\n/");
    CHECK_FALSE(cursor.next_element());
    REQUIRE(cursor.next_key(key));
    CHECK(cursor.skip() == "{}");
    REQUIRE(cursor.next_key(key));
    REQUIRE(cursor.open('['));
    CHECK_FALSE(cursor.next_element());
    CHECK_FALSE(cursor.next_key(key));
    CHECK(cursor.at_end());
    CHECK_FALSE(cursor.failed());
}

TEST_CASE("skipping checks what it passes") {
    const auto* text = GENERATE("[1,]", "[1 2]", "{\"a\"}", "{\"a\":1,}", "{1:2}", "[", "{\"a\":", "\"a", "\"\\x\"", "\"\\ud800\"", "01", "1.", "-",
                                "tru", "nulll", "[\"a\nb\"]", "+1", ".5", "1e", "");
    JsonCursor cursor(text);
    cursor.skip();
    CAPTURE(text);
    CHECK((cursor.failed() || !cursor.at_end()));
}

TEST_CASE("a failure sticks and keeps its place") {
    JsonCursor cursor("[1,x]");
    cursor.open('[');
    cursor.next_element();
    cursor.skip();
    REQUIRE(cursor.next_element());
    cursor.skip();
    CHECK(cursor.error().message() == "malformed JSON at byte 4, line 1: expected a value, found \"x\"");
    CHECK_FALSE(cursor.next_element());
    CHECK(cursor.peek() == '\0');
    CHECK(cursor.skip().empty());
    CHECK(cursor.error().message() == "malformed JSON at byte 4, line 1: expected a value, found \"x\"");
    JsonCursor zero(std::string_view("\0", 1));
    CHECK(zero.peek() == '\0');
    CHECK(zero.failed());
}
