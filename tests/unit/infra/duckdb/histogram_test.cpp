#include "infra/duckdb/functions/histogram.hpp"

#include <catch2/catch.hpp>

using namespace infra::duckdb::functions;

namespace {

std::string sum_of(const std::string& first, const std::string& second) {
    std::string json;
    if (auto sum = ExplicitHistogram::read(first)) {
        if (const auto other = ExplicitHistogram::read(second)) sum->add(*other);
        sum->write(json);
    } else if (auto exponential = ExponentialHistogram::read(first)) {
        if (const auto other = ExponentialHistogram::read(second)) exponential->add(*other);
        exponential->write(json);
    }
    return json;
}

}  // namespace

TEST_CASE("histograms are added bucket by bucket") {
    CHECK(sum_of(R"({"explicitBounds":[1,2],"bucketCounts":[1,2,3],"count":6,"sum":9,"min":0,"max":4})",
                 R"({"explicitBounds":[1,2],"bucketCounts":["4","5","6"],"count":"15","sum":20,"min":-1,"max":3})") ==
          R"({"count":21,"sum":29,"min":-1,"max":4,"explicitBounds":[1,2],"bucketCounts":[5,7,9]})");
}

TEST_CASE("only bounds that both have stay") {
    CHECK(sum_of(R"({"explicitBounds":[1,2,4],"bucketCounts":[1,1,1,1]})", R"({"explicitBounds":[2,3],"bucketCounts":[5,6,7]})") ==
          R"({"count":0,"explicitBounds":[2],"bucketCounts":[7,15]})");
    CHECK(sum_of(R"({"explicitBounds":[1],"bucketCounts":[1,1]})", R"({"explicitBounds":[2],"bucketCounts":[5,6]})") ==
          R"({"count":0,"explicitBounds":[],"bucketCounts":[13]})");
}

TEST_CASE("exponential histograms meet at the coarser scale") {
    // At scale 1 the bounds are powers of the root of 2: buckets -3 and -2 become -2 and -1, 4 and 5 become 2.
    CHECK(sum_of(R"({"scale":1,"zeroCount":1,"positive":{"offset":-3,"bucketCounts":[1,2]}})",
                 R"({"scale":0,"zeroCount":2,"positive":{"offset":-1,"bucketCounts":[4]},"negative":{"offset":0,"bucketCounts":[3]}})") ==
          R"({"count":0,"scale":0,"zeroCount":3,"zeroThreshold":0,"positive":{"offset":-2,"bucketCounts":[1,6]},)"
          R"("negative":{"offset":0,"bucketCounts":[3]}})");
}

TEST_CASE("buckets far apart make the scale coarser, not the text longer") {
    const std::string json = sum_of(R"({"scale":20,"positive":{"offset":0,"bucketCounts":[1]}})",
                                    R"({"scale":20,"positive":{"offset":1000000000,"bucketCounts":[1]}})");
    CHECK(json.size() < 1'000'000);
    CHECK(json.find("\"scale\":20") == std::string::npos);
}

TEST_CASE("what is no histogram is not read") {
    const std::string json = GENERATE(R"({"explicitBounds":[1,2],"bucketCounts":[1,2]})", R"({"explicitBounds":[2,1],"bucketCounts":[1,2,3]})",
                                      R"({"explicitBounds":[1],"bucketCounts":[1,-2]})", R"({"explicitBounds":["x"],"bucketCounts":[1,2]})",
                                      R"({"bucketCounts":[1]})", R"([1,2])", "1", "");
    INFO(json);
    CHECK_FALSE(ExplicitHistogram::read(json));
    CHECK_FALSE(ExponentialHistogram::read(json));
}

TEST_CASE("quantiles and shares are interpolated") {
    const auto histogram = ExplicitHistogram::read(R"({"explicitBounds":[10,20],"bucketCounts":[2,2,4],"max":40})");
    REQUIRE(histogram);
    const auto buckets = histogram->buckets();
    CHECK(quantile(buckets, 0) == 0.0);
    CHECK(quantile(buckets, 0.125) == 5.0);
    CHECK(quantile(buckets, 0.5) == 20.0);
    CHECK(quantile(buckets, 0.75) == 30.0);
    CHECK(quantile(buckets, 1) == 40.0);
    CHECK(fraction(buckets, 5, 20) == 0.375);
    CHECK(fraction(buckets, -1, 100) == 1.0);
    CHECK_FALSE(quantile({}, 0.5));
    CHECK_FALSE(fraction({}, 0, 1));
}

TEST_CASE("exponential buckets grow by factors") {
    const auto histogram = ExponentialHistogram::read(R"({"scale":0,"positive":{"offset":2,"bucketCounts":[4]}})");
    REQUIRE(histogram);
    CHECK(quantile(histogram->buckets(), 0.5).value() == Approx(5.656854));
    CHECK(fraction(histogram->buckets(), 4, 5.656854).value() == Approx(0.5));
}
