#pragma once

#include <string>
#include <string_view>

#include "domain/opal/source/span.hpp"

namespace domain::opal::lex {

enum class TokenKind {
#define OPAL_TOKEN(enumerator, spelling) enumerator,
#include "domain/opal/lex/token_kind.def"
#undef OPAL_TOKEN
};

/// The spelling of a symbol or keyword, a description of the other kinds.
std::string_view spelling(TokenKind kind);

/// Identifiers and keywords: a keyword may still be a key, a name of a column to make, or a word to search for.
bool is_wordlike(TokenKind kind);

/// Whether an operand ends with such a token, so that a minus behind it subtracts and a slash divides.
bool ends_operand(TokenKind kind);

struct Token {
    TokenKind kind = TokenKind::kEnd;
    source::Span span;
    bool newline_before = false;  ///< a line end stands between this token and the one before
    /// as written; string: without quotes and escapes; regex: the pattern, with `\/` as `/`
    std::string text;
    std::string flags;  ///< regex: the letters behind the closing slash
};

}  // namespace domain::opal::lex
