#include "domain/query/direct_write.hpp"

#include <catch2/catch.hpp>

#include "domain/identity/access_policy.hpp"
#include "domain/query/expansion.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/unit/domain/query/datasets.hpp"

namespace {

using namespace tests::query;  // NOLINT: scenarios read better bare
using catalog::DatasetKind;
using catalog::Type;
using domain::admin::datastream::Form;
using infra::runtime::run_async;

domain::admin::datastream::TypedDataset typed(Form form) {
    auto made = run_async(q::typed_dataset(kTenant, form, base::DatasetId(2), base::DatasetId(1)));
    INFO((made ? "" : made.error().message()));
    REQUIRE(made.has_value());
    return *made;
}

Type type_of(const catalog::Schema& schema, const std::string& column) {
    INFO(column);
    const auto place = schema.find(column);
    REQUIRE(place.has_value());
    return schema.columns[*place].type;
}

/// Asks a typed dataset of a datastream for a window of one hour.
q::Expansion asked(Form form, const std::string& pipeline, std::optional<domain::identity::Principal> asker = std::nullopt) {
    const auto made = typed(form);
    auto dataset = source(2, "typed");
    dataset.definition = made.definition;
    dataset.schema = made.schema;
    dataset.is_typed = true;
    FakeCatalog catalog({source(1, "web"), dataset});
    auto question = request({stage("a", {reads(2)}, pipeline)});
    question.asker = std::move(asker);
    auto expansion = run_async(q::expand(catalog, question));
    INFO((expansion ? "" : expansion.error().message()));
    REQUIRE(expansion.has_value());
    return std::move(*expansion);
}

}  // namespace

TEST_CASE("every typed dataset compiles over its source alone") {
    for (const Form form : domain::admin::datastream::all_forms) {
        const auto made = typed(form);
        CHECK(made.form == form);
        CHECK(made.definition.inputs() == std::vector{base::DatasetId(1)});
        CHECK(type_of(made.schema, "meta") == Type::kObject);
        CHECK(made.schema.kind == (form == Form::kSpans ? DatasetKind::kInterval : DatasetKind::kEvent));
        CHECK(made.schema.valid_from == (form == Form::kSpans ? "start_time" : "timestamp"));
    }
}

TEST_CASE("typed columns are what the specification says") {
    const auto logs = typed(Form::kLogs).schema;
    for (const char* text : {"body", "severity_text", "trace_id", "span_id"}) CHECK(type_of(logs, text) == Type::kString);
    for (const char* number : {"severity_number", "flags", "dropped_attributes_count"}) CHECK(type_of(logs, number) == Type::kInt64);
    for (const char* object : {"attributes", "resource_attributes", "instrumentation_scope"}) CHECK(type_of(logs, object) == Type::kObject);
    const auto spans = typed(Form::kSpans).schema;
    CHECK(spans.primary_key == std::vector<std::string>{"trace_id", "span_id"});
    CHECK(spans.valid_to == "end_time");
    CHECK(type_of(spans, "duration") == Type::kDuration);
    CHECK(type_of(spans, "error") == Type::kBool);
    const auto metrics = typed(Form::kMetrics).schema;
    CHECK(type_of(metrics, "value") == Type::kFloat64);
    CHECK(type_of(metrics, "is_monotonic") == Type::kBool);
    CHECK(type_of(metrics, "start_timestamp") == Type::kTimestamp);
    for (const char* object : {"histogram", "exponential_histogram", "summary"}) CHECK(type_of(metrics, object) == Type::kObject);
}

TEST_CASE("what tells the series of a metric apart are its attributes, resource and scope") {
    const auto compiled = q::compile(asked(Form::kMetrics, "align 1m, r:rate(m(\"requests\"))"));
    REQUIRE(compiled.has_value());
    std::vector<std::string> columns;
    for (const auto& column : compiled->schema.columns) columns.push_back(column.name);
    CHECK(columns == std::vector<std::string>{"valid_from", "valid_to", "service_name", "attributes", "resource_attributes",
                                              "instrumentation_scope", "r", "_c_bucket"});
    CHECK(q::compile(asked(Form::kMetrics, "align 1m, h:histogram_combine(m_histogram(\"a\")), "
                                           "e:histogram_combine(m_exponential_histogram(\"a\"))")).has_value());
    CHECK(q::compile(asked(Form::kSamples, "align 1m, r:rate(m(\"up\"))\naggregate r:sum(r), group_by(job)")).has_value());
}

TEST_CASE("a window is one of the record's time, whenever it arrived") {
    const auto compiled = q::compile(asked(Form::kLogs, "statsby n:count(), group_by(service_name)"));
    REQUIRE(compiled.has_value());
    const auto queries = domain::opal::compiler::segment_queries(*compiled, std::vector{source(1, "web")});
    REQUIRE(queries.size() == 1);
    const auto year = std::chrono::days(365);
    CHECK(queries[0].from < base::from_nanoseconds(0) - 100 * year);
    CHECK(queries[0].to > base::from_nanoseconds(0) + 100 * year);
}

TEST_CASE("who may view a typed dataset needs no right to what it reads") {
    auto rights = std::make_shared<domain::identity::Rights>();
    rights->add(domain::identity::Target::one(2), domain::identity::Role::kViewer);
    domain::identity::Principal viewer;
    viewer.tenant = kTenant;
    viewer.rights = rights;
    CHECK(asked(Form::kLogs, "", viewer).stages.size() == 2);
    // As everywhere: what a derived dataset reads must be the asker's to view.
    FakeCatalog catalog({source(1, "web"), derived(2, "Errors", {1}, "limit 5")});
    for (const std::int64_t id : {1, 2}) {
        auto question = request({stage("a", {reads(id)}, "")});
        question.asker = viewer;
        CHECK(run_async(q::expand(catalog, question)).has_error());
    }
}
