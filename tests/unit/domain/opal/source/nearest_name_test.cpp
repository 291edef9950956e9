#include "domain/opal/source/nearest_name.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace domain::opal::source;

TEST_CASE("the nearest name is the one with the fewest slips") {
    const std::vector<std::string_view> names = {"filter", "filter_last", "fill", "limit", "strlen", "level", "n"};
    const auto [name, nearest] = GENERATE(table<std::string, std::string>({
        {"filtr", "filter"},
        {"FILTER", "filter"},
        {"fliter", "filter"},
        {"limt", "limit"},
        {"strlength", "strlen"},
        {"levels", "level"},
        {"filter_la", "filter_last"},
        {"zzz", ""},
        {"x", ""},
        {"", ""},
    }));
    CHECK(nearest_name(name, names) == nearest);
}

TEST_CASE("a hint is empty without a near name") {
    const std::vector<std::string_view> names = {"filter"};
    CHECK(did_you_mean("filtr", names) == "did you mean \"filter\"?");
    CHECK(did_you_mean("qqqqqq", names).empty());
    CHECK(did_you_mean(std::string(1'000'000, 'f'), names).empty());
}
