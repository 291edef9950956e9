// Random well-typed pipelines: whatever the compiler accepts, the query store accepts and answers. OPALITE_PIPELINES=N makes N
// of them, OPALITE_SEED=S begins with that seed, OPALITE_TRACE shows each before it is compiled (for one that crashes).
#include <cstdlib>
#include <iostream>
#include <string>

#include <catch2/catch.hpp>

#include "domain/opal/compiler/compiler.hpp"
#include "domain/query/query_engine.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/opal/generated/pipeline_generator.hpp"
#include "tests/opal/second_opinion/random_data.hpp"
#include "tests/opal/support/fixture_dataset.hpp"
#include "tests/opal/support/result_text.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace base = domain::base;
namespace catalog = domain::catalog;
namespace check = domain::opal::check;
namespace compiler = domain::opal::compiler;
namespace query = domain::query;

unsigned number_from(const char* variable, unsigned otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::atoi(text));
}

/// The schema of the result, or nothing when the compiler refuses the pipeline.
std::optional<catalog::Schema> compiled(std::span<const catalog::Dataset> datasets, const std::string& first, const std::string& pipeline) {
    compiler::Stage stage{"main", pipeline, {}};
    for (std::size_t i = 0; i < datasets.size(); ++i) {
        const std::string& name = random_dataset_names()[i];
        stage.inputs.insert(name == first ? stage.inputs.begin() : stage.inputs.end(), {name, compiler::DatasetInput{i}});
    }
    const std::vector<compiler::Stage> stages{stage};
    const compiler::Compilation compilation =
        compiler::compile({.datasets = datasets, .stages = stages, .output_stage = 0, .window = {kWindowStart, kWindowEnd}, .row_limit = {}});
    if (compilation.has_errors) return std::nullopt;
    return compilation.schema;
}

base::Task<std::string> failure_of(FixtureCatalog& fixtures, query::QueryRequest request) {
    query::QueryEngine engine(fixtures, fixtures.store());
    const base::Timestamp deadline = base::SystemClock().now() + std::chrono::minutes(1);
    auto stream = co_await engine.run(std::move(request), deadline);
    if (!stream) co_return stream.error().message();
    const auto lines = co_await result_lines(**stream);
    co_return lines ? std::string() : lines.error().message();
}

/// What may fail because of data (spec: opal examples, notes): sums that overflow, keys that occur twice, texts and arrays of a
/// million parts for each row.
bool is_allowed(const std::string& failure) {
    for (const char* allowed : {"integer overflow", "object_agg", "needs more memory", "took too long"}) {
        if (failure.find(allowed) != std::string::npos) return true;
    }
    return false;
}

std::vector<catalog::Dataset> random_datasets(FixtureCatalog& fixtures) {
    std::vector<catalog::Dataset> datasets;
    for (const std::string& name : random_dataset_names()) {
        auto found = infra::runtime::run_async(fixtures.find_by_path(base::TenantId("101"), "Default." + name));
        REQUIRE(found.has_value());
        datasets.push_back(*found);
    }
    return datasets;
}

/// Functions of parts of verbs, which their verbs' golden files call, and those that take no plain expressions.
bool is_called_alone(const check::Function& function) {
    if (function.kind == check::FunctionKind::kOperator || function.kind == check::FunctionKind::kArgument) return false;
    for (const std::string_view name : {"bin_start_time", "bin_end_time", "bin_size", "label", "m", "m_tdigest", "m_histogram",
                                        "m_exponential_histogram", "m_object", "make_fields", "make_object", "metric", "regex", "window",
                                        "delta", "delta_monotonic", "deriv", "rate", "prom_quantile"}) {
        if (function.name == name) return false;
    }
    return true;
}

TEST_CASE("every overload of every function is accepted and answered") {
    const RandomDataFolder folder(7);
    FixtureCatalog fixtures(folder.path());
    const std::vector<catalog::Dataset> datasets = random_datasets(fixtures);
    PipelineGenerator generator(11);
    const auto schema = compiled(datasets, "ev", "");
    REQUIRE(schema);
    for (const check::Function& function : check::functions()) {
        if (!is_called_alone(function)) continue;
        for (std::size_t i = 0; i < function.overloads.size(); ++i) {
            // Constants out of range are refused, so several are tried.
            std::string pipeline;
            bool is_accepted = false;
            for (int attempt = 0; attempt < 300 && !is_accepted; ++attempt) {
                pipeline = generator.statement(*schema, function, function.overloads[i]);
                is_accepted = compiled(datasets, "ev", pipeline).has_value();
            }
            INFO(function.name << ", overload " << i + 1 << ": " << pipeline);
            CHECK(is_accepted);
            if (!is_accepted) continue;
            const std::string failure = infra::runtime::run_async(failure_of(fixtures, random_data_request("ev", pipeline)));
            CHECK((failure.empty() || is_allowed(failure) ? std::string() : failure) == "");
        }
    }
}

TEST_CASE("the query store accepts and answers what the compiler accepts") {
    const std::vector<std::string>& names = random_dataset_names();
    const RandomDataFolder folder(7);
    FixtureCatalog fixtures(folder.path());
    const std::vector<catalog::Dataset> datasets = random_datasets(fixtures);
    const unsigned first_seed = number_from("OPALITE_SEED", 1);
    const unsigned count = number_from("OPALITE_PIPELINES", 400);
    std::size_t statements = 0;
    for (unsigned seed = first_seed; seed < first_seed + count; ++seed) {
        PipelineGenerator generator(seed);
        const std::string first = names[generator.below(3) == 0 ? generator.below(names.size()) : 0];
        std::string pipeline;
        auto schema = compiled(datasets, first, pipeline);
        REQUIRE(schema);
        const std::size_t length = 1 + generator.below(6);
        for (std::size_t i = 0; i < 3 * length && statements < 1'000'000; ++i) {
            const std::string longer = pipeline + generator.statement(*schema) + "\n";
            if (std::getenv("OPALITE_TRACE") != nullptr) std::cerr << "seed " << seed << ":\n" << longer;
            auto next = compiled(datasets, first, longer);
            if (!next || next->columns.size() > 60) continue;
            pipeline = longer;
            schema = std::move(next);
            ++statements;
        }
        fixtures.use(kLayouts[seed % std::size(kLayouts)]);
        const std::string failure = infra::runtime::run_async(failure_of(fixtures, random_data_request(first, pipeline)));
        INFO("seed " << seed << ", " << first << ":\n" << pipeline);
        CHECK((failure.empty() || is_allowed(failure) ? std::string() : failure) == "");
    }
    CHECK(statements > count);
}

}  // namespace
}  // namespace tests::opal
