#pragma once

#include <vector>

#include "domain/opal/lex/token.hpp"
#include "domain/opal/source/diagnostic.hpp"
#include "domain/opal/source/source_text.hpp"

namespace domain::opal::lex {

/// Splits a script into tokens; the last one is kEnd. White space and comments (`//` to the end of the line, `/* */`) vanish.
///
/// A number is any run of letters and digits that starts with a digit, with at most one fraction (`5m`, `1h30m`, `0x1F`,
/// `1.5e-3`): the parser reads its value, since the same text may be a word to search for (`<4bf92f35>`).
/// A slash opens a regular expression exactly where an operand may stand, that is unless an operand precedes it.
/// Symbols of other languages (`==`, `<>`, `||`, `&&`, `%`, `!`, `;`) are reported and replaced by what they mean here, so
/// that one slip makes one diagnostic. A script over opal_script_bytes_max is reported and gives only kEnd.
std::vector<Token> lex(const source::SourceText& source, source::Diagnostics& diagnostics);

/// The same, and where the comments are, in order; a line's comment ends before the line end.
struct LexedText {
    std::vector<Token> tokens;
    std::vector<source::Span> comments;
};
LexedText lex_with_comments(const source::SourceText& source, source::Diagnostics& diagnostics);

}  // namespace domain::opal::lex
