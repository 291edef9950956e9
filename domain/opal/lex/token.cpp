#include "domain/opal/lex/token.hpp"

namespace domain::opal::lex {

std::string_view spelling(TokenKind kind) {
    switch (kind) {
#define OPAL_TOKEN(enumerator, spelling) \
    case TokenKind::enumerator: return spelling;
#include "domain/opal/lex/token_kind.def"
#undef OPAL_TOKEN
    }
    return "";
}

bool is_wordlike(TokenKind kind) {
    switch (kind) {
        case TokenKind::kIdentifier:
        case TokenKind::kAnd:
        case TokenKind::kOr:
        case TokenKind::kNot:
        case TokenKind::kTrue:
        case TokenKind::kFalse:
        case TokenKind::kNull: return true;
        default: return false;
    }
}

bool ends_operand(TokenKind kind) {
    switch (kind) {
        case TokenKind::kIdentifier:
        case TokenKind::kNumber:
        case TokenKind::kString:
        case TokenKind::kRegex:
        case TokenKind::kTrue:
        case TokenKind::kFalse:
        case TokenKind::kNull:
        case TokenKind::kRightParen:
        case TokenKind::kRightBracket: return true;
        default: return false;
    }
}

}  // namespace domain::opal::lex
