#include "domain/query/dataset_review.hpp"

#include <catch2/catch.hpp>

#include "infra/runtime/run_async.hpp"
#include "tests/unit/domain/query/datasets.hpp"

namespace {

using namespace tests::query;  // NOLINT: scenarios read better bare
using base::ErrorCode;
using catalog::Type;
using infra::runtime::run_async;

q::DatasetDraft draft(const std::string& path, std::vector<q::Stage> stages) {
    q::DatasetDraft made;
    made.tenant = kTenant;
    made.path = path;
    made.stages = std::move(stages);
    return made;
}

/// A tenant's datasets, each with the schema that its definition gives.
class Datasets {
public:
    Datasets() { all.push_back(source(1, "Logs")); }

    Datasets& save(std::int64_t id, const std::string& name, std::int64_t input, const std::string& pipeline) {
        auto made = run_async(q::review(all, draft("Default." + name, {stage("main", {reads(input)}, pipeline)})));
        INFO((made ? "" : made.error().message()));
        REQUIRE(made.has_value());
        auto dataset = derived(id, name, {input}, pipeline);
        dataset.schema = made->schema;
        dataset.version = id * 10;
        all.push_back(dataset);
        return *this;
    }
    /// What giving a new pipeline to a dataset comes to.
    q::QueryResult<q::DatasetReview> change(std::int64_t id, std::int64_t input, const std::string& pipeline) const {
        auto made = draft("Default.x", {stage("main", {reads(input)}, pipeline)});
        made.id = base::DatasetId(id);
        return run_async(q::review(all, made));
    }

    std::vector<catalog::Dataset> all;
};

const char* const kCounts = "make_col n:int64(FIELDS.n), kind:string(FIELDS.kind)\npick_col BUNDLE_TIMESTAMP, n, kind";

}  // namespace

TEST_CASE("a draft is compiled, its datasets are named by id") {
    Datasets datasets;
    q::StageInput by_path;
    by_path.name = "logs";
    by_path.source = q::DatasetPath{"Default.Logs"};
    auto made = draft("Default.New", {stage("a", {by_path}, "make_col n:int64(FIELDS.n)"),
                                      stage("unused", {reads(1)}, "filter nonsense"),
                                      stage("b", {reads("a")}, "statsby total:sum(n), group_by(OBSERVATION_KIND)")});
    const auto review = run_async(q::review(datasets.all, made));
    REQUIRE(review.has_value());
    CHECK(review->schema.kind == catalog::DatasetKind::kTable);
    REQUIRE(review->schema.columns.size() == 2);
    CHECK(review->schema.columns[1].name == "total");
    CHECK(review->schema.columns[1].type == Type::kInt64);
    REQUIRE(review->definition.stages.size() == 2);
    CHECK(std::get<base::DatasetId>(review->definition.stages[0].inputs[0].source) == base::DatasetId(1));
    CHECK(review->definition.output_stage == "b");
    CHECK(review->inputs == std::vector<catalog::DatasetVersion>{{base::DatasetId(1), 1}});
    CHECK(review->dependents.empty());
}

TEST_CASE("a draft that does not compile is refused with its diagnostics, named as the draft names its stages") {
    Datasets datasets;
    const auto review = run_async(q::review(datasets.all, draft("Default.New", {stage("main", {reads(1)}, "filter x = 1")})));
    REQUIRE(review.has_error());
    CHECK(review.error().code() == ErrorCode::kInvalidArgument);
    REQUIRE(review.error().diagnostics().size() == 1);
    CHECK(review.error().diagnostics()[0].stage == "main");
    CHECK(review.error().message().find(" --> main:1:8\n") != std::string::npos);
}

TEST_CASE("drafts with inputs that cannot be are refused") {
    Datasets datasets;
    datasets.save(2, "Counts", 1, kCounts).save(3, "Sums", 2, "statsby s:sum(n), group_by(kind)");
    CHECK(datasets.change(2, 9, "").error().code() == ErrorCode::kNotFound);
    CHECK(datasets.change(2, 2, "").error().message() == "the dataset would read itself, through: Default.Counts");
    const auto circle = datasets.change(2, 3, "");
    CHECK(circle.error().code() == ErrorCode::kConflict);
    CHECK(circle.error().message() == "the dataset would read itself, through: Default.Sums");
    auto nothing = draft("Default.New", {});
    CHECK(run_async(q::review(datasets.all, nothing)).error().code() == ErrorCode::kInvalidArgument);
}

TEST_CASE("a change that nobody notices is let through, with the schemas that follow") {
    Datasets datasets;
    datasets.save(2, "Counts", 1, kCounts).save(3, "All", 2, "filter n > 1").save(4, "Sums", 3, "statsby s:sum(n), group_by()");
    // One column more: the one that hands everything on gets it too, the sums stay.
    const auto review = datasets.change(2, 1, std::string(kCounts) + ", DATASTREAM_ID");
    REQUIRE(review.has_value());
    REQUIRE(review->dependents.size() == 2);
    CHECK(review->dependents[0].seen == catalog::DatasetVersion{base::DatasetId(3), 30});
    REQUIRE(review->dependents[0].schema.has_value());
    CHECK(review->dependents[0].schema->columns.size() == 4);
    CHECK(review->dependents[1].seen == catalog::DatasetVersion{base::DatasetId(4), 40});
    CHECK_FALSE(review->dependents[1].schema.has_value());
}

TEST_CASE("a change that breaks a dependent is refused with all that it breaks") {
    Datasets datasets;
    datasets.save(2, "Counts", 1, kCounts).save(3, "All", 2, "filter not is_null(kind)");
    datasets.save(4, "Sums", 3, "statsby s:sum(n), group_by()").save(5, "Maxima", 2, "statsby m:max(n), group_by()");
    const auto lost = datasets.change(2, 1, "make_col kind:string(FIELDS.kind)\npick_col BUNDLE_TIMESTAMP, kind");
    REQUIRE(lost.has_error());
    CHECK(lost.error().code() == ErrorCode::kConflict);
    REQUIRE(lost.error().dependents().size() == 2);
    std::map<std::string, std::string> reasons;
    const auto dependents = lost.error().dependents();
    for (const auto& dependent : dependents) reasons[dependent.path] = dependent.reason;
    CHECK(reasons["Default.Sums"] == "the field \"n\" does not exist among fields [BUNDLE_TIMESTAMP, kind]");
    CHECK(reasons["Default.Maxima"] == reasons["Default.Sums"]);
    CHECK(lost.error().message().starts_with("the change would break datasets that depend on this one: "));
    CHECK(lost.error().message().find("Default.Sums (the field \"n\" does not exist") != std::string::npos);
}

TEST_CASE("a column that changes its type breaks those that use it, not those that hand it on") {
    Datasets datasets;
    datasets.save(2, "Counts", 1, kCounts).save(3, "All", 2, "filter not is_null(kind)");
    const std::string floats = "make_col n:float64(FIELDS.n), kind:string(FIELDS.kind)\npick_col BUNDLE_TIMESTAMP, n, kind";
    const auto handed_on = datasets.change(2, 1, floats);
    REQUIRE(handed_on.has_value());
    CHECK(handed_on->dependents[0].schema->columns[1].type == Type::kFloat64);

    datasets.save(4, "Sums", 3, "statsby s:sum(n), group_by()");
    const auto used = datasets.change(2, 1, floats);
    REQUIRE(used.has_error());
    REQUIRE(used.error().dependents().size() == 1);
    CHECK(used.error().dependents()[0].id == base::DatasetId(4));
    CHECK(used.error().dependents()[0].reason == "it uses the column \"n\" of Default.All, which would change its type");
}
