// Any bytes through the formatter: what it accepts keeps its tree and its comments, and formats to itself.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "domain/opal/ast/ast_printer.hpp"
#include "domain/opal/format/formatter.hpp"
#include "domain/opal/lex/lexer.hpp"
#include "domain/opal/parse/parser.hpp"

namespace {

using namespace domain::opal;

/// The tree, then the comments.
std::string meaning_of(const source::SourceText& source) {
    source::Diagnostics diagnostics;
    const lex::LexedText lexed = lex::lex_with_comments(source, diagnostics);
    std::string meaning = ast::print(parse::parse(source, lexed.tokens, diagnostics));
    if (diagnostics.has_errors()) return "errors";
    for (const source::Span comment : lexed.comments) meaning += std::string(source.text(comment)) + "\n";
    return meaning;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const source::SourceText source(std::string(reinterpret_cast<const char*>(data), size));
    source::Diagnostics diagnostics;
    const auto formatted = format::format(source, diagnostics);
    if (!formatted) return 0;
    const source::SourceText once(*formatted);
    if (meaning_of(once) != meaning_of(source)) std::abort();
    const auto twice = format::format(once, diagnostics);
    if (twice != formatted) std::abort();
    return 0;
}
