#include <catch2/catch.hpp>

#include <limits>

#include "gateway/collect/base64.hpp"
#include "gateway/collect/json_writer.hpp"

using namespace gateway::collect;

namespace {

template <class Write, class... Values>
std::string written(Write write, Values... values) {
    std::string out = "x";
    write(out, values...);
    return out.substr(1);
}

std::string string_of(std::string_view text) { return written(write_string, text); }

}  // namespace

TEST_CASE("strings are escaped and repaired") {
    CHECK(string_of("") == "\"\"");
    CHECK(string_of("plain, and longer than eight bytes") == "\"plain, and longer than eight bytes\"");
    // What is special, at every place of a word of eight bytes and behind it.
    for (std::size_t at = 0; at < 20; ++at) {
        std::string text(20, 'a');
        text[at] = '"';
        CHECK(string_of(text) == "\"" + text.substr(0, at) + "\\\"" + text.substr(at + 1) + "\"");
        text[at] = '\x1f';
        CHECK(string_of(text) == "\"" + text.substr(0, at) + "\\u001f" + text.substr(at + 1) + "\"");
        text[at] = '\xff';
        CHECK(string_of(text) == "\"" + text.substr(0, at) + "\xef\xbf\xbd" + text.substr(at + 1) + "\"");
        text[at] = '\x7f';
        CHECK(string_of(text) == "\"" + text + "\"");
    }
    CHECK(string_of("\xc3\xa4\xf0\x9f\x98\x80") == "\"\xc3\xa4\xf0\x9f\x98\x80\"");
    CHECK(string_of("\xc3") == "\"\xef\xbf\xbd\"");
}

TEST_CASE("doubles stay doubles") {
    const auto [value, text] = GENERATE(table<double, std::string>({
        {0.0, "0.0"}, {-0.0, "-0.0"}, {1.0, "1.0"}, {0.1, "0.1"}, {1e21, "1e+21"}, {5e-324, "5e-324"}, {123456789.0, "123456789.0"},
        {std::numeric_limits<double>::max(), "1.7976931348623157e+308"},
        {std::numeric_limits<double>::infinity(), "\"Infinity\""}, {-std::numeric_limits<double>::infinity(), "\"-Infinity\""},
        {std::numeric_limits<double>::quiet_NaN(), "\"NaN\""},
    }));
    CHECK(written(write_double, value) == text);
}

TEST_CASE("seconds have as many digits as they need") {
    CHECK(written(write_seconds, 5, 0U) == "5");
    CHECK(written(write_seconds, 5, 1U) == "5.000000001");
    CHECK(written(write_seconds, 5, 120'000'000U) == "5.12");
    CHECK(written(write_seconds, -2, 750'000'000U) == "-1.25");
    CHECK(written(write_seconds, -1, 500'000'000U) == "-0.5");
}

TEST_CASE("base64 there and back") {
    for (std::size_t size = 0; size < 20; ++size) {
        std::string bytes;
        for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(i * 37 + 250);
        const std::string text = written(write_base64, std::string_view(bytes));
        CHECK(from_base64(text.substr(1, text.size() - 2)) == bytes);
    }
    CHECK(from_base64("-_8") == "\xfb\xff");
    CHECK(from_base64("+/8=") == "\xfb\xff");
    for (const char* text : {"a", "abc*", "ab=c", "====", "abcd="}) CHECK_FALSE(from_base64(text));
    CHECK(written(write_hex, std::string_view("\x01\xab")) == "\"01ab\"");
}
