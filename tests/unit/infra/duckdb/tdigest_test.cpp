#include "infra/duckdb/functions/tdigest.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

using infra::duckdb::functions::TDigest;

TEST_CASE("few numbers are all kept") {
    TDigest digest;
    for (const double value : {3.0, 1.0, 2.0}) digest.add(value);
    std::string json;
    digest.write(json);
    CHECK(json == R"({"type":"tdigest","version":1,"state":[1,1,2,1,3,1]})");
    CHECK(digest.quantile(0) == 1.0);
    CHECK(digest.quantile(0.5) == 2.0);
    CHECK(digest.quantile(1) == 3.0);
    CHECK(digest.share_up_to(0) == 0.0);
    CHECK(digest.share_up_to(2) == 0.5);
    CHECK(digest.share_up_to(9) == 1.0);
}

TEST_CASE("quantiles of many numbers are near the true ones") {
    std::mt19937 random(7);
    std::exponential_distribution<double> distribution(1);
    std::vector<double> values;
    TDigest whole;
    TDigest merged;
    for (int part = 0; part < 20; ++part) {
        TDigest digest;
        for (int i = 0; i < 5000; ++i) {
            values.push_back(distribution(random));
            digest.add(values.back());
            whole.add(values.back());
        }
        merged.merge(digest);
    }
    std::sort(values.begin(), values.end());
    for (const double q : {0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
        for (const TDigest* digest : {&whole, &merged}) {
            const double found = digest->quantile(q).value();
            const auto below = std::lower_bound(values.begin(), values.end(), found) - values.begin();
            const double share = static_cast<double>(below) / static_cast<double>(values.size());
            INFO(q << " " << share);
            // The error is largest in the middle.
            CHECK(std::fabs(share - q) < 0.02 * std::sqrt(q * (1 - q)));
            CHECK(std::fabs(digest->share_up_to(found).value() - q) < 1e-9);
        }
    }
    CHECK(whole.quantile(0) == values.front());
    CHECK(whole.quantile(1) == values.back());
}

TEST_CASE("a digest survives being written") {
    TDigest digest;
    for (int i = 0; i < 10'000; ++i) digest.add(std::sin(i));
    std::string json;
    digest.write(json);
    const auto read = TDigest::read(json);
    REQUIRE(read);
    std::string again;
    read->write(again);
    CHECK(again == json);
    CHECK(read->quantile(0.25) == digest.quantile(0.25));
}

TEST_CASE("equal numbers, odd numbers and none") {
    TDigest digest;
    CHECK(digest.is_empty());
    CHECK_FALSE(digest.quantile(0.5));
    digest.add(std::nan(""));
    digest.add(HUGE_VAL);
    CHECK(digest.is_empty());
    for (int i = 0; i < 5000; ++i) digest.add(7);
    CHECK(digest.quantile(0.3) == 7.0);
    CHECK(digest.share_up_to(7) == 1.0);
    CHECK(digest.share_up_to(6.9) == 0.0);
}
