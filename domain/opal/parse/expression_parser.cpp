#include "domain/opal/parse/expression_parser.hpp"

#include <utility>
#include <vector>

#include "domain/base/limits.hpp"
#include "domain/opal/lex/characters.hpp"
#include "domain/opal/parse/number.hpp"

namespace domain::opal::parse {

using ast::Expr;
using ast::Operator;
using lex::Token;
using lex::TokenKind;
using source::Span;

/// Counts the recursion of the parser itself; the trees are bounded by make().
class ExpressionParser::DepthGuard {
public:
    explicit DepthGuard(std::size_t& depth) : depth_(++depth) {}
    ~DepthGuard() { --depth_; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    bool is_too_deep() const { return depth_ > base::limits::opal_expression_depth_max; }

private:
    std::size_t& depth_;
};

namespace {

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

std::optional<Operator> comparer(TokenKind kind) {
    switch (kind) {
        case TokenKind::kEqual: return Operator::kEqual;
        case TokenKind::kNotEqual: return Operator::kNotEqual;
        case TokenKind::kLess: return Operator::kLess;
        case TokenKind::kLessEqual: return Operator::kLessEqual;
        case TokenKind::kGreater: return Operator::kGreater;
        case TokenKind::kGreaterEqual: return Operator::kGreaterEqual;
        default: return std::nullopt;
    }
}

bool is_comparison(TokenKind kind) {
    return comparer(kind).has_value() || kind == TokenKind::kTilde || kind == TokenKind::kNotTilde;
}

bool is_negative_match(TokenKind kind) { return kind == TokenKind::kNotTilde || kind == TokenKind::kNotEqual; }

}  // namespace

std::string ExpressionParser::shown(const Token& token) const {
    if (token.kind == TokenKind::kEnd) return "end of script";
    std::string text = lex::printable(source_.text(token.span));
    constexpr std::size_t kShownBytesMax = 40;
    if (text.size() <= kShownBytesMax) return "\"" + text + "\"";
    std::size_t cut = kShownBytesMax;
    while ((static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
    return "\"" + text.substr(0, cut) + "…\"";
}

void ExpressionParser::report_unexpected(std::string hint) {
    const Token& token = tokens_.peek();
    diagnostics_.error("syntax", token.span, "unexpected " + shown(token), std::move(hint));
}

void ExpressionParser::report_depth(Span span) {
    diagnostics_.error("too-deep", span,
                       "the expression is nested more than " +
                           std::to_string(base::limits::opal_expression_depth_max) + " levels deep");
}

ExpressionParser::Parsed ExpressionParser::make(Span span, decltype(Expr::node) node, std::vector<Expr> operands) {
    Expr expr{.span = span, .node = std::move(node), .operands = std::move(operands), .depth = 1};
    for (const Expr& operand : expr.operands) expr.depth = std::max(expr.depth, operand.depth + 1);
    if (const auto* call = std::get_if<ast::Call>(&expr.node)) {
        for (const ast::Argument& argument : call->arguments) {
            expr.depth = std::max(expr.depth, argument.value.depth + 1);
        }
    }
    if (expr.depth > base::limits::opal_expression_depth_max) {
        report_depth(span);
        return std::nullopt;
    }
    return expr;
}

ExpressionParser::Parsed ExpressionParser::make_operation(Operator op, Span op_span, std::vector<Expr> operands) {
    const Span span = join(join(operands.front().span, op_span), operands.back().span);
    return make(span, ast::Operation{op, op_span}, std::move(operands));
}

std::optional<ast::Argument> ExpressionParser::parse_argument() {
    std::optional<ast::Name> name;
    const bool is_binding =
        (tokens_.at(TokenKind::kString) || is_wordlike(tokens_.peek().kind)) && tokens_.at(TokenKind::kColon, 1);
    if (is_binding) {
        const Token& token = tokens_.take();
        tokens_.take();
        name = ast::Name{token.text, token.span};
        if (tokens_.at(TokenKind::kColon) && tokens_.touches()) {
            report_unexpected("there is no \"::\" in expressions; cast with a function: int64(x)");
            return std::nullopt;
        }
    }
    auto value = parse_expression();
    if (!value) return std::nullopt;
    return ast::Argument{std::move(name), std::move(*value)};
}

ExpressionParser::Parsed ExpressionParser::parse_expression() {
    const DepthGuard guard(depth_);
    if (guard.is_too_deep()) {
        report_depth(tokens_.peek().span);
        return std::nullopt;
    }
    Parsed first = parse_and();
    if (!first || !tokens_.at(TokenKind::kOr)) return first;
    const Span op = tokens_.peek().span;
    std::vector<Expr> operands;
    operands.push_back(std::move(*first));
    while (tokens_.take_if(TokenKind::kOr)) {
        Parsed next = parse_and();
        if (!next) return std::nullopt;
        operands.push_back(std::move(*next));
    }
    return make_operation(Operator::kOr, op, std::move(operands));
}

ExpressionParser::Parsed ExpressionParser::parse_and() {
    Parsed first = parse_not();
    if (!first || !tokens_.at(TokenKind::kAnd)) return first;
    const Span op = tokens_.peek().span;
    std::vector<Expr> operands;
    operands.push_back(std::move(*first));
    while (tokens_.take_if(TokenKind::kAnd)) {
        Parsed next = parse_not();
        if (!next) return std::nullopt;
        operands.push_back(std::move(*next));
    }
    return make_operation(Operator::kAnd, op, std::move(operands));
}

ExpressionParser::Parsed ExpressionParser::parse_not() {
    if (!tokens_.at(TokenKind::kNot)) return parse_comparison();
    const DepthGuard guard(depth_);
    const Span op = tokens_.take().span;
    if (guard.is_too_deep()) {
        report_depth(op);
        return std::nullopt;
    }
    Parsed operand = parse_not();
    if (!operand) return std::nullopt;
    std::vector<Expr> operands;
    operands.push_back(std::move(*operand));
    return make_operation(Operator::kNot, op, std::move(operands));
}

ExpressionParser::Parsed ExpressionParser::parse_comparison() {
    if (tokens_.at(TokenKind::kStar)) return parse_star_match();
    if (tokens_.at(TokenKind::kLess)) {
        Parsed star = make(tokens_.peek().span, ast::Star{});
        return parse_match(std::move(*star), false);
    }
    Parsed left = parse_sum();
    if (!left || !is_comparison(tokens_.peek().kind)) return left;
    Parsed result = parse_comparison_tail(std::move(*left));
    if (result && is_comparison(tokens_.peek().kind)) {
        report_unexpected("comparisons do not chain: write a < b and b < c");
        return std::nullopt;
    }
    return result;
}

ExpressionParser::Parsed ExpressionParser::parse_comparison_tail(Expr left) {
    const Token& op = tokens_.take();
    const bool is_match = op.kind == TokenKind::kTilde || op.kind == TokenKind::kNotTilde ||
                          ((op.kind == TokenKind::kEqual || op.kind == TokenKind::kNotEqual) && at_pattern_after_equals());
    if (is_match) return parse_match(std::move(left), is_negative_match(op.kind));
    Parsed right = parse_sum();
    if (!right) return std::nullopt;
    std::vector<Expr> operands;
    operands.push_back(std::move(left));
    operands.push_back(std::move(*right));
    return make_operation(*comparer(op.kind), op.span, std::move(operands));
}

ExpressionParser::Parsed ExpressionParser::parse_star_match() {
    Parsed star = make(tokens_.take().span, ast::Star{});
    switch (tokens_.peek().kind) {
        case TokenKind::kTilde:
        case TokenKind::kNotTilde:
        case TokenKind::kEqual:
        case TokenKind::kNotEqual: return parse_comparison_tail(std::move(*star));
        default:
            report_unexpected("\"*\" stands for any field before ~, !~, = and != only: * ~ text");
            return std::nullopt;
    }
}

ExpressionParser::Parsed ExpressionParser::parse_sum() {
    Parsed left = parse_product();
    while (left && (tokens_.at(TokenKind::kPlus) || tokens_.at(TokenKind::kMinus))) {
        const Token& op = tokens_.take();
        Parsed right = parse_product();
        if (!right) return std::nullopt;
        std::vector<Expr> operands;
        operands.push_back(std::move(*left));
        operands.push_back(std::move(*right));
        left = make_operation(op.kind == TokenKind::kPlus ? Operator::kAdd : Operator::kSubtract, op.span,
                              std::move(operands));
    }
    return left;
}

ExpressionParser::Parsed ExpressionParser::parse_product() {
    Parsed left = parse_unary();
    while (left && (tokens_.at(TokenKind::kStar) || tokens_.at(TokenKind::kSlash))) {
        const Token& op = tokens_.take();
        Parsed right = parse_unary();
        if (!right) return std::nullopt;
        std::vector<Expr> operands;
        operands.push_back(std::move(*left));
        operands.push_back(std::move(*right));
        left = make_operation(op.kind == TokenKind::kStar ? Operator::kMultiply : Operator::kDivide, op.span,
                              std::move(operands));
    }
    return left;
}

ExpressionParser::Parsed ExpressionParser::parse_unary() {
    if (!tokens_.at(TokenKind::kMinus)) return parse_postfix();
    const DepthGuard guard(depth_);
    if (guard.is_too_deep()) {
        report_depth(tokens_.peek().span);
        return std::nullopt;
    }
    const Token& minus = tokens_.take();
    // The sign belongs to the literal, so that -9223372036854775808 can be written and -30m is a constant.
    if (tokens_.at(TokenKind::kNumber)) {
        const Token& number = tokens_.peek();
        if (auto literal = parse::parse_number("-" + number.text)) {
            tokens_.take();
            return make(join(minus.span, number.span), std::move(*literal));
        }
    }
    Parsed operand = parse_unary();
    if (!operand) return std::nullopt;
    std::vector<Expr> operands;
    operands.push_back(std::move(*operand));
    return make_operation(Operator::kNegate, minus.span, std::move(operands));
}

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
        if (!is_wordlike(key.kind) && key.kind != TokenKind::kString) {
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
        return (tokens_.at(TokenKind::kString, ahead) || is_wordlike(tokens_.peek(ahead).kind)) &&
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

ExpressionParser::Parsed ExpressionParser::parse_sigil() {
    const Token& sigil = tokens_.take();
    if (!tokens_.touches() || !(is_wordlike(tokens_.peek().kind) || tokens_.at(TokenKind::kString))) {
        const Span end{sigil.span.end, sigil.span.end};
        diagnostics_.error("syntax", join(sigil.span, end), "a name must follow " + shown(sigil));
        return std::nullopt;
    }
    std::string name = tokens_.take().text;
    if (sigil.kind == TokenKind::kHash) {
        while (tokens_.at(TokenKind::kDot) && tokens_.touches() && tokens_.touches(1) &&
               is_wordlike(tokens_.peek(1).kind)) {
            tokens_.take();
            name += "." + tokens_.take().text;
        }
    }
    const Span span = join(sigil.span, tokens_.previous().span);
    if (sigil.kind == TokenKind::kDollar) return make(span, ast::Parameter{std::move(name)});
    if (sigil.kind == TokenKind::kHash) return make(span, ast::Tag{std::move(name)});
    return make(span, ast::Link{std::move(name)});
}

}  // namespace domain::opal::parse
