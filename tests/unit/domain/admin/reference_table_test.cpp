#include <catch2/catch.hpp>

#include "tests/unit/domain/admin/scenario.hpp"

namespace {

using namespace tests::admin;  // NOLINT: scenarios read better bare
using b::ErrorCode;
namespace table = a::reference_table;

constexpr std::int64_t kTable = 41000100;
constexpr std::int64_t kDataset = 41000101;

table::Content content(const std::string& checksum) { return {"u-" + checksum, {3, 4}, 600'000, checksum, 10, true}; }

table::CreateReferenceTable create(const std::string& label, std::int64_t id = kTable, std::int64_t dataset = kDataset) {
    return {b::ObjectId(id), b::DatasetId(dataset), b::ObjectId(41000001), label, "about", schema("n"), content("c1")};
}
table::UpdateReferenceTable relabel(const std::string& label) {
    return {b::ObjectId(kTable), label, std::nullopt, std::nullopt};
}
table::UpdateReferenceTable replace(const domain::catalog::Schema& with, std::int64_t version, const Seen& dependents) {
    table::Replacement replacement{b::DatasetId(kDataset), with, content("c2"), version, {}};
    for (const auto& dependent : versions(dependents)) replacement.dependents.push_back({dependent, schema("m")});
    return {b::ObjectId(kTable), std::nullopt, std::nullopt, replacement};
}
table::DeleteReferenceTable remove(bool force) { return {b::ObjectId(kTable), force}; }

Scenario with_table() {
    Scenario scenario;
    scenario.given(create_tenant()).given(create("Sites"), 5);
    return scenario;
}

const table::ReferenceTableState& the_table(const Scenario& s) {
    return s.state.reference_tables.get(b::TenantId("100"), b::ObjectId(kTable));
}
const a::dataset::DatasetState& the_dataset(const Scenario& s, std::int64_t id = kDataset) {
    return s.state.datasets.get(b::TenantId("100"), b::DatasetId(id));
}

void refused(const a::Outcome& outcome, ErrorCode code, const std::string& message) {
    CHECK_FALSE(outcome.accepted);
    CHECK(outcome.code == code);
    CHECK(outcome.message == message);
}

}  // namespace

TEST_CASE("a reference table comes with its dataset") {
    const Scenario s = with_table();
    CHECK(the_table(s).label == "Sites");
    CHECK(the_table(s).checksum == "c1");
    CHECK(the_table(s).rows == 10);
    CHECK(the_dataset(s).name == "Reference Tables/Sites");
    CHECK(the_dataset(s).schema == schema("n"));
    CHECK_FALSE(the_dataset(s).definition);
    CHECK(the_dataset(s).stamp.created_at == at_second(5));
}

TEST_CASE("a label, an id and a dataset's name are taken once") {
    Scenario s = with_table();
    refused(s.when(create("Sites", 1, 2)), ErrorCode::kConflict, "reference table label is taken: Sites");
    const auto same_table = s.when(create("B", kTable, 2));
    refused(same_table, ErrorCode::kConflict, "reference table id is taken: 41000100");
    CHECK(same_table.id_taken);
    CHECK(s.when(create("B", 1, kDataset)).id_taken);
    s.given(derived(41000050, "Reference Tables/Mine", {}));
    refused(s.when(create("Mine", 1, 2)), ErrorCode::kConflict, "dataset name is taken: Reference Tables/Mine");
    refused(s.when(relabel("Mine")), ErrorCode::kConflict, "dataset name is taken: Reference Tables/Mine");
    CHECK(s.when(create("sites", 1, 2)).accepted);
    refused(s.when(relabel("sites")), ErrorCode::kConflict, "reference table label is taken: sites");
    // Another customer may have the same one.
    s.given(create_tenant(), 0, "200");
    CHECK(s.when(create("Sites"), 0, "200").accepted);
}

TEST_CASE("a malformed label is refused") {
    Scenario s;
    s.given(create_tenant());
    refused(s.when(create("")), ErrorCode::kInvalidArgument, "the reference table has no label");
    const auto label = GENERATE(std::string(" a"), std::string("a "), std::string("a\"b"), std::string("a:b"), std::string("a\nb"),
                                std::string(239, 'x'));
    refused(s.when(create(label)), ErrorCode::kInvalidArgument, "malformed reference table label: " + label);
    CHECK(s.when(create(std::string(238, 'x'))).accepted);
    refused(s.when(relabel(label)), ErrorCode::kInvalidArgument, "malformed reference table label: " + label);
    auto elsewhere = create("Sites", 1, 2);
    elsewhere.workspace = b::ObjectId(9);
    refused(s.when(elsewhere), ErrorCode::kNotFound, "workspace not found: 9");
}

TEST_CASE("a new label renames the dataset, and its readers follow") {
    Scenario s = with_table();
    s.given(derived(41000050, "Reader", {{kDataset, 1}}));
    CHECK(s.when(relabel("Places"), 9).accepted);
    CHECK(the_table(s).label == "Places");
    CHECK(the_table(s).stamp.updated_at == at_second(9));
    CHECK(the_dataset(s).name == "Reference Tables/Places");
    CHECK(the_dataset(s, 41000050).definition->inputs().front() == b::DatasetId(kDataset));
    CHECK(s.when(relabel("Places")).accepted);
    CHECK(s.when(create("Sites", 1, 2)).accepted);
}

TEST_CASE("other rows leave the dataset as it was seen") {
    Scenario s = with_table();
    s.given(derived(41000050, "Reader", {{kDataset, 1}}));
    // Whoever replaces rows need not have seen the dataset as it is.
    CHECK(s.when(replace(schema("n"), 77, {}), 9).accepted);
    CHECK(the_table(s).checksum == "c2");
    CHECK(the_table(s).stamp.updated_at == at_second(9));
    CHECK(the_dataset(s).stamp.version == 1);
}

TEST_CASE("another schema is decided on what was seen of the dataset and its readers") {
    Scenario s = with_table();
    s.given(derived(41000050, "Reader", {{kDataset, 1}}));
    refused(s.when(replace(schema("m"), 2, {{41000050, 1}})), ErrorCode::kConflict,
            "a dataset was changed at the same time, try again: 41000101");
    refused(s.when(replace(schema("m"), 1, {})), ErrorCode::kConflict,
            "a dataset was changed at the same time, try again: 41000050");
    refused(s.when(replace(schema("m"), 1, {{41000050, 2}})), ErrorCode::kConflict,
            "a dataset was changed at the same time, try again: 41000050");
    CHECK(the_table(s).checksum == "c1");
    CHECK(s.when(replace(schema("m"), 1, {{41000050, 1}})).accepted);
    CHECK(the_dataset(s).schema == schema("m"));
    CHECK(the_dataset(s).stamp.version == 2);
    CHECK(the_dataset(s, 41000050).schema == schema("m"));
    auto elsewhere = replace(schema("n"), 2, {});
    elsewhere.replacement->dataset = b::DatasetId(41000050);
    refused(s.when(elsewhere), ErrorCode::kInvalidArgument, "not the dataset of the reference table: 41000050");
}

TEST_CASE("a table that others read is deleted by force only") {
    Scenario s = with_table();
    s.given(derived(41000050, "Reader", {{kDataset, 1}})).given(derived(41000051, "Other", {{kDataset, 1}}));
    refused(s.when(remove(false)), ErrorCode::kConflict, "other datasets read Reference Tables/Sites: Reader, Other");
    CHECK(the_table(s).exists);
    CHECK(s.when(remove(true)).accepted);
    CHECK_FALSE(the_table(s).exists);
    CHECK_FALSE(the_dataset(s).exists);
    refused(s.when(remove(true)), ErrorCode::kNotFound, "reference table not found: 41000100");
    refused(s.when(relabel("x")), ErrorCode::kNotFound, "reference table not found: 41000100");
    CHECK(s.when(create("Sites")).accepted);
}

TEST_CASE("the dataset of a table is changed through the table only") {
    Scenario s = with_table();
    refused(s.when(a::dataset::DeleteDataset{b::DatasetId(kDataset)}), ErrorCode::kInvalidArgument,
            "not a derived dataset, it holds data of its own: Reference Tables/Sites");
    refused(s.when(rename_dataset(kDataset, "x")), ErrorCode::kInvalidArgument,
            "not a derived dataset, it holds data of its own: Reference Tables/Sites");
}
