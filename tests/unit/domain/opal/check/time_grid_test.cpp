#include "domain/opal/check/time_grid.hpp"

#include <catch2/catch.hpp>

using namespace domain::opal::check;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kHour = 3600 * kSecond;
constexpr std::int64_t kDay = 24 * kHour;

}  // namespace

TEST_CASE("the friendly size is the smallest that fits") {
    const auto [bins, start, length, size] = GENERATE(table<std::int64_t, std::int64_t, std::int64_t, std::int64_t>({
        {300, 0, kHour, 15 * kSecond},
        {360, 0, kHour, 10 * kSecond},
        {60, 0, kHour, 60 * kSecond},
        {60, 1, kHour, 120 * kSecond},  // not aligned: one bin more
        {61, 1, kHour, 60 * kSecond},
        {24, 0, kDay, kHour},
        {10, 0, 7 * kDay, kDay},
        {1000, 0, kSecond, 1'000'000},
        {3, 0, 28 * kDay, 14 * kDay},
        {2, 0, 28 * kDay, 14 * kDay},
        {300, -kHour, kHour, 15 * kSecond},
    }));
    CHECK(friendly_grid(bins, 1, start, start + length).size_ns == size);
    CHECK(friendly_grid(bins, 1, start, start + length).offset_ns == 0);
}

TEST_CASE("one bin is the window itself") {
    const Grid grid = friendly_grid(1, 1, 10 * kHour + 5, 11 * kHour + 5);
    CHECK(grid.size_ns == kHour);
    CHECK(grid.offset_ns == 5);
    CHECK(friendly_grid(1, 3 * kHour, 0, kHour).size_ns == 3 * kHour);
}

TEST_CASE("the lower bound of the size holds") {
    CHECK(friendly_grid(300, 60 * kSecond, 0, kHour).size_ns == 60 * kSecond);
    CHECK(friendly_grid(300, 61 * kSecond, 0, kHour).size_ns == 120 * kSecond);
    CHECK(friendly_grid(300, 8 * kDay, 0, kHour).size_ns == 14 * kDay);
}

TEST_CASE("odd windows have a grid, too") {
    CHECK(friendly_grid(300, 1, 5, 5).size_ns > 0);
    CHECK(friendly_grid(300, 1, 9, 5).size_ns > 0);
    CHECK(friendly_grid(1, 1, INT64_MIN, INT64_MAX).size_ns == INT64_MAX);
    CHECK(friendly_grid(2, 1, INT64_MIN, INT64_MAX).size_ns > 0);
    CHECK(bin_count(Grid{1, 0}, 0, 10) == 11);
}
