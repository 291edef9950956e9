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

}  // namespace domain::opal::lex
