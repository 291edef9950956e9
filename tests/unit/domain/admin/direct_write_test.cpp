#include <catch2/catch.hpp>

#include "tests/unit/domain/admin/scenario.hpp"

namespace {

using namespace tests::admin;  // NOLINT: scenarios read better bare
using a::datastream::Form;
using b::ErrorCode;

constexpr std::int64_t kStream = 41000010;
constexpr std::int64_t kSource = 41000011;

a::datastream::TypedDataset typed(Form form, std::int64_t id) {
    return {form, b::DatasetId(id), definition({{kSource, 1}}), schema("n")};
}

a::datastream::UpdateDatastream switch_on(std::vector<a::datastream::TypedDataset> on, std::vector<Form> off = {}) {
    a::datastream::UpdateDatastream change{b::DatastreamId(kStream)};
    change.direct_write = a::datastream::DirectWrite{std::move(on), std::move(off)};
    return change;
}

struct DirectWriteFixture : Scenario {
    DirectWriteFixture() { given(create_tenant()).given(datastream(kStream, kSource, "web"), 4); }

    const a::datastream::DatastreamState& stream() const { return state.datastreams.get(kTenant, b::DatastreamId(kStream)); }
    const a::dataset::DatasetState& dataset(std::int64_t id) const { return state.datasets.get(kTenant, b::DatasetId(id)); }
};

}  // namespace

TEST_CASE("a switch gives a datastream a typed dataset, and takes it away") {
    DirectWriteFixture s;
    s.given(switch_on({typed(Form::kLogs, 60)}), 5);
    CHECK(s.stream().typed == a::datastream::TypedDatasets{{Form::kLogs, b::DatasetId(60)}});
    CHECK(s.stream().stamp.version == 2);
    CHECK(is_on(s.stream().typed, a::datastream::Switch::kOtelLogs));
    CHECK_FALSE(is_on(s.stream().typed, a::datastream::Switch::kOtelTrace));
    CHECK(s.dataset(60).name == "web/OpenTelemetry Logs");
    CHECK(s.dataset(60).source == b::DatastreamId(kStream));
    CHECK(s.dataset(60).definition == definition({{kSource, 1}}));
    CHECK(s.dataset(60).schema == schema("n"));
    CHECK(s.dataset(60).stamp == a::Stamp(at_second(5), ""));

    // On again: it has one already.
    s.given(switch_on({typed(Form::kLogs, 70)}), 6);
    CHECK(s.stream().typed.at(Form::kLogs) == b::DatasetId(60));
    CHECK_FALSE(s.dataset(70).exists);

    s.given(switch_on({}, {Form::kLogs, Form::kMetrics}), 7);
    CHECK(s.stream().typed.empty());
    CHECK_FALSE(s.dataset(60).exists);
    CHECK(s.dataset(kSource).exists);
    s.given(switch_on({typed(Form::kLogs, 80)}), 8);
    CHECK(s.stream().typed.at(Form::kLogs) == b::DatasetId(80));
}

TEST_CASE("a datastream is made with typed datasets, or not at all") {
    Scenario s;
    s.given(create_tenant());
    auto web = datastream(kStream, kSource, "web");
    web.typed = {typed(Form::kSpans, 60), typed(Form::kSpanEvents, 61), typed(Form::kSpanLinks, 62)};
    s.given(derived(50, "web/OpenTelemetry Span Links", {}));
    check_refused(s.when(web), ErrorCode::kConflict, "dataset name is taken: web/OpenTelemetry Span Links");
    CHECK_FALSE(s.state.datasets.get(kTenant, b::DatasetId(60)).exists);
    CHECK_FALSE(s.state.datastreams.get(kTenant, b::DatastreamId(kStream)).exists);
    s.given(a::dataset::DeleteDataset{b::DatasetId(50)}).given(web);
    CHECK(is_on(s.state.datastreams.get(kTenant, b::DatastreamId(kStream)).typed, a::datastream::Switch::kOtelTrace));
    CHECK(s.state.datasets.get(kTenant, b::DatasetId(62)).name == "web/OpenTelemetry Span Links");
}

