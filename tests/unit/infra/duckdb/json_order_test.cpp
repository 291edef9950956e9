#include "infra/duckdb/functions/json_order.hpp"

#include <vector>

#include <catch2/catch.hpp>

#include "infra/duckdb/functions/json_value.hpp"

using namespace infra::duckdb::functions;

TEST_CASE("all values have one order") {
    const std::vector<std::string> ascending{"null", "false", "true", "-1e3", "-1", "0.5", "1", "9007199254740992", "9007199254740993",
                                             "\"\"", "\"A\"", "\"a\"", "\"\\u00e4\"", "[1]", "[2]", "{\"a\":1}"};
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        for (std::size_t j = 0; j < ascending.size(); ++j) {
            INFO(ascending[i] << " and " << ascending[j]);
            CHECK((JsonPlace(ascending[i]) < JsonPlace(ascending[j])) == (i < j));
        }
    }
}

TEST_CASE("one value has one canonical text") {
    const auto [json, canonical] = GENERATE(table<std::string, std::string>({
        {" 1.0 ", "1"},
        {"1e2", "100"},
        {"0.10", "0.1"},
        {"9007199254740993", "9007199254740993"},
        {"\"\\u0041\\/\"", "\"A/\""},
        {"{ \"b\" : 1.0, \"a\" : [ 1e0, null ] }", "{\"a\":[1,null],\"b\":1}"},
        {"{\"a\":1,\"a\":2}", "{\"a\":2}"},
        {"[]", "[]"},
        {"null", "null"},
    }));
    CHECK(canonical_json(json) == canonical);
}
