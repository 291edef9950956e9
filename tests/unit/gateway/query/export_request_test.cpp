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

/// A query with one stage and further members.
std::string parameters(const std::string& members) {
    return R"({"query":{"stages":[{"input":[{"datasetId":1}]}],)" + members + "}}";
}

}  // namespace

TEST_CASE("a request with two stages is read") {
    const auto request = parse_export_request(R"({
        "query": {"outputStage": "b", "layout": {"any": 1}, "stages": [
            {"stageID": "a", "pipeline": "limit 1", "input": [{"inputName": "_", "datasetId": "41000001"}]},
            {"id": "b", "input": [{"inputName": "x", "stageId": "a"}, {"inputName": "y", "datasetPath": "Default.a.b"}]}]},
        "rowCount": "1000", "presentation": {"limit": 10, "linkify": false}, "interval": "ignored"})");
    REQUIRE(request.has_value());
    REQUIRE(request->question.stages.size() == 2);
    CHECK(request->question.output_stage == "b");
    CHECK(request->question.row_limit == 10);
    CHECK(request->question.stages[0].id == "a");
    CHECK(request->question.stages[0].pipeline == "limit 1");
    CHECK(std::get<DatasetId>(request->question.stages[0].inputs[0].source) == DatasetId(41000001));
    CHECK(request->question.stages[1].pipeline.empty());
    CHECK(std::get<StageReference>(request->question.stages[1].inputs[0].source).stage == "a");
    CHECK(std::get<DatasetPath>(request->question.stages[1].inputs[1].source).path == "Default.a.b");
}

TEST_CASE("the version of the language is read") {
    using domain::opal::check::LanguageVersion;
    const auto newer = parse_export_request(parameters(R"("version":"v2026_09_30")"));
    const auto none = parse_export_request(parameters(R"("version":null)"));
    REQUIRE(newer.has_value());
    REQUIRE(none.has_value());
    CHECK(newer->question.version == LanguageVersion::k2026_09_30);
    CHECK(none->question.version == LanguageVersion::k2021_01_01);
}

TEST_CASE("parameters are read with their types") {
    using domain::catalog::Type;
    const auto request = parse_export_request(R"({"explain": true, "query": {
        "stages": [{"input": [{"datasetId": 1}], "parameterValues": [{"id": "s", "value": {"string": "stage"}}]}],
        "parameters": [{"id": "env", "name": "Environment", "valueKind": {"type": "STRING"}, "defaultValue": {"string": "prod"}},
                       {"id": "empty", "name": "Empty", "valueKind": {"type": "INT64"}},
                       {"id": "n", "name": "N", "valueKind": {"type": "INT64"}, "defaultValue": {"int64": 1}}],
        "parameterValues": [{"id": "n", "value": {"int64": "9007199254740993"}}, {"id": "f", "value": {"float64": 2}},
                            {"id": "t", "value": {"timestamp": "1970-01-01T00:00:01Z"}}, {"id": "d", "value": {"duration": "5"}},
                            {"id": "b", "value": {"bool": true}}, {"id": "none", "value": {"string": null}},
                            {"id": "list", "value": {"array": {"value": [{"string": "a\"b"}, {"int64": "2"}, {"bool": null}]}}}]}})");
    REQUIRE(request.has_value());
    CHECK(request->explain);
    using domain::opal::check::ParameterValue;
    const domain::opal::check::ParameterValues expected{
        {"env", {Type::kString, std::string("prod")}}, {"empty", {Type::kInt64, nullptr}},
        {"n", {Type::kInt64, std::int64_t{9'007'199'254'740'993}}}, {"f", {Type::kFloat64, 2.0}},
        {"t", {Type::kTimestamp, std::int64_t{1'000'000'000}}}, {"d", {Type::kDuration, std::int64_t{5}}},
        {"b", {Type::kBool, true}}, {"none", {Type::kString, nullptr}},
        {"list", {Type::kArray, std::string(R"(["a\"b",2,null])")}}};
    CHECK(request->question.parameters == expected);
    CHECK(request->question.stages[0].parameters ==
          domain::opal::check::ParameterValues{{"s", {Type::kString, std::string("stage")}}});
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
        {R"({"explain":1,"query":{"stages":[{"input":[{"datasetId":1}]}]}})", "explain must be true or false"},
        {R"({"presentation":{"linkify":"x"},"query":{"stages":[{"input":[{"datasetId":1}]}]}})",
         "presentation.linkify must be true or false"},
        {parameters(R"("parameters":{})"), "query.parameters must be an array"},
        {parameters(R"("version":"v1999_01_01")"), "query.version must be \"v2021_01_01\" or \"v2026_09_30\""},
        {parameters(R"("version":2)"), "query.version must be \"v2021_01_01\" or \"v2026_09_30\""},
        {parameters(R"("parameters":[{"name":"x"}])"), "query.parameters[0].id must be the name of a parameter"},
        {parameters(R"("parameters":[{"id":"x"}])"), "query.parameters[0].valueKind must be an object with a type"},
        {parameters(R"("parameters":[{"id":"x","valueKind":{"type":"LINK"}}])"),
         "query.parameters[0]: parameters of this type are not supported: LINK"},
        {parameters(R"("parameters":[{"id":"x","valueKind":{"type":"BOOL"}},{"id":"x","valueKind":{"type":"BOOL"}}])"),
         "query.parameters[1].id is declared twice: x"},
        {parameters(R"("parameterValues":[{"id":"x"}])"), "query.parameterValues[0].value is missing"},
        {parameters(R"("parameterValues":[{"id":"x","value":7}])"),
         "query.parameterValues[0].value must be an object with one type and its value"},
        {parameters(R"("parameterValues":[{"id":"x","value":{"int64":"7x"}}])"),
         "query.parameterValues[0].value.int64 must be a value of type int64: \"7x\""},
        {parameters(R"("parameterValues":[{"id":"x","value":{"timestamp":"yesterday"}}])"),
         "query.parameterValues[0].value.timestamp must be a value of type timestamp: \"yesterday\""},
        {parameters(R"("parameterValues":[{"id":"x","value":{"array":{"value":[{"array":{"value":[]}}]}}}])"),
         "query.parameterValues[0].value.array.value[0] must not be an array"},
        {parameters(R"("parameters":[{"id":"x","valueKind":{"type":"BOOL"}}],"parameterValues":[{"id":"x","value":{"int64":1}}])"),
         "query.parameterValues[0].value must be of the declared type bool"},
    }));
    const auto request = parse_export_request(body);
    REQUIRE_FALSE(request.has_value());
    CHECK(request.error().code() == domain::base::ErrorCode::kInvalidArgument);
    CHECK(request.error().message() == message);
}
