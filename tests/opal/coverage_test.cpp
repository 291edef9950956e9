// What the golden files must not leave out: every verb and every function occurs in one, and every diagnostic code of
// domain/opal is what some golden file, or a script of the table below, is told.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include <catch2/catch.hpp>

#include "domain/opal/check/functions.hpp"
#include "domain/opal/compiler/compiler.hpp"
#include "domain/opal/lex/lexer.hpp"
#include "domain/opal/parse/parser.hpp"
#include "domain/opal/parse/verb_table.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/opal/support/fixture_dataset.hpp"
#include "tests/opal/support/golden_request.hpp"

#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests::opal {
namespace {

namespace compiler = domain::opal::compiler;
namespace fs = std::filesystem;
namespace query = domain::query;

std::string repeat(const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
}

std::string many_columns(int count) {
    std::string text = "make_col c0:service";
    for (int i = 1; i < count; ++i) text += ", c" + std::to_string(i) + ":service";
    return text;
}

std::string many_searches() { return many_columns(1500) + "\nfilter <a>" + repeat(" and <b>", 1000); }

/// One script for each code that no golden file is told; the input is the logs of the examples.
const std::map<std::string, std::string>& scripts() {
    static const std::map<std::string, std::string> kScripts = {
        {"deprecated", "coldrop body"},
        {"grouped-by-time", "statsby n:count(), group_by(timestamp)"},
        {"invalid-number", "make_col x:5x"},
        {"invalid-utf8", "filter \xff"},
        {"no-columns", "statsby group_by(host)\ndrop_col host"},
        {"not-constant", "make_col x:round(1.5, bytes)"},
        {"script-too-long", std::string(300'000, ' ')},
        {"second-result", "<- @ { }\n<- @ { }"},
        {"too-deep", "filter " + repeat("(", 300) + "true"},
        {"too-many-arguments", "make_col x:lower(body, body)"},
        {"too-many-bins", "timechart 1ns, n:count()"},
        {"too-many-columns", many_columns(2000)},
        {"too-many-searches", many_searches()},
        {"too-many-stages", repeat("@a <- @ { }\n", 65) + "<- @ { }"},
        {"too-many-statements", repeat("filter true\n", 1001)},
        {"unexpected-character", "filter §"},
        {"unknown-dataset", "@a <- @log { }\n<- @a { }"},
        {"unknown-hint", "#hint{a:1}\nfilter true"},
        {"unknown-tag", "filter #k8s.pod = \"a\""},
        {"unknown-type", "extract_regex body, /(?P<a::number>[0-9]+)/"},
        {"unterminated-comment", "filter true /* all"},
        {"unterminated-regex", "filter body ~ /a"},
        {"unterminated-search", "filter <a b"},
        {"wrong-context", "make_col x:bin_size()"},
    };
    return kScripts;
}

/// The codes of all diagnostics of a request. Inputs that are not there leave it out.
std::set<std::string> codes_of(FixtureCatalog& catalog, const query::QueryRequest& request) {
    std::vector<domain::catalog::Dataset> datasets;
    std::vector<compiler::Stage> stages;
    for (const query::Stage& stage : request.stages) {
        compiler::Stage compiled{stage.id, stage.pipeline, {}};
        for (const query::StageInput& input : stage.inputs) {
            if (const auto* reference = std::get_if<query::StageReference>(&input.source)) {
                std::size_t index = 0;
                while (stages.at(index).id != reference->stage) ++index;
                compiled.inputs.push_back({input.name, compiler::StageInput{index}});
                continue;
            }
            auto dataset = infra::runtime::run_async(
                catalog.find_by_path(request.tenant, std::get<query::DatasetPath>(input.source).path));
            REQUIRE(dataset.has_value());
            compiled.inputs.push_back({input.name, compiler::DatasetInput{datasets.size()}});
            datasets.push_back(std::move(*dataset));
        }
        stages.push_back(std::move(compiled));
    }
    const auto compilation = compiler::compile({.datasets = datasets,
                                                .stages = stages,
                                                .output_stage = stages.size() - 1,
                                                .window = {domain::base::to_nanoseconds(request.window.start),
                                                           domain::base::to_nanoseconds(request.window.end)},
                                                .row_limit = {}});
    std::set<std::string> codes;
    for (const compiler::CheckedStage& stage : compilation.stages) {
        for (const auto& diagnostic : stage.diagnostics.all()) codes.emplace(diagnostic.code);
    }
    return codes;
}

std::string read(const fs::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The codes that the sources of the compiler can report, each with a file that does.
std::map<std::string, std::string> codes_in_sources() {
    const std::regex call(R"re(\b(?:error|warning|info)\(\s*"([a-z0-9-]+)")re");
    std::map<std::string, std::string> codes;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(OPALITE_SOURCES) / "domain/opal")) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
        const std::string text = read(entry.path());
        for (std::sregex_iterator it(text.begin(), text.end(), call); it != std::sregex_iterator(); ++it) {
            codes.emplace((*it)[1], entry.path().filename().string());
        }
    }
    return codes;
}

void add_verbs(const std::string& pipeline, std::set<std::string>& verbs) {
    const domain::opal::source::SourceText source(pipeline);
    domain::opal::source::Diagnostics diagnostics;
    const auto script =
        domain::opal::parse::parse(source, domain::opal::lex::lex(source, diagnostics), diagnostics);
    for (const auto& part : script.pipelines) {
        for (const auto& statement : part.statements) verbs.insert(statement.canonical_verb);
    }
}

TEST_CASE("every verb occurs in a golden file") {
    std::set<std::string> verbs;
    for (const fs::path& path : golden_files(OPALITE_OPAL_TESTS)) {
        for (const query::Stage& stage : request_of(GoldenFile(path)).stages) add_verbs(stage.pipeline, verbs);
    }
    for (const auto& verb : domain::opal::parse::verbs()) {
        INFO("write a golden file in tests/opal/" << verb.canonical << " that uses " << verb.canonical);
        CHECK(verbs.contains(std::string(verb.canonical)));
    }
}

/// The names before an opening parenthesis.
void add_calls(const std::string& pipeline, std::set<std::string>& names) {
    const domain::opal::source::SourceText source(pipeline);
    domain::opal::source::Diagnostics diagnostics;
    const auto tokens = domain::opal::lex::lex(source, diagnostics);
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        if (tokens[i].kind != domain::opal::lex::TokenKind::kLeftParen) continue;
        names.emplace(source.text(tokens[i - 1].span));
    }
}

