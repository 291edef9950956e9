#include <catch2/catch.hpp>

#include "domain/base/time.hpp"
#include "tests/integration/duckdb/store_fixture.hpp"

// The function remembers the day that it met last; whatever came before, a text means the same.
TEST_CASE("an ISO time means the same after any other") {
    const std::vector<std::string> texts{
        "2024-11-21T16:25:49.123Z", "2024-11-21T16:25:49Z", "2024-11-21T00:00:00.000000001Z", "2024-11-21T23:59:59.999999999Z", "2024-11-21T23:59:60Z",
        "2024-11-21T24:00:00Z", "2024-11-21T12:60:00Z", "2024-11-21T12:00:0xZ", "2024-11-21T12:00:00.Z", "2024-11-21T12:00:00.1234567890Z", "2024-11-21T12:00:00.12x4Z",
        "2024-11-21T12:00:00z", "2024-11-21T12:00:00+01:00", "2024-11-21T12:00:00.5-00:30", "2024-11-21 12:00:00Z", "2024-11-21T12-00:00Z", "2024-11-21T12:00:00", "2024-11-21",
        "2024-11-22T00:00:00Z", "1969-12-31T23:59:59.5Z", "1970-01-01T00:00:00Z", "2262-04-11T23:47:16.854775807Z", "2262-04-11T23:47:16.854775808Z", "1677-09-21T00:12:43.145224192Z",
        "2024-02-30T00:00:00Z", "2024-11-21T16:25:49,123Z", "", "Z"};
    tests::StoreFixture fixture;
    std::string rows;
    std::vector<std::string> expected;
    for (const std::string& first : texts) {
        for (const std::string& second : texts) {
            for (const std::string* text : {&first, &second}) {
                rows += (rows.empty() ? "('" : ",('") + *text + "'," + std::to_string(expected.size()) + ")";
                const auto time = domain::base::from_rfc3339(*text);
                expected.push_back(time ? std::to_string(domain::base::to_nanoseconds(*time)) : "NULL");
            }
        }
    }
    const auto answer = infra::runtime::run_async(tests::rows_of(
        fixture.store(), tests::text_query("SELECT opalite_parse_isotime(t) FROM (VALUES " + rows + ") AS v(t, n) ORDER BY n")));
    REQUIRE(answer.has_value());
    REQUIRE(answer->size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO(texts[i / 2 / texts.size()] << " and " << texts[i / 2 % texts.size()]);
        REQUIRE((*answer)[i][0] == expected[i]);
    }
}
