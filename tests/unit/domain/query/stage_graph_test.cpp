#include "domain/query/stage_graph.hpp"

#include <catch2/catch.hpp>

namespace {

namespace query = domain::query;

query::Stage stage(std::string id, std::vector<std::string> reads) {
    query::Stage result;
    result.id = std::move(id);
    for (std::string& name : reads) {
        query::StageInput input;
        input.name = name;
        if (name.starts_with("dataset")) input.source = domain::base::DatasetId(1);
        else input.source = query::StageReference{name};
        result.inputs.push_back(std::move(input));
    }
    return result;
}

query::QueryRequest request(std::vector<query::Stage> stages) {
    query::QueryRequest result;
    result.stages = std::move(stages);
    return result;
}

std::string fault(const query::QueryRequest& request) {
    const auto order = query::order_stages(request);
    if (order) return "none";
    CHECK(order.error().code() == domain::base::ErrorCode::kInvalidArgument);
    return order.error().message();
}

TEST_CASE("stages are ordered by what they read, the output last") {
    const auto order = query::order_stages(request({stage("c", {"b", "a"}), stage("a", {"dataset"}), stage("b", {"a"})}));
    REQUIRE(order.has_value());
    CHECK(order->stages == std::vector<std::size_t>{1, 2});
    auto with_output = request({stage("c", {"b", "a"}), stage("a", {"dataset"}), stage("b", {"a"})});
    with_output.output_stage = "c";
    CHECK(query::order_stages(with_output)->stages == std::vector<std::size_t>{1, 2, 0});
}

TEST_CASE("faults of the form are named") {
    CHECK(fault(request({})) == "a query needs at least one stage");
    CHECK(fault(request({stage("a", {})})) == "stage has no input: a");
    CHECK(fault(request({stage("a", {"dataset"}), stage("a", {"dataset"})})) == "two stages have the same id: a");
    CHECK(fault(request({stage("a", {"dataset", "dataset"})})) == "stage a has two inputs of this name: dataset");
    CHECK(fault(request({stage("a", {"b"})})) == "stage a reads a stage that does not exist: b");
    CHECK(fault(request({stage("a", {"a"})})) == "the stages read each other in a circle: a");
    CHECK(fault(request({stage("a", {"b"}), stage("b", {"a"}), stage("c", {"dataset"})})) ==
          "the stages read each other in a circle: a");
    auto output = request({stage("a", {"dataset"})});
    output.output_stage = "z";
    CHECK(fault(output) == "the output stage does not exist: z");
    auto limit = request({stage("a", {"dataset"})});
    limit.row_limit = -1;
    CHECK(fault(limit) == "the row limit is negative");
    auto window = request({stage("a", {"dataset"})});
    window.window.start = domain::base::from_nanoseconds(5);
    CHECK(fault(window) == "the query window ends before it starts");
}

}  // namespace
