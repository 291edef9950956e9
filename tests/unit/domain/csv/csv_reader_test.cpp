#include "domain/csv/csv_reader.hpp"

#include <catch2/catch.hpp>

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// All rows, or the message of the fault.
std::pair<Rows, std::string> read(std::string_view text) {
    domain::csv::CsvReader reader(text);
    Rows rows;
    std::string buffer;
    for (;;) {
        const auto more = reader.next();
        if (!more) return {rows, more.error().message()};
        if (!*more) return {rows, {}};
        auto& row = rows.emplace_back();
        for (const auto& value : reader.values()) row.emplace_back(domain::csv::plain(value, buffer));
    }
}

}  // namespace

TEST_CASE("rows are taken apart as RFC 4180 says") {
    struct Case {
        std::string text;
        Rows rows;
    };
    const auto expected = GENERATE(values<Case>({
        {"", {}},
        {"\n\r\n\n", {}},
        {"a", {{"a"}}},
        {"a,b\nc,d\n", {{"a", "b"}, {"c", "d"}}},
        {"a,b\r\nc,d", {{"a", "b"}, {"c", "d"}}},
        {"a\n\n\r\nb", {{"a"}, {"b"}}},
        {",\n", {{"", ""}}},
        {"a,", {{"a", ""}}},
        {"\"\"\n", {{""}}},
        {"\"a\"\"b\",\"\"\"\"\n", {{"a\"b", "\""}}},
        {"\"a,b\r\nc\",d\r\n", {{"a,b\r\nc", "d"}}},
        {"a\"b,c\n", {{"a\"b", "c"}}},
        {" \"a\",b\n", {{" \"a\"", "b"}}},
        {"a\rb,c\n", {{"a\rb", "c"}}},
        {"\xef\xbb\xbf\"a\",b\n", {{"a", "b"}}},
        {"a,b\nc\nd,e,f\n", {{"a", "b"}, {"c"}, {"d", "e", "f"}}},
        {"12345678,1\n1234567,2\n", {{"12345678", "1"}, {"1234567", "2"}}},
    }));
    CAPTURE(expected.text);
    const auto [rows, fault] = read(expected.text);
    CHECK(fault.empty());
    CHECK(rows == expected.rows);
}

TEST_CASE("what cannot be taken apart has a row and a column") {
    const auto [text, message] = GENERATE(table<std::string, std::string>({
        {"a,b\nc,\"d", "malformed CSV in row 2, column 2: a quote is not closed"},
        {"\"a\"b", "malformed CSV in row 1, column 1: text after a closing quote"},
        {"a\n\n\"b\"\rc\n", "malformed CSV in row 2, column 1: text after a closing quote"},
    }));
    CAPTURE(text);
    CHECK(read(text).second == message);
    CHECK(read(std::string(9'999, ',')).second.empty());
    CHECK(read(std::string(10'000, ',')).second == "malformed CSV in row 1, column 10001: too many columns, the limit is 10000");
}
