#include "domain/opal/jmespath/parser.hpp"

#include <algorithm>
#include <utility>

#include "domain/opal/jmespath/functions.hpp"

namespace domain::opal::jmespath {
namespace {

using Kind = Node::Kind;

/// How strongly a token binds what stands before it: an operator-precedence parser goes on while that is more than what it
/// was called with.
int binding_power(TokenKind kind) {
    switch (kind) {
        case TokenKind::kPipe: return 1;
        case TokenKind::kOr: return 2;
        case TokenKind::kAnd: return 3;
        case TokenKind::kEqual:
        case TokenKind::kNotEqual:
        case TokenKind::kLess:
        case TokenKind::kLessEqual:
        case TokenKind::kGreater:
        case TokenKind::kGreaterEqual: return 5;
        case TokenKind::kFlatten: return 9;
        case TokenKind::kFilter: return 21;
        case TokenKind::kDot: return 40;
        case TokenKind::kLeftBracket: return 55;
        case TokenKind::kLeftParen: return 60;
        default: return 0;
    }
}
// Tokens that bind less than this end a projection.
constexpr int kProjectionEnd = 10;
constexpr int kFlattenPower = 9;
constexpr int kStarPower = 20;
constexpr int kFilterPower = 21;
constexpr int kDotPower = 40;
constexpr int kNotPower = 45;

Node make_node(Kind kind, std::vector<Node> children = {}) {
    Node node;
    node.kind = kind;
    node.children = std::move(children);
    return node;
}

Node make_node(Kind kind, Node first, Node second) {
    std::vector<Node> children;
    children.push_back(std::move(first));
    children.push_back(std::move(second));
    return make_node(kind, std::move(children));
}

// After a fault every function returns at once with any node; the first fault counts.
class Parser {
public:
    explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    std::variant<Node, Fault> run() {
        Node root = expression(0);
        if (!fault_ && peek().kind != TokenKind::kEnd) unexpected();
        if (fault_) return *fault_;
        return root;
    }

private:
    const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }
    bool at(TokenKind kind) const { return peek().kind == kind; }
    const Token& take() { return tokens_[next_ + 1 < tokens_.size() ? next_++ : next_]; }
    bool accept(TokenKind kind) {
        if (!at(kind)) return false;
        take();
        return true;
    }
    void expect(TokenKind kind) {
        if (!accept(kind)) fail("expected " + quoted(kind) + ", found " + quoted(peek().kind), peek().at);
    }
    void unexpected() { fail("unexpected " + quoted(peek().kind), peek().at); }
    void fail(std::string message, std::size_t at) {
        if (!fault_) fault_ = Fault{std::move(message), at};
    }
    static std::string quoted(TokenKind kind) { return std::string(spelling(kind)); }

    Node expression(int power) {
        if (++depth_ > kDepthMax) fail("the expression is nested too deep", peek().at);
        Node left = fault_ ? Node() : operand();
        while (!fault_ && binding_power(peek().kind) > power) left = continued(std::move(left));
        --depth_;
        return left;
    }

    Node operand() {
        const Token& token = peek();
        switch (token.kind) {
            case TokenKind::kName: return at_call() ? call() : field();
            case TokenKind::kQuotedName:
                if (peek(1).kind == TokenKind::kLeftParen) fail("the name of a function has no quotes", token.at);
                return field();
            case TokenKind::kLiteral: {
                Node node = make_node(Kind::kLiteral);
                node.literal = take().literal;
                return node;
            }
            case TokenKind::kCurrent: take(); return Node();
            case TokenKind::kNot: {
                take();
                std::vector<Node> children;
                children.push_back(expression(kNotPower));
                return make_node(Kind::kNot, std::move(children));
            }
            case TokenKind::kLeftParen: {
                take();
                Node inner = expression(0);
                expect(TokenKind::kRightParen);
                return inner;
            }
            case TokenKind::kStar: take(); return make_node(Kind::kValueProjection, Node(), projected(kStarPower));
            case TokenKind::kFilter:
            case TokenKind::kFlatten: return continued(Node());
            case TokenKind::kLeftBrace: return object();
            case TokenKind::kLeftBracket: return starts_index() ? bracket(Node()) : list();
            default: unexpected(); return {};
        }
    }

    /// What follows an expression: a step or an operator.
    Node continued(Node left) {
        const Token& token = take();
        switch (token.kind) {
            case TokenKind::kDot:
                if (accept(TokenKind::kStar)) return make_node(Kind::kValueProjection, std::move(left), projected(kStarPower));
                return make_node(Kind::kChain, std::move(left), after_dot(kDotPower));
            case TokenKind::kPipe: return make_node(Kind::kChain, std::move(left), expression(binding_power(token.kind)));
            case TokenKind::kOr: return make_node(Kind::kOr, std::move(left), expression(binding_power(token.kind)));
            case TokenKind::kAnd: return make_node(Kind::kAnd, std::move(left), expression(binding_power(token.kind)));
            case TokenKind::kFlatten: {
                std::vector<Node> children;
                children.push_back(std::move(left));
                Node flat = make_node(Kind::kFlatten, std::move(children));
                return make_node(Kind::kProjection, std::move(flat), projected(kFlattenPower));
            }
            case TokenKind::kFilter: {
                Node condition = expression(0);
                expect(TokenKind::kRightBracket);
                Node right = at(TokenKind::kFlatten) ? Node() : projected(kFilterPower);
                Node node = make_node(Kind::kFilterProjection, std::move(left), std::move(right));
                node.children.push_back(std::move(condition));
                return node;
            }
            case TokenKind::kLeftBracket: --next_; return bracket(std::move(left));
            case TokenKind::kLeftParen: fail("only a name can be called", token.at); return {};
            default: break;
        }
        Node node = make_node(Kind::kCompare, std::move(left), expression(binding_power(token.kind)));
        node.compare = token.kind;
        return node;
    }

