// Runs every golden file below tests/opal. UPDATE_GOLDEN=1 rewrites the expectations that a file has (and `rows`, or
// `diagnostics` for files named fail_…, when it has none).
//
// A file's pipeline is compiled and executed over three layouts of the same fixture (typed columns, a segment for each row,
// everything in the remainder): the rows must not depend on it. Rows are compared in order when the result has one, sorted
// otherwise. Sections: input, ast, plan, sql, rows, diagnostics, window, and
//   with: owners, spans     further inputs, fixtures of the folder that the first one is in; a name may also be a stage's
//   stage: name < a, b      an earlier stage: its pipeline, and its inputs where they are not those of the script
//   parameters              a line `name: type value` for each `$name`; the value is null or plain text
//   error: line:column      what the one diagnostic says there: the message, and in a second line the hint; without that
//                           line any hint will do
//   version: v2026_09_30    the version of the language
//   oracle                  SQL over the fixture's JSON (view `input`) that must give the same rows
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>

#include <catch2/catch.hpp>

#include "domain/opal/compiler/compiler.hpp"
#include "domain/query/query_engine.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/opal/support/fixture_dataset.hpp"
#include "tests/opal/support/golden_file.hpp"
#include "tests/opal/support/golden_request.hpp"
#include "tests/opal/support/oracle.hpp"
#include "tests/opal/support/result_text.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace base = domain::base;
namespace query = domain::query;
namespace fs = std::filesystem;

/// What one run of a pipeline gave, section by section.
struct Outcome {
    std::string ast, plan, sql, rows, diagnostics;
    bool is_ordered = false;
};

std::string section_of(const std::string& explanation, const std::string& name) {
    const std::string head = "--- " + name + "\n";
    const std::size_t at = explanation.find(head);
    if (at == std::string::npos) return {};
    const std::size_t end = explanation.find("\n--- ", at + head.size() - 1);
    return explanation.substr(at + head.size(), end == std::string::npos ? end : end + 1 - at - head.size());
}

base::Task<Outcome> execute(FixtureCatalog& catalog, query::QueryRequest request) {
    Outcome outcome;
    query::QueryEngine engine(catalog, catalog.store());
    query::QueryRequest copy = request;
    const auto explained = co_await engine.explain(std::move(copy));
    if (!explained) {
        outcome.diagnostics = explained.error().message();
        if (!outcome.diagnostics.ends_with('\n')) outcome.diagnostics += '\n';
        co_return outcome;
    }
    outcome.ast = section_of(*explained, "ast");
    outcome.plan = section_of(*explained, "plan");
    outcome.sql = section_of(*explained, "sql");
    outcome.diagnostics = explained->substr(0, explained->find("--- ast\n"));
    outcome.is_ordered = outcome.plan.starts_with("sort");
    const base::Timestamp deadline = base::SystemClock().now() + std::chrono::minutes(1);
    auto stream = co_await engine.run(std::move(request), deadline);
    if (!stream) {
        outcome.rows = "failed: " + stream.error().message() + "\n";
        co_return outcome;
    }
    auto lines = co_await result_lines(**stream);
    if (!lines) {
        outcome.rows = "failed: " + lines.error().message() + "\n";
        co_return outcome;
    }
    if (!outcome.is_ordered) std::sort(lines->begin() + 1, lines->end());
    for (const std::string& line : *lines) outcome.rows += line + "\n";
    co_return outcome;
}

/// Compares one section with the outcome, or puts the outcome there.
void compare(GoldenFile& file, const std::string& name, const std::string& got, bool is_required) {
    const auto* section = file.find(name);
    if (section == nullptr && !is_required) return;
    if (std::getenv("UPDATE_GOLDEN") != nullptr) {
        file.set(name, got);
        return;
    }
    REQUIRE(section != nullptr);
    CHECK(section->text == got);
}

/// What one rendered diagnostic says: `error: message`, ` --> main:line:column`, the line, and `| ^^^ hint` below it.
struct Reported {
    std::string place, message, hint;
};

std::vector<Reported> errors_of(const std::string& diagnostics) {
    std::vector<Reported> errors;
    std::istringstream stream(diagnostics);
    std::string line;
    while (std::getline(stream, line)) {
        if (!line.starts_with("error: ")) continue;
        Reported error;
        error.message = line.substr(7);
        std::getline(stream, line);
        error.place = line.substr(line.find(':') + 1);
        std::getline(stream, line);
        std::getline(stream, line);
        const std::size_t hint = line.find("^ ");
        if (hint != std::string::npos) error.hint = line.substr(hint + 2);
        errors.push_back(std::move(error));
    }
    return errors;
}

void compare_error(const GoldenFile& file, const Outcome& outcome) {
    const auto* section = file.find("error");
    if (section == nullptr) return;
    const std::vector<Reported> errors = errors_of(outcome.diagnostics);
    INFO(outcome.diagnostics);
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].place == section->argument);
    std::string got = errors[0].message + "\n";
    if (section->text.find('\n') + 1 < section->text.size()) got += errors[0].hint + "\n";
    CHECK(got == section->text);
}

void compare_with_oracle(const GoldenFile& file, const fs::path& fixtures, const Outcome& outcome) {
    const auto* oracle = file.find("oracle");
    if (oracle == nullptr) return;
    const fs::path fixture = fixtures / fs::path(file.find("input")->argument).filename();
    auto lines = oracle_lines(fixture.string(), oracle->text);
    if (!lines) FAIL("the oracle failed: " << lines.error().message());
    if (!outcome.is_ordered) std::sort(lines->begin(), lines->end());
    std::string expected;
    for (const std::string& line : *lines) expected += line + "\n";
    CHECK(outcome.rows.substr(outcome.rows.find('\n') + 1) == expected);
}

void run(FixtureCatalog& catalog, const fs::path& path, const fs::path& fixtures) {
    GoldenFile file(path);
    REQUIRE(file.find("input") != nullptr);
    const bool must_fail = path.filename().string().starts_with("fail_");
    catalog.use(Layout::kOneSegment);
    const Outcome outcome = infra::runtime::run_async(execute(catalog, request_of(file)));
    CHECK((outcome.plan.empty() || outcome.rows.starts_with("failed: ")) == must_fail);
    compare(file, "ast", outcome.ast, false);
    compare(file, "plan", outcome.plan, false);
    compare(file, "sql", outcome.sql, false);
    compare(file, "diagnostics", outcome.diagnostics,
            must_fail && outcome.plan.empty() && file.find("error") == nullptr);
    compare_error(file, outcome);
    if (!must_fail || !outcome.plan.empty()) compare(file, "rows", outcome.rows, true);
    compare_with_oracle(file, fixtures, outcome);
    if (!must_fail) {
        for (const Layout layout : kLayouts) {
            catalog.use(layout);
            INFO("layout " << static_cast<int>(layout));
            CHECK(infra::runtime::run_async(execute(catalog, request_of(file))).rows == outcome.rows);
        }
    }
    if (std::getenv("UPDATE_GOLDEN") != nullptr) file.save();
}

TEST_CASE("golden files") {
    const fs::path root = OPALITE_OPAL_TESTS;
    const std::vector<fs::path> files = golden_files(root);
    REQUIRE_FALSE(files.empty());
    const char* only = std::getenv("OPAL_ONLY");
    FixtureCatalog catalog(root / "fixtures");
    for (const fs::path& path : files) {
        const std::string name = fs::relative(path, root).string();
        if (only != nullptr && name.find(only) == std::string::npos) continue;
        INFO(name);
        run(catalog, path, root / "fixtures");
    }
}

}  // namespace
}  // namespace tests::opal
