#include <algorithm>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "gateway/query/reference_endpoint.hpp"

using gateway::query::reference_json;

namespace {

nlohmann::json find(const nlohmann::json& list, const std::string& name, const std::string& kind = "") {
    const auto found = std::find_if(list.begin(), list.end(), [&](const nlohmann::json& entry) {
        return entry["name"] == name && (kind.empty() || entry["kind"] == kind);
    });
    REQUIRE(found != list.end());
    return *found;
}

}  // namespace

TEST_CASE("the reference names verbs with their aliases and kinds") {
    const auto reference = nlohmann::json::parse(reference_json());
    CHECK(reference["verbs"].size() == 71);
    const auto limit = find(reference["verbs"], "limit");
    CHECK(limit["signature"] == "limit count: const int64");
    CHECK(limit["inputKinds"] == nlohmann::json({"Event", "Interval", "Table"}));
    CHECK(limit["example"]["input"] == "http");
    const auto timechart = find(reference["verbs"], "timechart");
    CHECK(timechart["aliases"] == nlohmann::json::parse(R"([{"name":"bucketize","deprecated":false}])"));
}

TEST_CASE("the reference tells a scalar from the aggregate of the same name") {
    const auto reference = nlohmann::json::parse(reference_json());
    const auto scalar = find(reference["functions"], "max", "scalar");
    const auto aggregate = find(reference["functions"], "max", "aggregate");
    CHECK(scalar["signatures"].size() == 1);
    CHECK(scalar["signatures"] != aggregate["signatures"]);
    CHECK(find(reference["functions"], "round")["signatures"][0] ==
          "round(val: num, [precision: const int64]?) -> float64");
    CHECK(find(reference["functions"], "~")["kind"] == "operator");
    CHECK_FALSE(find(reference["functions"], "~").contains("example"));
}
