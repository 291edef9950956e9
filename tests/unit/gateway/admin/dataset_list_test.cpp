#include "gateway/admin/dataset_list.hpp"

#include <catch2/catch.hpp>

#include "gateway/admin/dataset_json.hpp"

namespace {

using domain::admin::DatasetView;
namespace base = domain::base;
namespace catalog = domain::catalog;
namespace http = gateway::http;

DatasetView view(std::int64_t id, const std::string& name, const std::string& description, catalog::DatasetKind kind) {
    DatasetView made;
    made.dataset.id = base::DatasetId(id);
    made.dataset.tenant = base::TenantId("100");
    made.dataset.workspace = "Default";
    made.dataset.name = name;
    made.dataset.schema = catalog::observation_schema();
    made.dataset.schema.kind = kind;
    made.workspace = base::ObjectId(41000001);
    made.description = description;
    made.stamp.updated_at = base::from_nanoseconds(id);
    return made;
}

std::vector<DatasetView> all() {
    std::vector<DatasetView> views{view(1, "Errors", "", catalog::DatasetKind::kEvent),
                                   view(2, "Hosts", "machines with errors", catalog::DatasetKind::kResource),
                                   view(3, "Slow", "", catalog::DatasetKind::kEvent)};
    views[1].dataset.schema.interfaces = {{"metric", {}}};
    views[0].source = base::DatastreamId(9);
    return views;
}

http::Request request(const std::string& query) {
    return http::Request::make(http::Method::kGet, "/v1/datasets?" + query, http::HeaderList()).value();
}

std::string names(const std::vector<DatasetView>& views) {
    std::string text;
    for (const DatasetView& each : views) text += (text.empty() ? "" : " ") + each.dataset.name;
    return text;
}

}  // namespace

TEST_CASE("datasets are filtered, ordered and cut") {
    const auto [query, expected, total] = GENERATE(table<std::string, std::string, int>({
        {"", "Errors Hosts Slow", 3},
        {"filter=kind%20%3D%3D%20%22Event%22", "Errors Slow", 2},
        {"filter=id%20%3E%201&orderBy=label%20desc", "Slow Hosts", 2},
        {"filter=datastreamId%20%3D%3D%209", "Errors", 1},
        {"filter=path%20%3D%3D%20%22Default.Hosts%22", "Hosts", 1},
        {"orderBy=-updatedAt", "Slow Hosts Errors", 3},
        {"limit=1&offset=1", "Hosts", 3},
        {"offset=7", "", 3},
        {"query=errors", "Errors Hosts", -1},
        {"query=errors%20machines&orderBy=label", "Hosts", -1},
        {"query=nothing", "", -1},
    }));
    INFO(query);
    const auto page = gateway::admin::select_datasets(all(), request(query));
    REQUIRE(page.has_value());
    CHECK(names(page->datasets) == expected);
    CHECK(page->total == total);
}

TEST_CASE("a list that cannot be is told") {
    const auto [query, message] = GENERATE(table<std::string, std::string>({
        {"limit=-1", "limit must be a number that is not negative: -1"},
        {"offset=x", "offset must be a number that is not negative: x"},
        {"filter=kind%20%3D", "filter: malformed expression at character 6: unexpected \"=\""},
        {"filter=labl%20%3D%3D%201", "filter: expression: unknown name \"labl\""},
        {"orderBy=labl", "orderBy: expression: unknown name \"labl\""},
    }));
    const auto page = gateway::admin::select_datasets(all(), request(query));
    REQUIRE(page.has_error());
    CHECK(page.error().message() == message);
}

TEST_CASE("the older list knows four filters") {
    const auto [query, expected] = GENERATE(table<std::string, std::string>({
        {"", "Errors Hosts Slow"},
        {"match=SLO", "Slow"},
        {"type=event", "Errors Slow"},
        {"interface=metric", "Hosts"},
        {"workspaceId=41000001", "Errors Hosts Slow"},
        {"workspaceId=7", ""},
    }));
    CHECK(names(gateway::admin::select_legacy_datasets(all(), request(query))) == expected);
}

TEST_CASE("a dataset is shown with its columns and its definition") {
    DatasetView made = view(7, "web/Errors", "about", catalog::DatasetKind::kTable);
    made.stamp.created_by = "user:12";
    made.dataset.schema.columns = {{"host", catalog::Type::kString}, {"n", catalog::Type::kInt64}};
    made.dataset.schema.valid_from.reset();
    made.dataset.schema.primary_key = {"host"};
    made.dataset.schema.candidate_keys = {{"host"}};
    made.dataset.definition = catalog::Definition{
        {{"a", {{"_", base::DatasetId(1)}}, "filter true"}, {"b", {{"x", "a"}}, "statsby n:count(), group_by(host)"}}, "b"};
    const auto json = gateway::admin::dataset_json(made, true);
    CHECK(json["id"] == "7");
    CHECK(json["path"] == "Default.web/Errors");
    CHECK(json["kind"] == "Table");
    CHECK(json["derived"] == true);
    CHECK(json["validFromField"].is_null());
    CHECK(json["primaryKey"].dump() == R"(["host"])");
    CHECK(json["keys"].dump() == R"([["host"]])");
    CHECK(json["fieldList"][1]["name"] == "n");
    CHECK(json["fieldList"][1]["type"].dump() == R"({"tag":"INT64"})");
    CHECK(json["inputs"].dump() == R"([{"id":"1"}])");
    CHECK(json["createdBy"].dump() == R"({"id":"12"})");
    CHECK(json["query"].dump() ==
          R"({"outputStage":"b","stages":[{"stageID":"a","input":[{"inputName":"_","datasetId":"1"}],"pipeline":"filter true"},)"
          R"~({"stageID":"b","input":[{"inputName":"x","stageId":"a"}],"pipeline":"statsby n:count(), group_by(host)"}]})~");
    CHECK_FALSE(gateway::admin::dataset_json(made, false).contains("query"));
    const auto old = gateway::admin::legacy_dataset_json(made);
    CHECK(old["meta"].dump() == R"({"id":"7","workspaceId":"41000001","customerId":"100"})");
    CHECK(old["state"]["columns"][0].dump() == R"({"name":"host","type":"string"})");
}