TEST_CASE("typed datasets follow the name of their datastream") {
    DirectWriteFixture s;
    s.given(switch_on({typed(Form::kLogs, 60), typed(Form::kSamples, 61)}));
    a::datastream::UpdateDatastream change = switch_on({typed(Form::kMetrics, 62)}, {Form::kSamples});
    change.name = "shop";
    s.given(change, 9);
    CHECK(s.dataset(60).name == "shop/OpenTelemetry Logs");
    CHECK(s.dataset(62).name == "shop/OpenTelemetry Metrics");
    CHECK_FALSE(s.dataset(61).exists);
    CHECK(s.dataset(kSource).name == "shop");

    s.given(derived(50, "till/OpenTelemetry Logs", {}));
    change = a::datastream::UpdateDatastream{b::DatastreamId(kStream)};
    change.name = "till";
    check_refused(s.when(change), ErrorCode::kConflict, "dataset name is taken: till/OpenTelemetry Logs");
    change.name = std::string(250, 'x');
    check_refused(s.when(change), ErrorCode::kInvalidArgument, "malformed dataset name: " + *change.name + "/OpenTelemetry Logs");
    CHECK(s.stream().name == "shop");
}

TEST_CASE("what others read stays") {
    DirectWriteFixture s;
    s.given(switch_on({typed(Form::kSpans, 60), typed(Form::kSpanEvents, 61)}));
    s.given(derived(50, "Slow", {{60, 1}}));
    check_refused(s.when(switch_on({}, {Form::kSpans})), ErrorCode::kConflict, "other datasets read web: Slow");
    // Those that the datastream itself has over its source dataset are in nobody's way.
    s.given(switch_on({}, {Form::kSpanEvents}));
    a::datastream::UpdateDatastream disable{b::DatastreamId(kStream)};
    disable.disabled = true;
    s.given(disable);
    const a::datastream::DeleteDatastream remove{b::DatastreamId(kStream)};
    check_refused(s.when(remove), ErrorCode::kConflict, "other datasets read web: Slow");
    s.given(a::dataset::DeleteDataset{b::DatasetId(50)}).given(remove);
    CHECK_FALSE(s.dataset(60).exists);
    CHECK_FALSE(s.dataset(kSource).exists);
    CHECK_FALSE(s.stream().exists);
}

TEST_CASE("typed datasets are not the users' to change") {
    DirectWriteFixture s;
    s.given(switch_on({typed(Form::kLogs, 60)}));
    const std::string refusal = "a typed dataset is changed and removed with its datastream: web/OpenTelemetry Logs";
    check_refused(s.when(rename_dataset(60, "mine")), ErrorCode::kInvalidArgument, refusal);
    check_refused(s.when(a::dataset::DeleteDataset{b::DatasetId(60)}), ErrorCode::kInvalidArgument, refusal);
    check_refused(s.when(redefine(60, 1, {{kSource, 1}}, {})), ErrorCode::kInvalidArgument, refusal);
    s.given(a::folder::CreateFolder{b::ObjectId(90), b::ObjectId(41000001), "Shop", ""});
    CHECK_FALSE(s.when(a::folder::PlaceObject{b::ObjectId(60), b::ObjectId(90)}).accepted);
}

TEST_CASE("an id that is taken is told, and nothing happens") {
    DirectWriteFixture s;
    s.given(derived(61, "Mine", {}));
    check_refused(s.when(switch_on({typed(Form::kLogs, 60), typed(Form::kMetrics, 61)})), ErrorCode::kConflict,
                  "dataset id is taken: 61", true);
    CHECK_FALSE(s.dataset(60).exists);
    CHECK(s.stream().typed.empty());
}

TEST_CASE("every form has a name of its own, and belongs to one switch") {
    std::size_t count = 0;
    for (const auto which : a::datastream::all_switches) count += forms_of(which).size();
    CHECK(count == a::datastream::all_forms.size());
    a::datastream::TypedDatasets all;
    for (const Form form : a::datastream::all_forms) {
        CHECK(a::datastream::form_from(name(form)) == form);
        all.emplace(form, b::DatasetId(static_cast<std::int64_t>(form) + 1));
    }
    CHECK(a::datastream::typed_datasets_from_json(to_json(all)).value() == all);
    CHECK(to_json(a::datastream::TypedDatasets{}) == "{}");
    CHECK(a::datastream::typed_datasets_from_json(R"({"otel_nothing":1})").has_error());
    CHECK(a::datastream::typed_datasets_from_json("[]").has_error());
}
