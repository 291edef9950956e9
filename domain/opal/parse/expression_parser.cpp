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
        (tokens_.at(TokenKind::kString) || lex::is_wordlike(tokens_.peek().kind)) && tokens_.at(TokenKind::kColon, 1);
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
    // On a new line `<- @` opens the result, it does not compare with a negative dataset.
    const bool is_result = tokens_.peek().newline_before && tokens_.at_arrow() && tokens_.at(TokenKind::kAt, 2);
    if (!left || !is_comparison(tokens_.peek().kind) || is_result) return left;
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

}  // namespace domain::opal::parse
