#include "domain/csv/cell.hpp"

#include <catch2/catch.hpp>

using domain::catalog::Type;
using domain::csv::Cell;
using domain::csv::CellReader;

TEST_CASE("a cell is a value of its column's type") {
    struct Case {
        Type type;
        std::string text;
        Cell cell;
    };
    const auto expected = GENERATE(values<Case>({
        {Type::kString, "", std::string_view("")},
        {Type::kString, " a ", std::string_view(" a ")},
        {Type::kInt64, "", std::monostate()},
        {Type::kInt64, "-12", std::int64_t{-12}},
        {Type::kInt64, "+007", std::int64_t{7}},
        {Type::kInt64, "9223372036854775807", std::int64_t{9223372036854775807}},
        {Type::kFloat64, "1.5e3", 1500.0},
        {Type::kFloat64, "-.5", -0.5},
        {Type::kNumeric, "12", 12.0},
        {Type::kBool, "TRUE", true},
        {Type::kBool, "false", false},
        {Type::kBool, "", std::monostate()},
        {Type::kTimestamp, "2024-05-01T10:00:00.5Z", std::int64_t{1714557600500000000}},
        {Type::kTimestamp, "1714557600500000000", std::int64_t{1714557600500000000}},
        {Type::kDuration, "1h30m", std::int64_t{5400000000000}},
        {Type::kDuration, "-2ms", std::int64_t{-2000000}},
        {Type::kDuration, "1w2d3us4ns", std::int64_t{777600000003004}},
        {Type::kDuration, "15", std::int64_t{15}},
        {Type::kIpv4, "192.0.2.1", std::int64_t{3221225985}},
        {Type::kArray, " [1, \"a b\"] ", std::string_view("[1,\"a b\"]")},
        {Type::kObject, "{ \"a\": {} }", std::string_view("{\"a\":{}}")},
        {Type::kVariant, "12", std::string_view("12")},
        {Type::kVariant, "null", std::string_view("null")},
        {Type::kVariant, "[]", std::string_view("[]")},
        {Type::kVariant, "", std::monostate()},
    }));
    CAPTURE(expected.text);
    CellReader reader;
    Cell cell;
    REQUIRE(reader.read(expected.type, expected.text, cell));
    CHECK(cell == expected.cell);
}

TEST_CASE("what is no value of a type is refused") {
    const auto [type, text] = GENERATE(table<Type, std::string>({
        {Type::kInt64, "1.0"}, {Type::kInt64, "9223372036854775808"}, {Type::kInt64, " 1"}, {Type::kInt64, "+-1"},
        {Type::kInt64, "0x10"}, {Type::kInt64, "one"}, {Type::kFloat64, "1,5"}, {Type::kFloat64, "nan"},
        {Type::kFloat64, "inf"}, {Type::kFloat64, "1e999"}, {Type::kNumeric, "1 2"}, {Type::kBool, "yes"}, {Type::kBool, "1"},
        {Type::kTimestamp, "yesterday"}, {Type::kTimestamp, "2024-05-01"}, {Type::kDuration, "1 h"}, {Type::kDuration, "h"},
        {Type::kDuration, "-"}, {Type::kDuration, "1h-1m"}, {Type::kDuration, "999999w"}, {Type::kDuration, "1.5s"},
        {Type::kIpv4, "1.2.3"}, {Type::kIpv4, "1.2.3.256"}, {Type::kIpv4, "1.2.3.4.5"}, {Type::kIpv4, "1.2.3.4 "},
        {Type::kIpv4, "::1"}, {Type::kArray, "{}"}, {Type::kArray, "[1"}, {Type::kObject, "[]"}, {Type::kObject, "a"},
        {Type::kObject, "{\"a\":1}}"}, {Type::kVariant, "a"}, {Type::kVariant, "'a'"},
    }));
    CAPTURE(text);
    CellReader reader;
    Cell cell;
    CHECK_FALSE(reader.read(type, text, cell));
}

TEST_CASE("JSON in a cell is as deep as in an observation") {
    CellReader reader;
    Cell cell;
    CHECK(reader.read(Type::kVariant, std::string(100, '[') + std::string(100, ']'), cell));
    CHECK_FALSE(reader.read(Type::kVariant, std::string(101, '[') + std::string(101, ']'), cell));
    CHECK_FALSE(reader.read(Type::kVariant, std::string(1'000'000, '['), cell));
}
