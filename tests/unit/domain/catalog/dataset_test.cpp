#include "domain/catalog/dataset_graph.hpp"

#include <catch2/catch.hpp>

#include "domain/catalog/definition.hpp"
#include "domain/catalog/schema_json.hpp"

namespace {

using domain::base::DatasetId;
using Ids = std::vector<DatasetId>;

Ids ids(std::initializer_list<int> numbers) {
    Ids list;
    for (const int number : numbers) list.emplace_back(number);
    return list;
}

}  // namespace

TEST_CASE("dependents stand behind everything that they read") {
    domain::catalog::DatasetGraph graph;
    graph.add(DatasetId(5), ids({2, 4}));
    graph.add(DatasetId(2), ids({1}));
    graph.add(DatasetId(4), ids({3}));
    graph.add(DatasetId(3), ids({2, 9}));
    CHECK(graph.dependents(DatasetId(1)) == ids({2, 3, 4, 5}));
    CHECK(graph.dependents(DatasetId(3)) == ids({4, 5}));
    CHECK(graph.dependents(DatasetId(5)).empty());
    CHECK(graph.readers(DatasetId(2)) == ids({3, 5}));
    CHECK(graph.readers(DatasetId(7)).empty());
}

TEST_CASE("a dataset in a circle depends on itself") {
    domain::catalog::DatasetGraph graph;
    graph.add(DatasetId(1), ids({2}));
    graph.add(DatasetId(2), ids({1}));
    CHECK(graph.dependents(DatasetId(1)).size() == 2);
}

TEST_CASE("a definition comes back from its stored form") {
    domain::catalog::Definition definition;
    definition.stages.push_back({"a", {{"_", DatasetId(9'007'199'254'740'993)}, {"x", DatasetId(7)}}, "filter a = \"\\n\""});
    definition.stages.push_back({"b", {{"", "a"}, {"y", DatasetId(7)}}, ""});
    definition.output_stage = "b";
    CHECK(domain::catalog::definition_from_json(to_json(definition)).value() == definition);
    CHECK(definition.inputs() == Ids{DatasetId(7), DatasetId(9'007'199'254'740'993)});
    for (const char* text : {"", "{}", "[]", R"({"v":2,"stages":[],"output":"a"})", R"({"v":1,"stages":[{}],"output":"a"})"}) {
        CHECK(domain::catalog::definition_from_json(text).has_error());
    }
}

TEST_CASE("a schema comes back from its stored form with everything that is known about it") {
    namespace catalog = domain::catalog;
    catalog::Schema schema = catalog::observation_schema();
    const std::string plain = to_json(schema);
    CHECK(plain.ends_with(R"("primary_key":[],"label":null})"));
    CHECK(catalog::schema_from_json(plain).value() == schema);
    schema.columns[1].is_enum = true;
    schema.columns[2].is_searchable = false;
    schema.columns[3].is_visible = false;
    schema.columns[4].is_immutable = true;
    schema.primary_key = {"BUNDLE_ID", "OBSERVATION_INDEX"};
    schema.label = "BUNDLE_ID";
    schema.candidate_keys = {{"BUNDLE_ID"}, {"a", "b"}};
    schema.links = {{"Host", "Default.Hosts", {{"host", "name"}, {"zone", "zone"}}}};
    schema.interfaces = {{"metric", {{"metric", "m"}, {"value", "v"}}}, {"log", {}}};
    schema.metrics = {{"cpu", "gauge", "%", "about", "CPU", "avg", "sum", 60}};
    CHECK(catalog::schema_from_json(to_json(schema)).value() == schema);
    for (const char* text : {"", "{}", R"({"v":1,"kind":"Event","columns":[["a","nope"]],"valid_from":null,"valid_to":null,)"
                                       R"("primary_key":[],"label":null})"}) {
        CHECK(catalog::schema_from_json(text).has_error());
    }
}
