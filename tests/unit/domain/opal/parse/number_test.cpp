#include "domain/opal/parse/number.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using namespace domain::opal;

namespace {

std::string read(const std::string& text) {
    const auto literal = parse::parse_number(text);
    return literal ? ast::print(ast::Expr{.span = {}, .node = *literal, .operands = {}}) : "none";
}

}  // namespace

TEST_CASE("numbers and durations have their values") {
    const auto [text, value] = GENERATE(table<std::string, std::string>({
        {"42", "42"},
        {"0", "0"},
        {"0x1F", "31"},
        {"0123", "83"},
        {"089", "none"},
        {"0x", "none"},
        {"9223372036854775807", "9223372036854775807"},
        {"9223372036854775808", "none"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"1.5", "1.5"},
        {"1.234e-5", "1.234e-05"},
        {"2e3", "2000.0"},
        {"1e999", "none"},
        {"5m", "300000000000ns"},
        {"1h30m", "5400000000000ns"},
        {"-30m", "-1800000000000ns"},
        {"1ns", "1ns"},
        {"10us", "10000ns"},
        {"500ms", "500000000ns"},
        {"1d", "86400000000000ns"},
        {"1w", "604800000000000ns"},
        {"1.5s", "1500000000ns"},
        {"300y", "none"},
        {"99999999w", "none"},
        {"5m3", "none"},
        {"4bf92f", "none"},
    }));
    CHECK(read(text) == value);
}

TEST_CASE("networks have an address and a mask") {
    const auto [text, address, mask, length] = GENERATE(table<std::string, std::uint32_t, std::uint32_t, std::size_t>({
        {"10.0.0.0/8", 0x0A000000U, 0xFF000000U, 10},
        {"10.1.2.3/16)", 0x0A010000U, 0xFFFF0000U, 11},
        {"10.1.*.*", 0x0A010000U, 0xFFFF0000U, 8},
        {"10.*.*.* and", 0x0A000000U, 0xFF000000U, 8},
        {"1.2.3.4", 0x01020304U, 0xFFFFFFFFU, 7},
        {"1.2.3.4/0", 0U, 0U, 9},
    }));
    const auto network = parse::parse_network(text);
    REQUIRE(network);
    CHECK(network->network.address == address);
    CHECK(network->network.mask == mask);
    CHECK(network->length == length);
}

TEST_CASE("other texts are no networks") {
    const std::string text = GENERATE("1.2.3", "256.1.1.1", "1.2.3.4/33", "10.*.1.1", "*.*.*.*", "1.2.3.4.5", "1.2.3.4a", "");
    CHECK_FALSE(parse::parse_network(text));
}
