#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/opal/jmespath/jmespath.hpp"
#include "domain/opal/jmespath/value.hpp"

namespace domain::opal::jmespath {

enum class TokenKind {
    kEnd, kName, kQuotedName, kNumber, kLiteral, kDot, kStar, kFlatten, kFilter, kLeftBracket, kRightBracket, kLeftBrace,
    kRightBrace, kLeftParen, kRightParen, kComma, kColon, kPipe, kOr, kAnd, kNot, kEqual, kNotEqual, kLess, kLessEqual,
    kGreater, kGreaterEqual, kCurrent, kExpression,
};

struct Token {
    TokenKind kind = TokenKind::kEnd;
    std::size_t at = 0;
    std::string name;          ///< of kName and kQuotedName
    std::int64_t number = 0;   ///< of kNumber
    Value literal;             ///< of kLiteral: `JSON` or 'raw text'
};

/// The tokens of an expression, kEnd last.
std::variant<std::vector<Token>, Fault> lex(std::string_view text);

/// As messages show it: `"]"`, `a name`.
std::string_view spelling(TokenKind kind);

}  // namespace domain::opal::jmespath
