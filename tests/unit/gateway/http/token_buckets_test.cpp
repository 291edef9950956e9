#include "gateway/http/token_buckets.hpp"

#include <catch2/catch.hpp>

#include "gateway/http/api_limits.hpp"
#include "tests/support/fake_clock.hpp"

using gateway::http::ApiLimits;
using gateway::http::ApiRates;
using gateway::http::BucketRate;
using gateway::http::TokenBuckets;
using namespace std::chrono_literals;

TEST_CASE("a bucket is used up, says when, and fills again") {
    tests::FakeClock clock;
    TokenBuckets buckets(clock);
    const BucketRate rate{2, 4};
    for (int i = 0; i < 4; ++i) CHECK_FALSE(buckets.take("a", rate));
    CHECK(buckets.take("a", rate) == 1s);
    CHECK_FALSE(buckets.take("b", rate));
    clock.advance(500ms);
    CHECK_FALSE(buckets.take("a", rate));
    CHECK(buckets.take("a", rate) == 1s);
    clock.advance(1h);
    for (int i = 0; i < 4; ++i) CHECK_FALSE(buckets.take("a", rate));
    CHECK(buckets.take("a", rate));
}

TEST_CASE("what is larger than a burst passes when the bucket is full, and is owed") {
    tests::FakeClock clock;
    TokenBuckets buckets(clock);
    const BucketRate rate{10, 100};
    CHECK_FALSE(buckets.take("a", rate, 1'000));
    CHECK(buckets.take("a", rate, 1'000) == 100s);
    CHECK(buckets.take("a", rate, 1) == 91s);
    clock.advance(91s);
    CHECK_FALSE(buckets.take("a", rate, 1));
}

TEST_CASE("buckets are bounded, and full ones are forgotten") {
    tests::FakeClock clock;
    TokenBuckets buckets(clock, 10);
    const BucketRate rate{1, 1};
    for (int i = 0; i < 100; ++i) CHECK_FALSE(buckets.take(std::to_string(i), rate));
    CHECK(buckets.size() == 10);
    CHECK(buckets.take("0", rate));
    clock.advance(1min);
    CHECK_FALSE(buckets.take("new", rate));
    CHECK(buckets.size() == 1);
}

TEST_CASE("reads and writes of users and customers have limits of their own") {
    tests::FakeClock clock;
    ApiRates rates;
    rates.user_reads = {1, 2};
    rates.tenant_reads = {1, 3};
    rates.user_writes = {1, 1};
    rates.tenant_writes = {0, 0};
    ApiLimits limits(clock, rates);
    domain::identity::Principal ann;
    ann.tenant = domain::base::TenantId("1");
    ann.user = domain::base::UserId(1);
    domain::identity::Principal bob = ann;
    bob.user = domain::base::UserId(2);
    domain::identity::Principal other = ann;
    other.tenant = domain::base::TenantId("2");

    CHECK_FALSE(limits.refuse(ann, true));
    CHECK_FALSE(limits.refuse(ann, true));
    const auto refused = limits.refuse(ann, true);
    REQUIRE(refused);
    CHECK(refused->status() == 429);
    CHECK(refused->body() == R"({"ok":false,"message":"too many reads of this user"})");
    CHECK(refused->headers().back() == gateway::http::Response::Header("Retry-After", "1"));
    CHECK_FALSE(limits.refuse(bob, true));
    CHECK(limits.refuse(bob, true)->body() == R"({"ok":false,"message":"too many reads of this customer"})");
    CHECK_FALSE(limits.refuse(other, true));
    CHECK_FALSE(limits.refuse(ann, false));
    CHECK(limits.refuse(ann, false));
    CHECK_FALSE(limits.refuse(bob, false));
}
