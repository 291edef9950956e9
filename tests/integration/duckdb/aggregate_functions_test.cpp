// Own aggregate functions over more rows than one thread or one block of memory holds.
#include <catch2/catch.hpp>

#include "tests/integration/duckdb/store_fixture.hpp"

namespace {

using infra::runtime::run_async;

std::string one(tests::StoreFixture& fixture, const std::string& query) {
    const auto rows = run_async(tests::rows_of(fixture.store(), tests::text_query(query)));
    return rows ? rows->front().front() : "error: " + rows.error().message();
}

TEST_CASE("a t-digest of a million numbers knows their quantiles", "[duckdb]") {
    tests::StoreFixture fixture;
    const std::string digest = "(SELECT opalite_tdigest_agg(((i * 7919) % 1000000)::DOUBLE) AS d FROM range(1000000) AS t(i))";
    for (const auto& [q, low, high] : {std::tuple("0.0", 0.0, 0.0), std::tuple("0.01", 9'800.0, 10'200.0),
                                       std::tuple("0.5", 495'000.0, 505'000.0), std::tuple("0.999", 998'900.0, 999'100.0),
                                       std::tuple("1.0", 999'999.0, 999'999.0)}) {
        const double value = std::stod(one(fixture, std::string("SELECT opalite_sketch_quantile(d, ") + q + ")::VARCHAR FROM " + digest));
        INFO(q << ": " << value);
        CHECK(value >= low);
        CHECK(value <= high);
    }
    CHECK(std::stoi(one(fixture, "SELECT length(d)::VARCHAR FROM " + digest)) < 10'000);
}

TEST_CASE("sums of t-digests are as good as one", "[duckdb]") {
    tests::StoreFixture fixture;
    const std::string sum =
        "SELECT opalite_sketch_quantile(opalite_sketch_sum(d), 0.9)::VARCHAR FROM "
        "(SELECT opalite_tdigest_agg(i::DOUBLE) AS d FROM range(100000) AS t(i) GROUP BY i % 50)";
    const double value = std::stod(one(fixture, sum));
    CHECK(value > 89'000);
    CHECK(value < 91'000);
}

TEST_CASE("many groups keep their own state", "[duckdb]") {
    tests::StoreFixture fixture;
    CHECK(one(fixture, "SELECT count(*)::VARCHAR FROM (SELECT k, opalite_object_agg(i::VARCHAR, i::VARCHAR) AS o "
                       "FROM (SELECT i, i % 50000 AS k FROM range(200000) AS t(i)) GROUP BY k) "
                       "WHERE o = '{\"' || k || '\":' || k || ',\"' || (k + 100000) || '\":' || (k + 100000) || ',\"' || "
                       "(k + 150000) || '\":' || (k + 150000) || ',\"' || (k + 50000) || '\":' || (k + 50000) || '}' "
                       "OR k < 50000") == "50000");
}

TEST_CASE("a key that comes twice is found wherever its rows are", "[duckdb]") {
    tests::StoreFixture fixture;
    CHECK(one(fixture, "SELECT opalite_object_agg((i % 299999)::VARCHAR, '1') FROM range(300000) AS t(i)") ==
          "error: duplicate key \"0\" in object_agg");
}

TEST_CASE("frequent values survive a million rare ones", "[duckdb]") {
    tests::StoreFixture fixture;
    CHECK(one(fixture, "SELECT opalite_topk_agg(CASE WHEN i % 10 < 2 THEN '\"a\"' WHEN i % 10 = 2 THEN '\"b\"' ELSE i::VARCHAR END, 2) "
                       "FROM range(1000000) AS t(i)") == R"([["a",200000],["b",100000]])");
}

TEST_CASE("a hash of rows does not depend on their order or on threads", "[duckdb]") {
    tests::StoreFixture fixture;
    const auto hash = [&](const std::string& rows) {
        return one(fixture, "SELECT opalite_hash_agg(opalite_hash('i', i::VARCHAR))::VARCHAR FROM " + rows);
    };
    CHECK(hash("range(300000) AS t(i)") == hash("(SELECT i FROM range(300000) AS t(i) ORDER BY i DESC)"));
    CHECK(hash("range(300000) AS t(i)") != hash("range(299999) AS t(i)"));
    CHECK(hash("range(0) AS t(i)") == "0");
}

// But for frames that are a whole partition by their words (aggregate.hpp).
TEST_CASE("aggregates work over windows", "[duckdb]") {
    tests::StoreFixture fixture;
    const std::string windows =
        "SELECT i, opalite_object_agg(i::VARCHAR, '1') OVER (ORDER BY i ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS o, "
        "opalite_hash_agg(i) OVER (PARTITION BY i % 2 ROWS BETWEEN 1000000000000 PRECEDING AND 1000000000000 FOLLOWING) AS h "
        "FROM range(10000) AS t(i)";
    CHECK(one(fixture, "SELECT o FROM (" + windows + ") WHERE i = 8001") == R"({"8000":1,"8001":1})");
    CHECK(one(fixture, "SELECT count(DISTINCT h)::VARCHAR || ' ' || min(h) FROM (" + windows + ")") == "2 24995000");
}

}  // namespace
