#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "gateway/cel/node.hpp"

namespace gateway::cel {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using Parsed = std::optional<Node>;

constexpr std::size_t kTextBytesMax = 16 * 1024;
constexpr int kDepthMax = 64;

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Recursive descent without tokens. The first mistake is kept, and ends everything.
class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {
        if (text.size() <= kTextBytesMax) return;
        fail("the expression is too long");
        text_ = {};
    }

    Parsed expression() {
        if (++depth_ > kDepthMax) return fail("the expression is nested too deeply");
        Parsed result = binary(0);
        if (result && take("?")) {
            Parsed yes = expression();
            if (yes && !take(":")) return fail("expected \":\"");
            Parsed no = yes ? expression() : std::nullopt;
            if (!no) return std::nullopt;
            Node node{Node::Kind::kConditional, {}, {}, {}};
            node.operands = {std::move(*result), std::move(*yes), std::move(*no)};
            result = std::move(node);
        }
        --depth_;
        return result;
    }

    bool at_end() {
        skip_space();
        return at_ == text_.size();
    }
    /// Takes a word that stands for itself.
    bool take_word(std::string_view word) {
        skip_space();
        if (!rest().starts_with(word) || (rest().size() > word.size() && continues_name(rest()[word.size()]))) return false;
        at_ += word.size();
        return true;
    }
    bool take(std::string_view symbol) {
        skip_space();
        if (!rest().starts_with(symbol)) return false;
        at_ += symbol.size();
        return true;
    }
    Parsed fail(const std::string& what) {
        if (!error_) {
            error_ = Error(ErrorCode::kInvalidArgument,
                           "malformed expression at character " + std::to_string(at_ + 1) + ": " + what);
        }
        return std::nullopt;
    }
    Error error() {
        if (!error_) fail("unexpected \"" + std::string(rest().substr(0, 20)) + "\"");
        return *error_;
    }

private:
    static constexpr std::size_t kLevels = 4;

