#include "domain/query/linkify.hpp"

#include <catch2/catch.hpp>

#include "domain/query/expansion.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/unit/domain/query/datasets.hpp"

namespace {

using namespace tests::query;  // NOLINT: scenarios read better bare
using infra::runtime::run_async;

/// `Owners`, id 2: one row for each service, labelled by its team.
catalog::Dataset owners(catalog::DatasetKind kind = catalog::DatasetKind::kTable) {
    catalog::Dataset dataset = source(2, "Owners");
    dataset.schema = {};
    dataset.schema.kind = kind;
    if (kind == catalog::DatasetKind::kResource) {
        dataset.schema.columns = {{"from", catalog::Type::kTimestamp}, {"to", catalog::Type::kTimestamp}};
        dataset.schema.valid_from = "from";
        dataset.schema.valid_to = "to";
    }
    dataset.schema.columns.push_back({"service", catalog::Type::kString});
    dataset.schema.columns.push_back({"team", catalog::Type::kString});
    dataset.schema.primary_key = {"service"};
    dataset.schema.label = "team";
    return dataset;
}

/// The result's columns, or the pipeline's faults.
std::vector<std::string> columns(FakeCatalog& catalog, const q::QueryRequest& asked) {
    const auto plain = q::compile(run_async(q::expand(catalog, asked)).value());
    if (!plain) return {plain.error().message()};
    const auto linked = run_async(q::with_links(catalog, asked, plain->schema)).value();
    if (!linked) return {"no links"};
    const auto compiled = q::compile(run_async(q::expand(catalog, *linked)).value());
    if (!compiled) return {compiled.error().message()};
    std::vector<std::string> names;
    for (const auto& column : compiled->schema.columns) names.push_back(column.name);
    return names;
}

constexpr const char* kService = "pick_col BUNDLE_TIMESTAMP, service:string(FIELDS.service)";

}  // namespace

TEST_CASE("a link of the result gets a column with the label of its row") {
    FakeCatalog catalog({source(1, "Logs"), owners()});
    const auto asked = request({stage("main", {reads(1), reads(2)},
                                      std::string(kService) + " | set_link \"Owner\", service:@d2.service | sort desc(service)")});
    CHECK(columns(catalog, asked) == std::vector<std::string>{"BUNDLE_TIMESTAMP", "service", "Owner"});
}

TEST_CASE("the column of a link does not take the place of another column") {
    FakeCatalog catalog({source(1, "Logs"), owners()});
    const auto asked = request({stage("linkify", {reads(1), reads(2)},
                                      std::string(kService) + " | set_link \"service\", service:@d2.service")});
    CHECK(columns(catalog, asked) == std::vector<std::string>{"BUNDLE_TIMESTAMP", "service", "service (link)"});
}

TEST_CASE("a link is followed through stages and derived datasets") {
    const std::string linked = std::string(kService) + " | set_link \"Owner\", service:@in2.service";
    auto services = derived(3, "Services", {1, 2}, linked);
    FakeCatalog catalog({source(1, "Logs"), owners(), services});
    CHECK(columns(catalog, request({stage("a", {reads(3)}, ""), stage("b", {reads("a")}, "limit 3")})) ==
          std::vector<std::string>{"BUNDLE_TIMESTAMP", "service", "Owner"});
}

TEST_CASE("there is no column where there is no label to show") {
    const std::string linked = std::string(kService) + " | set_link \"Owner\", service:@d2.service";
    FakeCatalog plain({source(1, "Logs"), owners()});
    CHECK(columns(plain, request({stage("main", {reads(1)}, kService)})) == std::vector<std::string>{"no links"});

    // The other dataset is the result of a stage.
    const auto staged = request({stage("d2", {reads(2)}, ""), stage("main", {reads(1), reads("d2")}, linked)});
    CHECK(columns(plain, staged) == std::vector<std::string>{"no links"});

    // It has neither label nor key.
    auto nameless = owners();
    nameless.schema.label.reset();
    nameless.schema.primary_key.clear();
    FakeCatalog unlabelled({source(1, "Logs"), nameless});
    CHECK(columns(unlabelled, request({stage("main", {reads(1), reads(2)}, linked)})) == std::vector<std::string>{"no links"});

    // Both last, so the label may change during a row.
    FakeCatalog lasting({source(1, "Logs"), owners(catalog::DatasetKind::kResource)});
    const auto spans = request({stage("main", {reads(1), reads(2)},
                                      std::string(kService) + " | make_col end:BUNDLE_TIMESTAMP + 1s | set_valid_to end"
                                                              " | set_link \"Owner\", service:@d2.service")});
    CHECK(columns(lasting, spans) == std::vector<std::string>{"no links"});
}

TEST_CASE("a link to a dataset that is gone adds nothing") {
    FakeCatalog before({source(1, "Logs"), owners()});
    const auto asked = request({stage("main", {reads(1), reads(2)},
                                      std::string(kService) + " | set_link \"Owner\", service:@d2.service")});
    const auto schema = q::compile(run_async(q::expand(before, asked)).value()).value().schema;
    CHECK(schema.links.at(0).target == "2");
    FakeCatalog after({source(1, "Logs")});
    CHECK_FALSE(run_async(q::with_links(after, asked, schema)).value().has_value());
}
