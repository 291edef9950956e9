#include "domain/catalog/clustering.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace domain::catalog;

/// A column that every one of `rows` rows has a value of; one part.
ColumnFacts column(std::int64_t rows, std::int64_t distinct, std::int64_t bytes = 8) { return {rows, distinct, distinct, bytes}; }

constexpr std::int64_t kRows = 1'000'000;

}  // namespace

TEST_CASE("keys are the columns of few values, the coarsest first", "[catalog]") {
    const std::vector<ColumnFacts> columns{column(kRows, 14), column(kRows, 3), column(kRows, 900'000), column(kRows, 4)};
    CHECK(choose_clustering(columns, kRows).keys == std::vector<std::size_t>{1, 3, 0});
}

TEST_CASE("a column that is no key", "[catalog]") {
    SECTION("has one value") { CHECK(choose_clustering(std::vector{column(kRows, 1)}, kRows).keys.empty()); }
    SECTION("has too many") { CHECK(choose_clustering(std::vector{column(kRows, 257)}, kRows).keys.empty()); }
    SECTION("is missing in many rows") { CHECK(choose_clustering(std::vector{column(kRows / 2, 14)}, kRows).keys.empty()); }
    SECTION("was not counted") { CHECK(choose_clustering(std::vector{ColumnFacts{}}, kRows).keys.empty()); }
    SECTION("would make cells of a few rows") { CHECK(choose_clustering(std::vector{column(3000, 14)}, 3000).keys.empty()); }
}

TEST_CASE("keys leave cells of some size, and are three at most", "[catalog]") {
    const std::vector<ColumnFacts> fine{column(kRows, 200), column(kRows, 100), column(kRows, 9)};
    CHECK(choose_clustering(fine, kRows).keys == std::vector<std::size_t>{2, 0});
    const std::vector<ColumnFacts> many{column(kRows, 2), column(kRows, 3), column(kRows, 4), column(kRows, 5)};
    CHECK(choose_clustering(many, kRows).keys == std::vector<std::size_t>{1, 2, 3});
}

TEST_CASE("the identifier is what repeats most bytes", "[catalog]") {
    const std::vector<ColumnFacts> columns{
        column(kRows, 1'000'000, 59),  // unique
        column(kRows, 300'000, 32),
        column(kRows, 300'000, 8),
        column(kRows, 5000, 500),      // dictionaries do well
        column(kRows, 300'000, 300),   // prose
    };
    CHECK(choose_clustering(columns, kRows).identifier == std::optional<std::size_t>(1));
    CHECK_FALSE(choose_clustering(std::vector{columns[0], columns[3], columns[4]}, kRows).identifier.has_value());
}
