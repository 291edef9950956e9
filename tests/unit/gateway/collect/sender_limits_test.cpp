#include "gateway/collect/sender_limits.hpp"

#include <map>

#include <catch2/catch.hpp>

#include "infra/runtime/run_async.hpp"
#include "tests/support/fake_clock.hpp"
#include "tests/support/lone_gateway.hpp"

using domain::base::Result;
using domain::base::Task;
using domain::identity::IngestPrincipal;
using domain::ingest::Demand;
using domain::ingest::OtherDemands;
using gateway::collect::RateShares;
using gateway::collect::SenderLimits;
using namespace std::chrono_literals;

namespace {

IngestPrincipal sender(const char* token = "ds1", std::int64_t datastream = 5) {
    return IngestPrincipal{domain::base::TenantId("122"), domain::base::IngestTokenId(token), domain::base::DatastreamId(datastream),
                           domain::base::DatasetId(6), {}};
}

struct Fixture {
    tests::FakeClock clock;
    tests::LoneGateway alone;
    RateShares shares{alone, clock};
    SenderLimits limits{clock, shares};

    std::string message(const IngestPrincipal& from, std::size_t bytes) {
        const auto refusal = limits.refuse(from, bytes);
        return refusal ? std::string(refusal->body()) : "";
    }
};

/// Two gateways and what stands between them.
struct Exchange {
    class Side final : public domain::ingest::RateExchange {
    public:
        Side(Exchange& between, int number) : between_(between), number_(number) {}
        Task<Result<OtherDemands>> exchange(std::vector<Demand> own) override {
            if (between_.broken) co_return domain::base::Error(domain::base::ErrorCode::kUnavailable, "no PostgreSQL");
            between_.said[number_] = std::move(own);
            OtherDemands others;
            for (const auto& [number, demands] : between_.said) {
                if (number == number_) continue;
                ++others.gateways;
                others.demands.insert(others.demands.end(), demands.begin(), demands.end());
            }
            co_return others;
        }

    private:
        Exchange& between_;
        int number_;
    };
    std::map<int, std::vector<Demand>> said;
    bool broken = false;
};

struct OneGateway {
    OneGateway(Exchange& exchange, int number, const domain::base::Clock& clock)
        : side(exchange, number), shares(side, clock), limits(clock, shares) {}
    Exchange::Side side;
    RateShares shares;
    SenderLimits limits;
    std::size_t accepted = 0;

    void send(const IngestPrincipal& from, int requests, std::size_t bytes) {
        for (int i = 0; i < requests; ++i) accepted += limits.refuse(from, bytes) ? 0 : bytes;
    }
};

}  // namespace

TEST_CASE("a token, a datastream and a customer each have their limit, and the refusal says whose") {
    Fixture f;
    auto from = sender();
    CHECK(f.message(from, 1'000'000).empty());
    from.rates.tenant.bytes_per_minute = 6'000;
    CHECK(f.message(from, 4'000).empty());
    CHECK(f.message(from, 4'000) ==
          R"({"ok":false,"message":"the customer is over its rate limit in bytes per minute: 6000"})");
    CHECK(f.message(from, 2'000).empty());
    from.rates.datastream.bytes_per_minute = 600;
    CHECK(f.message(from, 1) == R"({"ok":false,"message":"the customer is over its rate limit in bytes per minute: 6000"})");
    CHECK(f.message(from, 601) == R"({"ok":false,"message":"the customer is over its rate limit in bytes per minute: 6000"})");
    f.clock.advance(1min);
    CHECK(f.message(from, 600).empty());
    CHECK(f.message(from, 1) == R"({"ok":false,"message":"the datastream is over its rate limit in bytes per minute: 600"})");
    // Another datastream of the customer goes on.
    auto other = sender("ds2", 7);
    other.rates.tenant = from.rates.tenant;
    CHECK(f.message(other, 100).empty());
    // A refusal costs nothing: the datastream's refusals took nothing from the customer.
    for (int i = 0; i < 100; ++i) CHECK_FALSE(f.message(from, 500).empty());
    CHECK(f.message(other, 5'200).empty());
}

TEST_CASE("observations are counted when they are known, and owed") {
    Fixture f;
    auto from = sender();
    from.rates.token.observations_per_minute = 60;
    CHECK(f.message(from, 1).empty());
    f.limits.spend_observations(from, 90);
    CHECK(f.message(from, 1) == R"({"ok":false,"message":"the ingest token is over its rate limit in observations per minute: 60"})");
    CHECK(f.limits.refuse(from, 1)->headers().back() == gateway::http::Response::Header("Retry-After", "30"));
    f.clock.advance(30s);
    CHECK(f.message(from, 1).empty());
}

TEST_CASE("two gateways keep a limit together, each in the measure of what is asked of it") {
    tests::FakeClock clock;
    Exchange exchange;
    OneGateway one(exchange, 1, clock);
    OneGateway two(exchange, 2, clock);
    auto from = sender();
    from.rates.token.bytes_per_minute = 60'000;
    const auto seconds = [&](int count, int to_one, int to_two) {
        one.accepted = two.accepted = 0;
        for (int i = 0; i < count; ++i) {
            one.send(from, to_one, 100);
            two.send(from, to_two, 100);
            clock.advance(1s);
            REQUIRE(infra::runtime::run_async(one.shares.exchange()).has_value());
            REQUIRE(infra::runtime::run_async(two.shares.exchange()).has_value());
        }
    };
    seconds(90, 50, 50);  // what may come at once is used up
    seconds(100, 50, 50);
    CHECK(one.accepted + two.accepted <= 105'000);
    CHECK(one.accepted + two.accepted >= 95'000);
    CHECK(one.accepted == Approx(two.accepted).epsilon(0.1));
    // Who asks for less than its half gets it; the other one has the rest.
    seconds(30, 2, 50);
    seconds(100, 2, 50);
    CHECK(one.accepted == Approx(20'000).epsilon(0.05));
    CHECK(two.accepted == Approx(80'000).epsilon(0.1));
    // Alone, one gateway has all of it.
    seconds(30, 0, 50);
    seconds(100, 0, 50);
    CHECK(two.accepted == Approx(100'000).epsilon(0.1));
    // Without the exchange the last parts hold.
    exchange.broken = true;
    two.accepted = 0;
    for (int i = 0; i < 100; ++i) {
        two.send(from, 50, 100);
        clock.advance(1s);
        CHECK(infra::runtime::run_async(two.shares.exchange()).has_error());
    }
    CHECK(two.accepted == Approx(100'000).epsilon(0.1));
}

TEST_CASE("what is not asked for any more is forgotten") {
    tests::FakeClock clock;
    Exchange exchange;
    OneGateway one(exchange, 1, clock);
    auto from = sender();
    from.rates.token.bytes_per_minute = 60'000;
    one.send(from, 1, 100);
    CHECK(one.shares.size() == 1);
    for (int i = 0; i < 60; ++i) {
        clock.advance(1s);
        REQUIRE(infra::runtime::run_async(one.shares.exchange()).has_value());
    }
    CHECK(one.shares.size() == 0);
}
