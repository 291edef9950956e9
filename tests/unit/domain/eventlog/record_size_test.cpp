#include "domain/eventlog/record_size.hpp"

#include <catch2/catch.hpp>

namespace eventlog = domain::eventlog;
using domain::base::SharedBytes;

TEST_CASE("a record counts its value and the names and values of its headers") {
    CHECK(eventlog::record_bytes({}) == 0);
    CHECK(eventlog::record_bytes({{}, SharedBytes::of("12345")}) == 5);
    CHECK(eventlog::record_bytes({{{"name", "value"}, {"empty", ""}}, SharedBytes::of("12345")}) == 19);
}
