#include <catch2/catch.hpp>

#include "gateway/http/slab.hpp"

using namespace gateway::http;
using domain::base::limits::kKiB;
using domain::base::limits::kMiB;

TEST_CASE("slabs are reused and bounded") {
    SlabPool pool(SlabPool::Limits{4 * kMiB, 2 * kMiB});
    const char* first = nullptr;
    {
        auto slab = pool.acquire(700 * kKiB).value();
        CHECK(slab.capacity() == kMiB);
        CHECK(pool.bytes_in_use() == kMiB);
        first = slab.data();
    }
    CHECK(pool.bytes_in_use() == 0);
    auto again = pool.acquire(kMiB).value();
    CHECK(again.data() == first);
    auto large = pool.acquire(2 * kMiB);
    CHECK(large.has_value());
    const auto refused = pool.acquire(2 * kMiB);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code() == domain::base::ErrorCode::kUnavailable);
}

TEST_CASE("growing keeps the bytes and sharing keeps the memory") {
    domain::base::SharedBytes shared;
    {
        SlabPool pool;
        Slab slab = pool.acquire(10).value();
        slab.resize(3);
        std::copy_n("abc", 3, slab.data());
        REQUIRE(pool.grow(slab, 100 * kKiB).has_value());
        CHECK(slab.view() == "abc");
        CHECK(slab.capacity() >= 100 * kKiB);
        shared = slab.share(1, 2);
    }
    CHECK(shared.view() == "bc");
}
