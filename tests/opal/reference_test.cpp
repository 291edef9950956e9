// The language reference: complete, with examples that run, and the pages of the console as the tables give them
// (UPDATE_GOLDEN=1 writes them).
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <catch2/catch.hpp>

#include "domain/opal/check/functions.hpp"
#include "domain/opal/parse/verb_table.hpp"
#include "domain/opal/reference/language.hpp"
#include "domain/opal/reference/markdown.hpp"
#include "domain/query/query_engine.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/opal/support/fixture_dataset.hpp"
#include "tests/opal/support/result_text.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace base = domain::base;
namespace check = domain::opal::check;
namespace fs = std::filesystem;
namespace query = domain::query;
namespace reference = domain::opal::reference;

/// A pipeline over one dataset of the examples; the others can be read by name.
query::QueryRequest request_for(std::string_view input, const std::string& pipeline) {
    query::QueryRequest request;
    request.tenant = base::TenantId("101");
    request.window = {base::from_rfc3339("2024-05-01T10:00:00Z").value(), base::from_rfc3339("2024-05-01T11:00:00Z").value()};
    query::Stage stage;
    stage.id = "main";
    stage.pipeline = pipeline;
    const auto add = [&stage](const std::string& name) {
        query::StageInput named;
        named.name = name;
        named.source = query::DatasetPath{"Default.examples/" + name};
        stage.inputs.push_back(named);
    };
    add(std::string(input));
    for (const char* name : {"logs", "http", "spans", "pods", "nodes", "hosts", "deploys", "orders", "owners", "codes"}) {
        if (name != input) add(name);
    }
    request.stages.push_back(stage);
    return request;
}

/// What went wrong, or nothing.
base::Task<std::string> failure_of(FixtureCatalog& catalog, query::QueryRequest request) {
    query::QueryEngine engine(catalog, catalog.store());
    const base::Timestamp deadline = base::SystemClock().now() + std::chrono::minutes(1);
    auto stream = co_await engine.run(std::move(request), deadline);
    if (!stream) co_return stream.error().message();
    const auto lines = co_await result_lines(**stream);
    co_return lines ? std::string() : lines.error().message();
}

std::string failure_of(FixtureCatalog& catalog, std::string_view input, const std::string& pipeline) {
    return infra::runtime::run_async(failure_of(catalog, request_for(input, pipeline)));
}

TEST_CASE("the reference has every verb") {
    std::set<std::string_view> described;
    for (const auto& verb : reference::language().verbs) {
        CHECK(described.insert(verb.doc->name).second);
        CHECK(verb.doc->kinds.find_first_not_of("EIRT") == std::string_view::npos);
    }
    for (const auto& verb : domain::opal::parse::verbs()) {
        INFO("domain/opal/reference/verb_docs.cpp has no row for " << verb.canonical);
        CHECK(described.contains(verb.canonical));
    }
    CHECK(described.size() == 71);
}

TEST_CASE("the reference has every function") {
    std::set<std::pair<std::string_view, bool>> described;
    for (const auto& function : reference::language().functions) {
        INFO(function.name);
        CHECK(described.emplace(function.name, function.kind == "aggregate").second);
        CHECK_FALSE(function.summary.empty());
    }
    for (const check::Function& row : check::functions()) {
        if (row.kind == check::FunctionKind::kOperator) continue;
        INFO("domain/opal/reference/function_examples.cpp has no example of " << row.name);
        CHECK(described.contains({row.name, row.kind == check::FunctionKind::kAggregate}));
    }
}

TEST_CASE("every example of the reference runs") {
    FixtureCatalog catalog(fs::path(OPALITE_OPAL_TESTS) / "fixtures");
    for (const auto& verb : reference::language().verbs) {
        INFO(verb.doc->example);
        CHECK(failure_of(catalog, verb.doc->input, std::string(verb.doc->example)) == "");
    }
    for (const auto& function : reference::language().functions) {
        if (function.kind == "operator") continue;
        INFO(function.example);
        CHECK(failure_of(catalog, function.input, function.example) == "");
    }
}

TEST_CASE("the pages of the reference are what the tables give") {
    const fs::path folder = fs::path(OPALITE_SOURCES) / "gateway/console/reference";
    const std::pair<std::string, std::string> pages[] = {
        {"verbs.md", reference::verbs_markdown(reference::language())},
        {"functions.md", reference::functions_markdown(reference::language())},
    };
    for (const auto& [name, text] : pages) {
        if (std::getenv("UPDATE_GOLDEN") != nullptr) {
            fs::create_directories(folder);
            std::ofstream(folder / name) << text;
        }
        std::ifstream stream(folder / name);
        const std::string written{std::istreambuf_iterator<char>(stream), {}};
        INFO(name << " differs: run opal_golden_test \"the pages*\" with UPDATE_GOLDEN=1, and read the difference");
        CHECK((written == text));
    }
}

}  // namespace
}  // namespace tests::opal
