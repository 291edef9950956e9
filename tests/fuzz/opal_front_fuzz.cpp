// Any bytes through lexer, parser and checker: no crash, no hang, and what was accepted prints to text that parses again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "domain/opal/ast/ast_printer.hpp"
#include "domain/opal/check/checker.hpp"
#include "domain/opal/check/typed_ast_printer.hpp"
#include "domain/opal/lex/lexer.hpp"
#include "domain/opal/parse/parser.hpp"
#include "domain/opal/source/diagnostic_renderer.hpp"

namespace {

using namespace domain::opal;

/// The tree of a script as text; `has_errors` says whether it is one.
std::string parse_and_print(const source::SourceText& source, source::Diagnostics& diagnostics) {
    return ast::print(parse::parse(source, lex::lex(source, diagnostics), diagnostics));
}

bool is_too_deep(const source::Diagnostics& diagnostics) {
    return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                       [](const source::Diagnostic& diagnostic) { return diagnostic.code == "too-deep"; });
}

void check_script(const source::SourceText& source) {
    source::Diagnostics diagnostics;
    const ast::Script script = parse::parse(source, lex::lex(source, diagnostics), diagnostics);
    check::ColumnIds ids;
    const check::CheckInput input{.source = source,
                                  .inputs = {{"logs", check::dataset_state(domain::catalog::observation_schema(), ids)}},
                                  .window_start = domain::base::from_nanoseconds(0),
                                  .window_end = domain::base::from_nanoseconds(3'600'000'000'000),
                                  .ids = ids};
    const check::Script typed = check::check(script, input, diagnostics);
    if (!diagnostics.has_errors()) {
        for (const check::Column& column : typed.result().output().columns) {
            if (column.is_broken) std::abort();
        }
        if (typed.result().output().is_open) std::abort();
    }
    static_cast<void>(check::print(typed));
    static_cast<void>(source::render(diagnostics, source));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const source::SourceText source(std::string(reinterpret_cast<const char*>(data), size));
    check_script(source);

    source::Diagnostics diagnostics;
    const std::string printed = parse_and_print(source, diagnostics);
    if (diagnostics.has_errors()) return 0;
    const source::SourceText again(printed);
    source::Diagnostics second;
    const bool is_same = parse_and_print(again, second) == printed;
    // What is printed has a parenthesis for every operator, and so may be too deep where the script was not.
    if (is_too_deep(second)) return 0;
    if (!is_same || second.has_errors()) std::abort();
    return 0;
}
