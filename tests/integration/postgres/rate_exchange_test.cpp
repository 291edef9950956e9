#include "infra/postgres/rate_exchange.hpp"

#include <catch2/catch.hpp>

#include "infra/runtime/run_async.hpp"
#include "test_database.hpp"

using domain::ingest::Demand;
using domain::ingest::OtherDemands;
using infra::postgres::ConnectionPool;
using tests::postgres::TestDatabase;
using infra::postgres::PostgresRateExchange;

namespace {

OtherDemands exchanged(PostgresRateExchange& exchange, std::vector<Demand> own) {
    auto others = infra::runtime::run_async(exchange.exchange(std::move(own)));
    REQUIRE(others.has_value());
    return std::move(*others);
}

}  // namespace

TEST_CASE("gateways hear what the others were asked for", "[postgres]") {
    const TestDatabase database;
    infra::postgres::PostgresOptions options;
    options.url = database.url();
    ConnectionPool pool(options);
    PostgresRateExchange one(pool, "one");
    PostgresRateExchange two(pool, "two");

    CHECK(exchanged(one, {{"token 122 ds1 bytes", 10.5}, {"customer 122  bytes", 4}}).gateways == 0);
    const auto heard = exchanged(two, {{"token 122 ds1 bytes", 1}});
    CHECK(heard.gateways == 1);
    REQUIRE(heard.demands.size() == 1);
    CHECK(heard.demands.front().name == "token 122 ds1 bytes");
    CHECK(heard.demands.front().per_second == 10.5);

    // What is no longer said is no longer heard; the gateway is there all the same.
    const auto back = exchanged(one, {});
    CHECK(back.gateways == 1);
    CHECK(back.demands.empty());
    CHECK(exchanged(two, {{"token 122 ds1 bytes", 1}}).demands.empty());

    // A gateway that said nothing for some seconds does not count, and is cleared away later.
    database.execute("update gateway_demands set seen_at = seen_at - interval '6 seconds' where gateway = 'one'");
    CHECK(exchanged(two, {}).gateways == 0);
    database.execute("update gateway_demands set seen_at = seen_at - interval '1 minute' where gateway = 'one'");
    CHECK(exchanged(two, {}).gateways == 0);
    CHECK(database.execute("select count(*) from gateway_demands") == "1");
}
