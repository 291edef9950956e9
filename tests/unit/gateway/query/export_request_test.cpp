#include <tuple>

#include <catch2/catch.hpp>

#include "gateway/query/export_request.hpp"

using domain::base::DatasetId;
using domain::query::DatasetPath;
using domain::query::StageReference;
using gateway::query::parse_export_request;

namespace {

std::string stage(const std::string& members) {
    return R"({"query":{"stages":[{)" + members + "}]}}";
}

}  // namespace

TEST_CASE("a request with two stages is read") {
    const auto request = parse_export_request(R"({
        "query": {"outputStage": "b", "layout": {"any": 1}, "stages": [
            {"stageID": "a", "pipeline": "limit 1", "input": [{"inputName": "_", "datasetId": "41000001"}]},
            {"id": "b", "input": [{"inputName": "x", "stageId": "a"}, {"inputName": "y", "datasetPath": "Default.a.b"}]}]},
        "rowCount": "1000", "presentation": {"limit": 10, "linkify": false}, "interval": "ignored"})");
    REQUIRE(request.has_value());
    REQUIRE(request->stages.size() == 2);
    CHECK(request->output_stage == "b");
    CHECK(request->row_limit == 10);
    CHECK(request->stages[0].id == "a");
    CHECK(request->stages[0].pipeline == "limit 1");
    CHECK(std::get<DatasetId>(request->stages[0].inputs[0].source) == DatasetId(41000001));
    CHECK(request->stages[1].pipeline.empty());
    CHECK(std::get<StageReference>(request->stages[1].inputs[0].source).stage == "a");
    CHECK(std::get<DatasetPath>(request->stages[1].inputs[1].source).path == "Default.a.b");
}

TEST_CASE("a request that cannot be read says where") {
    const auto [body, message] = GENERATE(table<std::string, std::string>({
        {"{", "malformed JSON in the request body at byte 2"},
        {"[]", "query must be an object"},
        {R"({"query":{}})", "query.stages must be an array with at least one stage"},
        {R"({"query":{"stages":[]}})", "query.stages must be an array with at least one stage"},
        {R"({"query":{"stages":[1]}})", "query.stages[0] must be an object"},
        {stage(R"("input":[])"), "query.stages[0].input must be an array with at least one input"},
        {stage(R"("input":[{}])"), "query.stages[0].input[0] must have exactly one of datasetId, datasetPath and stageId"},
        {stage(R"("input":[{"datasetId":"1","stageId":"a"}])"),
         "query.stages[0].input[0] must have exactly one of datasetId, datasetPath and stageId"},
        {stage(R"("input":[{"datasetId":"abc"}])"),
         "Failed to parse query.stages[0].input[0].datasetId: ObjectId has an illegal value: \"abc\""},
        {stage(R"("input":[{"datasetId":1.5}])"),
         "Failed to parse query.stages[0].input[0].datasetId: ObjectId has an illegal value: 1.5"},
        {stage(R"("pipeline":7,"input":[{"datasetId":1}])"), "query.stages[0].pipeline must be a string"},
        {R"({"rowCount":-1,"query":{"stages":[{"input":[{"datasetId":1}]}]}})",
         "rowCount must be a row count that is not negative: -1"},
        {R"({"presentation":{"limit":"x"},"query":{"stages":[{"input":[{"datasetId":1}]}]}})",
         "presentation.limit must be a row count that is not negative: \"x\""},
        {R"({"paginate":true,"query":{"stages":[{"input":[{"datasetId":1}]}]}})",
         "paginate is not supported yet; leave it out and the whole result streams"},
    }));
    const auto request = parse_export_request(body);
    REQUIRE_FALSE(request.has_value());
    CHECK(request.error().code() == domain::base::ErrorCode::kInvalidArgument);
    CHECK(request.error().message() == message);
}
