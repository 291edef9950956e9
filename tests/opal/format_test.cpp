// Formatting keeps what every golden file means: the same tree, the same comments, and nothing to do the second time.
#include <filesystem>

#include <catch2/catch.hpp>

#include "domain/opal/ast/ast_printer.hpp"
#include "domain/opal/format/formatter.hpp"
#include "domain/opal/lex/lexer.hpp"
#include "domain/opal/parse/parser.hpp"
#include "tests/opal/support/golden_request.hpp"

namespace tests::opal {
namespace {

using namespace domain::opal;

struct Meaning {
    std::string tree;
    std::string comments;
    bool has_errors = false;
};

Meaning meaning_of(const std::string& text) {
    const source::SourceText source(text);
    source::Diagnostics diagnostics;
    const lex::LexedText lexed = lex::lex_with_comments(source, diagnostics);
    Meaning meaning;
    meaning.tree = ast::print(parse::parse(source, lexed.tokens, diagnostics));
    for (const source::Span comment : lexed.comments) meaning.comments += std::string(source.text(comment)) + "\n";
    meaning.has_errors = diagnostics.has_errors();
    return meaning;
}

TEST_CASE("formatting keeps the meaning of every golden file") {
    int formatted_scripts = 0;
    for (const std::filesystem::path& path : golden_files(OPALITE_OPAL_TESTS)) {
        for (const domain::query::Stage& stage : request_of(GoldenFile(path)).stages) {
            INFO(path << "\n" << stage.pipeline);
            const Meaning before = meaning_of(stage.pipeline);
            const source::SourceText source(stage.pipeline);
            source::Diagnostics diagnostics;
            const auto formatted = format::format(source, diagnostics);
            REQUIRE(formatted.has_value() == !before.has_errors);
            if (!formatted) continue;
            ++formatted_scripts;
            const Meaning after = meaning_of(*formatted);
            CHECK(after.tree == before.tree);
            CHECK(after.comments == before.comments);
            const source::SourceText again(*formatted);
            CHECK(format::format(again, diagnostics) == formatted);
        }
    }
    CHECK(formatted_scripts > 200);
}

}  // namespace
}  // namespace tests::opal
