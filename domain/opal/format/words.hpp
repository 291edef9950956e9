#pragma once

#include <span>
#include <string>
#include <vector>

#include "domain/opal/ast/ast.hpp"
#include "domain/opal/lex/token.hpp"
#include "domain/opal/source/source_text.hpp"

namespace domain::opal::format {

/// A token or comment of a statement as it will be written.
struct Word {
    std::string text;
    lex::TokenKind kind = lex::TokenKind::kEnd;  ///< kEnd: a comment
    bool space_before = false;                   ///< unless it begins a line
    bool newline_before = false;                 ///< as the writer had it
    bool in_search = false;                      ///< between words to look for: `or` is no operator there

    bool is_comment() const { return kind == lex::TokenKind::kEnd; }
};

/// The places of search terms and networks behind `~` in a statement, in order.
std::vector<source::Span> search_spans(const ast::Statement& statement);

/// The words of one statement: its tokens, and the comments between them.
std::vector<Word> make_words(const source::SourceText& source, std::span<const lex::Token> tokens,
                             std::span<const source::Span> comments, const std::vector<source::Span>& searches);

}  // namespace domain::opal::format
