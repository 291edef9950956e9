#include <catch2/catch.hpp>

#include <set>

#include "gateway/collect/bundle_id.hpp"

using domain::base::from_nanoseconds;
using gateway::collect::make_bundle_id;

TEST_CASE("bundle ids are ULIDs: unique, and in the order of their time") {
    const auto early = make_bundle_id(from_nanoseconds(1'469'918'176'385'000'000));
    CHECK(early.value().size() == 26);
    CHECK(early.value().substr(0, 10) == "01ARYZ6S41");  // the specification's example
    CHECK(early < make_bundle_id(from_nanoseconds(1'469'918'176'386'000'000)));
    std::set<domain::base::BundleId> ids;
    for (int i = 0; i < 1000; ++i) ids.insert(make_bundle_id(from_nanoseconds(5)));
    CHECK(ids.size() == 1000);
}
