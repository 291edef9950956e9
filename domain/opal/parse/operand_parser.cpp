// Operands: literals, columns, calls, datasets, and the path steps behind them.
#include <utility>
#include <vector>

#include "domain/opal/parse/expression_parser.hpp"
#include "domain/opal/parse/number.hpp"

namespace domain::opal::parse {

using ast::Expr;
using lex::Token;
using lex::TokenKind;
using source::Span;

ExpressionParser::Parsed ExpressionParser::parse_postfix() {
    Parsed base = parse_primary();
    while (base && (tokens_.at(TokenKind::kDot) || tokens_.at(TokenKind::kLeftBracket))) {
        base = parse_step(std::move(*base));
    }
    return base;
}

ExpressionParser::Parsed ExpressionParser::parse_step(Expr base) {
    const Token& open = tokens_.take();
    ast::Path::Step step;
    const Token& key = tokens_.peek();
    if (open.kind == TokenKind::kDot) {
        if (!lex::is_wordlike(key.kind) && key.kind != TokenKind::kString) {
            report_unexpected("a key follows the dot: obj.key, obj.\"odd key\", arr[0]");
            return std::nullopt;
        }
        tokens_.take();
        step = {key.kind == TokenKind::kString ? key.text : std::string(source_.text(key.span)), key.span};
    } else {
        const auto number = key.kind == TokenKind::kNumber ? parse::parse_number(key.text) : std::nullopt;
        const auto* index = number ? std::get_if<std::int64_t>(&number->value) : nullptr;
        if (key.kind != TokenKind::kString && index == nullptr) {
            report_unexpected("constants only: arr[0], obj[\"key\"]; use get_item(arr, i) or get_field(obj, key)");
            return std::nullopt;
        }
        if (index != nullptr) {
            step = {*index, key.span};
        } else {
            step = {key.text, key.span};
        }
        tokens_.take();
        if (!tokens_.at(TokenKind::kRightBracket)) {
            report_unexpected("expected \"]\"");
            return std::nullopt;
        }
        tokens_.take();
    }
    const Span span = join(base.span, tokens_.previous().span);
    if (auto* path = std::get_if<ast::Path>(&base.node)) {
        path->steps.push_back(std::move(step));
        base.span = span;
        return base;
    }
    std::vector<Expr> operands;
    operands.push_back(std::move(base));
    ast::Path path;
    path.steps.push_back(std::move(step));
    return make(span, std::move(path), std::move(operands));
}

ExpressionParser::Parsed ExpressionParser::parse_primary() {
    const Token& token = tokens_.peek();
    switch (token.kind) {
        case TokenKind::kNumber: return parse_number();
        case TokenKind::kString: tokens_.take(); return make(token.span, ast::Literal{token.text});
        case TokenKind::kTrue: tokens_.take(); return make(token.span, ast::Literal{true});
        case TokenKind::kFalse: tokens_.take(); return make(token.span, ast::Literal{false});
        case TokenKind::kNull: tokens_.take(); return make(token.span, ast::Literal{ast::Null{}});
        case TokenKind::kRegex:
            tokens_.take();
            return make(token.span, ast::Literal{ast::Regex{token.text, token.flags}});
        case TokenKind::kIdentifier:
            if (tokens_.at(TokenKind::kLeftParen, 1) && !tokens_.peek(1).newline_before) return parse_call();
            tokens_.take();
            return make(token.span, ast::Identifier{token.text});
        case TokenKind::kLeftParen: return parse_parenthesized();
        case TokenKind::kAt: return parse_dataset();
        case TokenKind::kDollar:
        case TokenKind::kHash:
        case TokenKind::kCaret: return parse_sigil();
        case TokenKind::kLess:
            report_unexpected("a search <a b> stands at the start of a predicate or after ~; put it in parentheses");
            return std::nullopt;
        case TokenKind::kNot:
            report_unexpected("put \"not\" in parentheses: (not x)");
            return std::nullopt;
        default:
            report_unexpected("expected a value, a column or a function call");
            return std::nullopt;
    }
}

ExpressionParser::Parsed ExpressionParser::parse_number() {
    const Token& token = tokens_.peek();
    auto literal = parse::parse_number(token.text);
    if (!literal) {
        const bool is_integer = token.text.find_first_not_of("0123456789") == std::string::npos;
        diagnostics_.error("invalid-number", token.span, "invalid number " + shown(token),
                           is_integer && token.text[0] == '0' ? "a leading zero means octal"
                           : is_integer                       ? "int64 ends at 9223372036854775807"
                                                              : "durations have the units ns us ms s m h d w: 1h30m");
        return std::nullopt;
    }
    tokens_.take();
    return make(token.span, std::move(*literal));
}

ExpressionParser::Parsed ExpressionParser::parse_parenthesized() {
    const Span open = tokens_.take().span;
    Parsed inner = parse_expression();
    if (!inner) return std::nullopt;
    if (!tokens_.at(TokenKind::kRightParen)) {
        report_unexpected("expected \")\"");
        return std::nullopt;
    }
    inner->span = join(open, tokens_.take().span);
    return inner;
}

ExpressionParser::Parsed ExpressionParser::parse_call() {
    const Token& name = tokens_.take();
    tokens_.take();
    ast::Call call{{name.text, name.span}, {}};
    while (!tokens_.at(TokenKind::kRightParen)) {
        auto argument = parse_argument();
        if (!argument) return std::nullopt;
        call.arguments.push_back(std::move(*argument));
        if (tokens_.take_if(TokenKind::kComma)) {
            if (!tokens_.at(TokenKind::kRightParen)) continue;
            report_unexpected("an argument follows the comma");
            return std::nullopt;
        }
        if (!tokens_.at(TokenKind::kRightParen)) {
            report_unexpected("expected \",\" or \")\" in the arguments of " + name.text);
            return std::nullopt;
        }
    }
    const Span close = tokens_.take().span;
    return make(join(name.span, close), std::move(call));
}

ExpressionParser::Parsed ExpressionParser::parse_dataset() {
    const Span at = tokens_.take().span;
    ast::DatasetReference reference;
    const auto at_name = [&](std::size_t ahead) {
        return (tokens_.at(TokenKind::kString, ahead) || lex::is_wordlike(tokens_.peek(ahead).kind)) &&
               tokens_.touches(ahead);
    };
    if (at_name(0)) reference.dataset = tokens_.take().text;
    if (tokens_.at(TokenKind::kDot) && tokens_.touches() && at_name(1)) {
        tokens_.take();
        const Token& column = tokens_.take();
        reference.column = ast::Name{column.text, column.span};
    }
    const Span span = join(at, tokens_.previous().span);
    return make(span, std::move(reference));
}

bool ExpressionParser::at_ellipsis() const {
    for (std::size_t ahead = 0; ahead < 3; ++ahead) {
        if (!tokens_.at(TokenKind::kDot, ahead) || !tokens_.touches(ahead)) return false;
    }
    return true;
}

ExpressionParser::Parsed ExpressionParser::parse_sigil() {
    const Token& sigil = tokens_.take();
    if (!tokens_.touches() || !(lex::is_wordlike(tokens_.peek().kind) || tokens_.at(TokenKind::kString))) {
        const Span end{sigil.span.end, sigil.span.end};
        diagnostics_.error("syntax", join(sigil.span, end), "a name must follow " + shown(sigil));
        return std::nullopt;
    }
    std::string name = tokens_.take().text;
    if (sigil.kind == TokenKind::kHash) {
        while (tokens_.at(TokenKind::kDot) && tokens_.touches() && tokens_.touches(1) &&
               lex::is_wordlike(tokens_.peek(1).kind)) {
            tokens_.take();
            name += "." + tokens_.take().text;
        }
    }
    // `^label...` in a grouping is what `^label` is: the columns of the link.
    const bool has_ellipsis = sigil.kind == TokenKind::kCaret && at_ellipsis();
    for (int dots = 0; has_ellipsis && dots < 3; ++dots) tokens_.take();
    const Span span = join(sigil.span, tokens_.previous().span);
    if (sigil.kind == TokenKind::kDollar) return make(span, ast::Parameter{std::move(name)});
    if (sigil.kind == TokenKind::kHash) return make(span, ast::Tag{std::move(name)});
    return make(span, ast::Link{std::move(name)});
}

}  // namespace domain::opal::parse
