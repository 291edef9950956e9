#include "domain/admin/dataset/dataset.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/domain/admin/scenario.hpp"

namespace {

using namespace tests::admin;  // NOLINT: scenarios read better bare
using b::ErrorCode;

/// A tenant with the source dataset 41000011 named Default, and Errors (50) over it, and Hourly (60) over that.
Scenario some_datasets() {
    Scenario scenario;
    scenario.given(create_tenant()).given(datastream(41000010, 41000011, "Default"));
    scenario.given(derived(50, "Errors", {{41000011, 1}}), 3).given(derived(60, "Hourly", {{50, 1}}), 4);
    return scenario;
}

const a::dataset::DatasetState& dataset(const Scenario& scenario, std::int64_t id) {
    return scenario.state.datasets.get(kTenant, b::DatasetId(id));
}

}  // namespace

TEST_CASE("a derived dataset keeps what it was made with") {
    const Scenario s = some_datasets();
    const auto& made = dataset(s, 50);
    CHECK(made.name == "Errors");
    CHECK(made.description == "about");
    CHECK(made.definition == definition({{41000011, 1}}));
    CHECK(made.schema == schema("n"));
    CHECK(made.stamp.version == 1);
    CHECK(made.stamp.created_at == at_second(3));
    CHECK(made.stamp.created_by == "test");
    CHECK_FALSE(made.source.has_value());
    CHECK_FALSE(dataset(s, 41000011).definition.has_value());
}

TEST_CASE("a derived dataset that cannot be made is refused") {
    Scenario s = some_datasets();
    check_refused(s.when(derived(70, "Errors", {})), ErrorCode::kConflict, "dataset name is taken: Errors");
    check_refused(s.when(derived(70, "Default", {})), ErrorCode::kConflict, "dataset name is taken: Default");
    check_refused(s.when(derived(50, "New", {})), ErrorCode::kConflict, "dataset id is taken: 50", true);
    check_refused(s.when(derived(70, "", {})), ErrorCode::kInvalidArgument, "the dataset has no name");
    check_refused(s.when(derived(70, "a\"b", {})), ErrorCode::kInvalidArgument, "malformed dataset name: a\"b");
    check_refused(s.when(derived(70, "New", {{9, 1}})), ErrorCode::kConflict,
                  "a dataset was changed at the same time, try again: 9");
    check_refused(s.when(derived(70, "New", {{50, 2}})), ErrorCode::kConflict,
                  "a dataset was changed at the same time, try again: 50");
    // What belongs to another tenant does not exist.
    s.given(create_tenant(), 0, "200");
    check_refused(s.when(derived(70, "New", {{50, 1}}), 0, "200"), ErrorCode::kConflict,
                  "a dataset was changed at the same time, try again: 50");
    CHECK(s.when(derived(70, "Errors", {}), 0, "200").accepted);
}

TEST_CASE("a datastream cannot take the name of a derived dataset") {
    Scenario s = some_datasets();
    check_refused(s.when(datastream(41000020, 41000021, "Errors")), ErrorCode::kConflict, "dataset name is taken: Errors");
}

TEST_CASE("a renamed dataset gives its old name free") {
    Scenario s = some_datasets();
    check_refused(s.when(rename_dataset(50, "Hourly")), ErrorCode::kConflict, "dataset name is taken: Hourly");
    s.given(rename_dataset(50, "Errors"), 5).given(rename_dataset(50, "Failures"), 6);
    CHECK(dataset(s, 50).name == "Failures");
    CHECK(dataset(s, 50).stamp.version == 3);
    CHECK(dataset(s, 50).stamp.updated_at == at_second(6));
    CHECK(dataset(s, 50).stamp.created_at == at_second(3));
    check_refused(s.when(derived(70, "Failures", {})), ErrorCode::kConflict, "dataset name is taken: Failures");
    CHECK(s.when(derived(70, "Errors", {})).accepted);
    check_refused(s.when(rename_dataset(41000011, "Mine")), ErrorCode::kInvalidArgument,
                  "not a derived dataset, it holds data of its own: Default");
    check_refused(s.when(rename_dataset(99, "Mine")), ErrorCode::kNotFound, "dataset not found: 99");
}