    /// The part of a projection that applies to each value.
    Node projected(int power) {
        if (fault_ || binding_power(peek().kind) < kProjectionEnd) return {};
        if (at(TokenKind::kLeftBracket) && !starts_index()) {
            fail("a list after a projection needs a dot before it", peek().at);
            return {};
        }
        if (at(TokenKind::kLeftBracket) || at(TokenKind::kFilter)) return expression(power);
        if (accept(TokenKind::kDot)) return after_dot(power);
        unexpected();
        return {};
    }

    Node after_dot(int power) {
        switch (peek().kind) {
            case TokenKind::kName:
            case TokenKind::kQuotedName:
            case TokenKind::kStar: return expression(power);
            case TokenKind::kLeftBracket: return list();
            case TokenKind::kLeftBrace: return object();
            default: fail("a dot is followed by a name, *, a list or an object", peek().at); return {};
        }
    }

    /// After the opening bracket stands what picks elements, not a list.
    bool starts_index() const {
        const TokenKind next = peek(1).kind;
        return next == TokenKind::kNumber || next == TokenKind::kColon ||
               (next == TokenKind::kStar && peek(2).kind == TokenKind::kRightBracket);
    }

    Node bracket(Node left) {
        const std::size_t at_bracket = peek().at;
        expect(TokenKind::kLeftBracket);
        if (accept(TokenKind::kStar)) {
            expect(TokenKind::kRightBracket);
            return make_node(Kind::kProjection, std::move(left), projected(kStarPower));
        }
        Node index = make_node(Kind::kIndex);
        std::optional<std::int64_t>* const parts[] = {&index.first, &index.last, &index.step};
        std::size_t part = 0;
        while (!fault_ && !at(TokenKind::kRightBracket)) {
            if (at(TokenKind::kNumber) && !*parts[part]) {
                *parts[part] = take().number;
            } else if (at(TokenKind::kColon) && part < 2) {
                take();
                ++part;
                index.kind = Kind::kSlice;
            } else {
                unexpected();
            }
        }
        expect(TokenKind::kRightBracket);
        if (index.kind == Kind::kIndex && !index.first) fail("an index is missing", at_bracket);
        if (index.step && *index.step == 0) fail("the step of a slice cannot be 0", at_bracket);
        const bool is_slice = index.kind == Kind::kSlice;
        Node picked = make_node(Kind::kChain, std::move(left), std::move(index));
        return is_slice ? make_node(Kind::kProjection, std::move(picked), projected(kStarPower)) : picked;
    }

    Node field() {
        Node node = make_node(Kind::kField);
        node.name = take().name;
        return node;
    }

    Node list() {
        Node node = make_node(Kind::kList);
        expect(TokenKind::kLeftBracket);
        do {
            node.children.push_back(expression(0));
        } while (!fault_ && accept(TokenKind::kComma));
        expect(TokenKind::kRightBracket);
        return node;
    }

    Node object() {
        Node node = make_node(Kind::kObject);
        expect(TokenKind::kLeftBrace);
        do {
            if (!at(TokenKind::kName) && !at(TokenKind::kQuotedName)) {
                fail("an object has name: value pairs", peek().at);
                break;
            }
            node.names.push_back(take().name);
            expect(TokenKind::kColon);
            node.children.push_back(expression(0));
        } while (!fault_ && accept(TokenKind::kComma));
        expect(TokenKind::kRightBrace);
        return node;
    }

    bool at_call() const { return peek(1).kind == TokenKind::kLeftParen; }

    Node call() {
        const Token& name = take();
        Node node = make_node(Kind::kCall);
        node.name = name.name;
        node.function = find_builtin(name.name);
        if (node.function == nullptr) fail("unknown function " + name.name + "()", name.at);
        expect(TokenKind::kLeftParen);
        while (!fault_ && !at(TokenKind::kRightParen)) {
            if (!node.children.empty()) expect(TokenKind::kComma);
            node.children.push_back(argument());
        }
        expect(TokenKind::kRightParen);
        if (fault_) return node;
        const auto rule = arity_fault(*node.function, node.children.size());
        if (!rule.empty()) fail(rule, name.at);
        return node;
    }

    Node argument() {
        if (!accept(TokenKind::kExpression)) return expression(0);
        std::vector<Node> children;
        children.push_back(expression(0));
        return make_node(Kind::kExpression, std::move(children));
    }

    std::vector<Token> tokens_;
    std::size_t next_ = 0;
    int depth_ = 0;
    std::optional<Fault> fault_;
};

}  // namespace

std::variant<Node, Fault> parse(std::string_view text) {
    auto tokens = lex(text);
    if (auto* fault = std::get_if<Fault>(&tokens)) return std::move(*fault);
    return Parser(std::move(std::get<std::vector<Token>>(tokens))).run();
}

}  // namespace domain::opal::jmespath