// Window and argument functions are parts of window() and of verbs, whose tests have them.
TEST_CASE("every scalar function and aggregate occurs in a golden file by its name") {
    using domain::opal::check::FunctionKind;
    std::set<std::string> names;
    for (const fs::path& path : golden_files(OPALITE_OPAL_TESTS)) {
        for (const query::Stage& stage : request_of(GoldenFile(path)).stages) add_calls(stage.pipeline, names);
    }
    for (const auto& function : domain::opal::check::functions()) {
        if (function.kind != FunctionKind::kScalar && function.kind != FunctionKind::kAggregate) continue;
        INFO("write a golden file in tests/opal/functions or tests/opal/aggregates that calls " << function.name);
        CHECK(names.contains(std::string(function.name)));
    }
}

TEST_CASE("every diagnostic code is told to a golden file or a script of this test") {
    FixtureCatalog catalog(fs::path(OPALITE_OPAL_TESTS) / "fixtures");
    std::set<std::string> told;
    for (const fs::path& path : golden_files(OPALITE_OPAL_TESTS)) {
        INFO(path);
        told.merge(codes_of(catalog, request_of(GoldenFile(path))));
    }
    for (const auto& [code, script] : scripts()) {
        query::QueryRequest request = request_of(GoldenFile(fs::path(OPALITE_OPAL_TESTS) / "examples/34_count_per_group.opal"));
        request.stages.back().pipeline = script;
        std::set<std::string> codes = codes_of(catalog, request);
        INFO("the script for " << code);
        CHECK(codes.contains(code));
        told.merge(codes);
    }
    const auto known = codes_in_sources();
    REQUIRE(known.contains("unknown-verb"));
    for (const auto& [code, file] : known) {
        INFO(file << " reports \"" << code << "\": write tests/opal/<verb>/fail_….opal or a script in coverage_test.cpp");
        CHECK(told.contains(code));
    }
}

}  // namespace
}  // namespace tests::opal