    std::string_view rest() const { return text_.substr(at_); }
    void skip_space() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }

    /// The operator of a level that stands here; longer ones before those that they begin with.
    std::optional<std::string> take_operator(std::size_t level) {
        static const std::array<std::vector<std::string>, kLevels> kOperators{
            {{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">"}, {"+", "-"}}};
        for (const std::string& symbol : kOperators[level]) {
            if (take(symbol)) return symbol;
        }
        if (level == 2 && take_word("in")) return "in";
        return std::nullopt;
    }

    Parsed binary(std::size_t level) {
        if (level == kLevels) return unary();
        Parsed left = binary(level + 1);
        while (left) {
            const auto symbol = take_operator(level);
            if (!symbol) break;
            Parsed right = binary(level + 1);
            if (!right) return std::nullopt;
            Node node{Node::Kind::kOperator, *symbol, {}, {}};
            node.operands.push_back(std::move(*left));
            node.operands.push_back(std::move(*right));
            left = std::move(node);
        }
        return left;
    }

    Parsed unary() {
        skip_space();
        const bool negates = rest().starts_with("!") && !rest().starts_with("!=");
        if (!negates && !rest().starts_with("-")) return member();
        ++at_;
        if (++depth_ > kDepthMax) return fail("the expression is nested too deeply");
        Parsed operand = unary();
        --depth_;
        if (!operand) return std::nullopt;
        Node node{Node::Kind::kOperator, negates ? "!" : "negate", {}, {}};
        node.operands.push_back(std::move(*operand));
        return node;
    }

    Parsed member() {
        Parsed result = primary();
        while (result) {
            if (take(".")) {
                const auto name = identifier();
                if (!name) return fail("expected a name");
                Node node{Node::Kind::kMember, *name, {}, {}};
                node.operands.push_back(std::move(*result));
                if (take("(")) {
                    node.kind = Node::Kind::kMethod;
                    if (!arguments(")", node)) return std::nullopt;
                }
                result = std::move(node);
            } else if (take("[")) {
                Parsed index = expression();
                if (!index) return std::nullopt;
                if (!take("]")) return fail("expected \"]\"");
                Node node{Node::Kind::kIndex, {}, {}, {}};
                node.operands.push_back(std::move(*result));
                node.operands.push_back(std::move(*index));
                result = std::move(node);
            } else {
                break;
            }
        }
        return result;
    }

    Parsed primary() {
        skip_space();
        if (at_ == text_.size()) return fail("expected a value, found the end");
        const char c = text_[at_];
        if (c == '"' || c == '\'') return string(false);
        if ((c == 'r' || c == 'R') && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\'')) {
            ++at_;
            return string(true);
        }
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
        if (take("(")) {
            Parsed inner = expression();
            if (inner && !take(")")) return fail("expected \")\"");
            return inner;
        }
        if (take("[")) {
            Node node{Node::Kind::kList, {}, {}, {}};
            if (!arguments("]", node)) return std::nullopt;
            return node;
        }
        return named();
    }

    Parsed named() {
        const auto name = identifier();
        if (!name) return fail("expected a value");
        if (*name == "true" || *name == "false") return Node{Node::Kind::kLiteral, {}, *name == "true", {}};
        if (*name == "null") return Node{Node::Kind::kLiteral, {}, nullptr, {}};
        Node node{Node::Kind::kName, *name, {}, {}};
        if (take("(")) {
            node.kind = Node::Kind::kCall;
            if (!arguments(")", node)) return std::nullopt;
        }
        return node;
    }

    /// Adds operands up to the closing bracket.
    bool arguments(std::string_view close, Node& node) {
        if (take(close)) return true;
        do {
            Parsed argument = expression();
            if (!argument) return false;
            node.operands.push_back(std::move(*argument));
        } while (take(","));
        if (take(close)) return true;
        fail("expected \"" + std::string(close) + "\"");
        return false;
    }

    std::optional<std::string> identifier() {
        skip_space();
        std::size_t end = at_;
        if (end == text_.size() || !begins_name(text_[end])) return std::nullopt;
        while (end < text_.size() && continues_name(text_[end])) ++end;
        std::string name(text_.substr(at_, end - at_));
        at_ = end;
        return name;
    }

    Parsed number() {
        std::size_t end = at_;
        bool is_float = false;
        while (end < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[end])) != 0 || text_[end] == '.')) {
            is_float = is_float || text_[end] == '.';
            ++end;
        }
        const char* first = text_.data() + at_;
        const char* last = text_.data() + end;
        Node node{Node::Kind::kLiteral, {}, {}, {}};
        std::int64_t whole = 0;
        double real = 0;
        const auto [stop, error] = is_float ? std::from_chars(first, last, real) : std::from_chars(first, last, whole);
        if (error != std::errc() || stop != last) return fail("malformed number");
        if (is_float) node.value = real;
        else node.value = whole;
        at_ = end;
        return node;
    }

    Parsed string(bool is_raw) {
        const char quote = text_[at_++];
        std::string value;
        while (at_ < text_.size() && text_[at_] != quote) {
            char c = text_[at_++];
            if (c == '\\' && !is_raw) {
                if (at_ == text_.size()) break;
                c = text_[at_++];
                if (c == 'n') c = '\n';
                else if (c == 'r') c = '\r';
                else if (c == 't') c = '\t';
                else if (c != '\\' && c != '"' && c != '\'' && c != '`' && c != '?') return fail("unknown escape in a string");
            }
            value += c;
        }
        if (at_ == text_.size()) return fail("the string does not end");
        ++at_;
        return Node{Node::Kind::kLiteral, {}, std::move(value), {}};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<Error> error_;
};

}  // namespace

Result<Expression> Expression::parse(std::string_view text) {
    Parser parser(text);
    Parsed parsed = parser.expression();
    if (!parsed || !parser.at_end()) return parser.error();
    return Expression(std::make_shared<const Node>(std::move(*parsed)));
}

Result<std::vector<OrderKey>> parse_order(std::string_view text) {
    Parser parser(text);
    std::vector<OrderKey> keys;
    do {
        Parsed parsed = parser.expression();
        if (!parsed) return parser.error();
        bool is_descending = false;
        // `-label` is no value, but what is meant is clear.
        if (parsed->kind == Node::Kind::kOperator && parsed->name == "negate") {
            Node operand = std::move(parsed->operands[0]);
            parsed = std::move(operand);
            is_descending = true;
        }
        if (parser.take_word("desc")) is_descending = true;
        else parser.take_word("asc");
        keys.push_back({Expression(std::make_shared<const Node>(std::move(*parsed))), is_descending});
    } while (parser.take(","));
    if (!parser.at_end()) return parser.error();
    return keys;
}

}  // namespace gateway::cel
