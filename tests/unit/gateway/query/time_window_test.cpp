#include <optional>

#include <catch2/catch.hpp>

#include "gateway/query/time_window.hpp"

using domain::base::from_rfc3339;
using domain::base::to_rfc3339;
using gateway::query::parse_interval;
using gateway::query::resolve_window;
using gateway::query::WindowParameters;
using Text = std::optional<std::string>;

namespace {

const auto kNow = *from_rfc3339("2024-05-01T12:00:00Z");

}  // namespace

TEST_CASE("a window is resolved from any one or two parameters") {
    const auto [interval, start, end, from, to] = GENERATE(table<Text, Text, Text, std::string, std::string>({
        {Text(), Text(), Text(), "2024-05-01T11:00:00Z", "2024-05-01T12:00:00Z"},
        {Text("15m"), Text(), Text(), "2024-05-01T11:45:00Z", "2024-05-01T12:00:00Z"},
        {Text("1d"), Text(), Text(), "2024-04-30T12:00:00Z", "2024-05-01T12:00:00Z"},
        {Text("1h30m"), Text(), Text(), "2024-05-01T10:30:00Z", "2024-05-01T12:00:00Z"},
        {Text(), Text("2024-05-01T10:00:00+02:00"), Text("2024-05-01T09:00:00.5Z"), "2024-05-01T08:00:00Z",
         "2024-05-01T09:00:00.500Z"},
        {Text("10s"), Text("2024-05-01T08:00:00Z"), Text(), "2024-05-01T08:00:00Z", "2024-05-01T08:00:10Z"},
        {Text("10s"), Text(), Text("2024-05-01T08:00:00Z"), "2024-05-01T07:59:50Z", "2024-05-01T08:00:00Z"},
        {Text(), Text("2024-05-01T08:00:00Z"), Text(), "2024-05-01T08:00:00Z", "2024-05-01T12:00:00Z"},
        {Text(), Text(), Text("2024-05-01T08:00:00Z"), "2024-05-01T07:00:00Z", "2024-05-01T08:00:00Z"},
    }));
    const auto window = resolve_window(WindowParameters{interval, start, end}, kNow);
    REQUIRE(window.has_value());
    CHECK(to_rfc3339(window->start) == from);
    CHECK(to_rfc3339(window->end) == to);
}

TEST_CASE("a window that cannot be is refused") {
    const auto [interval, start, end] = GENERATE(table<Text, Text, Text>({
        {Text("1h"), Text("2024-05-01T08:00:00Z"), Text("2024-05-01T09:00:00Z")},
        {Text("0s"), Text(), Text()},
        {Text("-5m"), Text(), Text()},
        {Text("5"), Text(), Text()},
        {Text("m"), Text(), Text()},
        {Text(""), Text(), Text()},
        {Text("9999999999999w"), Text(), Text()},
        {Text("15000w"), Text(), Text("1700-01-01T00:00:00Z")},
        {Text(), Text("yesterday"), Text()},
        {Text(), Text("2024-05-01"), Text()},
        {Text(), Text("2024-13-01T00:00:00Z"), Text()},
        {Text(), Text("2024-05-01T09:00:00Z"), Text("2024-05-01T09:00:00Z")},
        {Text(), Text("2024-05-01T10:00:00Z"), Text("2024-05-01T09:00:00Z")},
        {Text(), Text("2024-05-02T00:00:00Z"), Text()},
    }));
    const auto window = resolve_window(WindowParameters{interval, start, end}, kNow);
    REQUIRE_FALSE(window.has_value());
    CHECK(window.error().code() == domain::base::ErrorCode::kInvalidArgument);
}
