#include <cstdint>
#include <string>

#include <catch2/catch.hpp>

#include "domain/base/time.hpp"

using domain::base::from_nanoseconds;
using domain::base::from_rfc3339;
using domain::base::to_nanoseconds;
using domain::base::to_rfc3339;

TEST_CASE("RFC 3339 texts are read and written") {
    const auto [text, nanoseconds, canonical] = GENERATE(table<std::string, std::int64_t, std::string>({
        {"1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"},
        {"2024-02-29T23:59:59.5Z", 1709251199500000000, "2024-02-29T23:59:59.500Z"},
        {"2024-05-01T10:00:00+02:00", 1714550400000000000, "2024-05-01T08:00:00Z"},
        {"2024-05-01 10:00:00.000001-00:30", 1714559400000001000, "2024-05-01T10:30:00.000001Z"},
        {"1969-12-31T23:59:59.999999999Z", -1, "1969-12-31T23:59:59.999999999Z"},
        {"1677-09-21T00:12:43.145224193Z", INT64_MIN + 1, "1677-09-21T00:12:43.145224193Z"},
        {"2262-04-11T23:47:16.854775807Z", INT64_MAX, "2262-04-11T23:47:16.854775807Z"},
    }));
    const auto time = from_rfc3339(text);
    REQUIRE(time);
    CHECK(to_nanoseconds(*time) == nanoseconds);
    CHECK(to_rfc3339(*time) == canonical);
    CHECK(from_rfc3339(canonical) == time);
}

TEST_CASE("other texts are no RFC 3339 time") {
    const std::string text = GENERATE(
        "", "2024", "2024-05-01", "2024-05-01T10:00:00", "2024-05-01T10:00Z", "2024-02-30T10:00:00Z", "2024-05-01T24:00:00Z",
        "2024-05-01T10:60:00Z", "2024-05-01T10:00:00.Z", "2024-05-01T10:00:00.1234567890Z", "2024-05-01T10:00:00+2:00",
        "2024-05-01T10:00:00Zx", "2262-04-11T23:47:16.854775808Z", "0001-01-01T00:00:00Z", "+024-05-01T10:00:00Z");
    CHECK_FALSE(from_rfc3339(text));
}
