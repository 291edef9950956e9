#include "infra/duckdb/functions/zone_rule.hpp"

#include <string>

#include <catch2/catch.hpp>

using infra::duckdb::functions::ZoneRule;

TEST_CASE("a rule gives the changes of a year") {
    // Times from `date -u -d @…` with the zones of the time zone database.
    const auto [text, year, first, first_offset, second, second_offset] =
        GENERATE(table<std::string, int, std::int64_t, std::int64_t, std::int64_t, std::int64_t>({
            {"CET-1CEST,M3.5.0,M10.5.0/3", 2024, 1711846800, 7200, 1729990800, 3600},
            {"EST5EDT,M3.2.0,M11.1.0", 2024, 1710054000, -14400, 1730613600, -18000},
            {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2024, 1712415600, 37800, 1728142200, 39600},
            {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2024, 1711846800, -3600, 1729990800, -7200},
            {"IST-1GMT0,M10.5.0,M3.5.0/1", 2024, 1711846800, 3600, 1729990800, 0},
            {"A0B,J60/0,J61/0", 2024, 1709251200, 3600, 1709334000, 0},
            {"A0B,59/0,60/0", 2024, 1709164800, 3600, 1709247600, 0},
        }));
    INFO(text);
    const auto rule = ZoneRule::read(text);
    REQUIRE(rule);
    const auto changes = rule->changes(year);
    REQUIRE(changes.size() == 2);
    CHECK(changes[0].from == first);
    CHECK(changes[0].offset == first_offset);
    CHECK(changes[1].from == second);
    CHECK(changes[1].offset == second_offset);
}

TEST_CASE("what is no rule with two offsets is not read") {
    const std::string text = GENERATE("", "UTC0", "<-03>3", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
                                      "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/", "CET-1CEST,M3.5.0,M10.5.0x", "<CET");
    INFO(text);
    CHECK_FALSE(ZoneRule::read(text));
}