TEST_CASE("a new definition takes those with it that depend on the dataset") {
    Scenario s = some_datasets();
    s.given(redefine(50, 1, {{41000011, 1}}, {{60, 1}}), 7);
    CHECK(dataset(s, 50).schema == schema("m"));
    CHECK(dataset(s, 50).stamp.version == 2);
    CHECK(dataset(s, 60).schema == schema("m"));
    CHECK(dataset(s, 60).stamp.version == 2);
    CHECK(dataset(s, 60).stamp.updated_at == at_second(4));
    // A dependent whose schema stays is not touched.
    auto same = redefine(50, 2, {{41000011, 1}}, {{60, 2}});
    same.redefinition->dependents[0].schema.reset();
    s.given(same);
    CHECK(dataset(s, 60).stamp.version == 2);
}

TEST_CASE("a new definition is refused when something is not as it was seen") {
    Scenario s = some_datasets();
    const auto [id, version, inputs, dependents, at_fault] = GENERATE(table<int, int, Seen, Seen, int>({
        {50, 2, {{41000011, 1}}, {{60, 1}}, 50},          // the dataset itself
        {50, 1, {{41000011, 2}}, {{60, 1}}, 41000011},    // what it reads
        {50, 1, {{41000011, 1}}, {{60, 2}}, 60},          // a dependent
        {50, 1, {{41000011, 1}}, {}, 60},                 // a dependent that nobody has seen
        {60, 1, {{50, 1}}, {{70, 1}}, 70},                // a dependent that is gone
    }));
    check_refused(s.when(redefine(id, version, inputs, dependents)), ErrorCode::kConflict,
                  "a dataset was changed at the same time, try again: " + std::to_string(at_fault));
    CHECK(dataset(s, 50).stamp.version == 1);
}

TEST_CASE("no dataset reads itself") {
    Scenario s = some_datasets();
    check_refused(s.when(redefine(50, 1, {{60, 1}}, {{60, 1}})), ErrorCode::kConflict,
                  "the dataset would read itself, through: 60");
    check_refused(s.when(redefine(60, 1, {{60, 1}}, {})), ErrorCode::kConflict, "the dataset would read itself, through: 60");
}

TEST_CASE("a dataset that others read stays") {
    Scenario s = some_datasets();
    check_refused(s.when(a::dataset::DeleteDataset{b::DatasetId(50)}), ErrorCode::kConflict,
                  "other datasets read Errors: Hourly");
    check_refused(s.when(a::dataset::DeleteDataset{b::DatasetId(41000011)}), ErrorCode::kInvalidArgument,
                  "not a derived dataset, it holds data of its own: Default");
    s.given(a::dataset::DeleteDataset{b::DatasetId(60)}).given(a::dataset::DeleteDataset{b::DatasetId(50)});
    CHECK_FALSE(dataset(s, 50).exists);
    check_refused(s.when(a::dataset::DeleteDataset{b::DatasetId(50)}), ErrorCode::kNotFound, "dataset not found: 50");
    CHECK(s.when(derived(70, "Errors", {{41000011, 1}})).accepted);
}

TEST_CASE("a change that demands a version happens to that version only") {
    Scenario s = some_datasets();
    const auto when = [&](a::Command command, std::int64_t expected) {
        a::CommandEnvelope envelope(b::CommandId("c"), b::TenantId("100"), "test", at_second(9), std::move(command));
        envelope.expected_version = expected;
        return a::execute(s.state, envelope);
    };
    const auto stale = when(rename_dataset(50, "Faults"), 2);
    CHECK(stale.code == ErrorCode::kPreconditionFailed);
    CHECK(stale.message == "it was changed meanwhile, its version is now: 1");
    CHECK(when(rename_dataset(50, "Faults"), 1).accepted);
    CHECK(when(rename_dataset(50, "Errors"), 1).code == ErrorCode::kPreconditionFailed);
    CHECK(when(a::dataset::DeleteDataset{b::DatasetId(99)}, 1).code == ErrorCode::kNotFound);
    CHECK(when(create_user(12, "ann@example.com"), 1).code == ErrorCode::kInvalidArgument);
}
