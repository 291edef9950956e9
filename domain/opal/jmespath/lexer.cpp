#include "domain/opal/jmespath/lexer.hpp"

#include <array>
#include <charconv>
#include <utility>

#include "domain/catalog/json_text.hpp"

namespace domain::opal::jmespath {
namespace {

struct Symbol {
    std::string_view text;
    TokenKind kind;
};
// Longer symbols first where one begins with another.
constexpr std::array kSymbols{
    Symbol{"[]", TokenKind::kFlatten},     Symbol{"[?", TokenKind::kFilter},      Symbol{"||", TokenKind::kOr},
    Symbol{"&&", TokenKind::kAnd},         Symbol{"==", TokenKind::kEqual},       Symbol{"!=", TokenKind::kNotEqual},
    Symbol{"<=", TokenKind::kLessEqual},   Symbol{">=", TokenKind::kGreaterEqual}, Symbol{".", TokenKind::kDot},
    Symbol{"*", TokenKind::kStar},         Symbol{"[", TokenKind::kLeftBracket},  Symbol{"]", TokenKind::kRightBracket},
    Symbol{"{", TokenKind::kLeftBrace},    Symbol{"}", TokenKind::kRightBrace},   Symbol{"(", TokenKind::kLeftParen},
    Symbol{")", TokenKind::kRightParen},   Symbol{",", TokenKind::kComma},        Symbol{":", TokenKind::kColon},
    Symbol{"|", TokenKind::kPipe},         Symbol{"!", TokenKind::kNot},          Symbol{"<", TokenKind::kLess},
    Symbol{">", TokenKind::kGreater},      Symbol{"@", TokenKind::kCurrent},      Symbol{"&", TokenKind::kExpression},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::variant<std::vector<Token>, Fault> run() {
        while (!fault_ && skip_space()) {
            const char c = text_[at_];
            if (starts_name(c)) take_name();
            else if (is_digit(c) || c == '-') take_number();
            else if (c == '"') take_quoted_name();
            else if (c == '`') take_literal();
            else if (c == '\'') take_raw_text();
            else take_symbol();
        }
        if (fault_) return *fault_;
        add(TokenKind::kEnd, at_);
        return std::move(tokens_);
    }

private:
    bool skip_space() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
        return at_ < text_.size();
    }
    Token& add(TokenKind kind, std::size_t at) {
        tokens_.emplace_back();
        tokens_.back().kind = kind;
        tokens_.back().at = at;
        return tokens_.back();
    }
    void fail(std::string message, std::size_t at) { fault_ = Fault{std::move(message), at}; }

    void take_name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (starts_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
        add(TokenKind::kName, begin).name = text_.substr(begin, at_ - begin);
    }

    void take_number() {
        Token& token = add(TokenKind::kNumber, at_);
        const auto read = std::from_chars(text_.data() + at_, text_.data() + text_.size(), token.number);
        if (read.ec != std::errc()) return fail("invalid number", at_);
        at_ = static_cast<std::size_t>(read.ptr - text_.data());
    }

    /// The text up to the closing mark, which a backslash hides; nothing after reporting that there is none.
    std::optional<std::string_view> take_delimited(char mark, const char* name) {
        const std::size_t begin = at_++;
        while (at_ < text_.size() && text_[at_] != mark) at_ += text_[at_] == '\\' ? 2 : 1;
        if (at_ >= text_.size()) {
            fail(std::string("unterminated ") + name, begin);
            return std::nullopt;
        }
        ++at_;
        return text_.substr(begin + 1, at_ - begin - 2);
    }

    void take_quoted_name() {
        const std::size_t begin = at_;
        const auto raw = take_delimited('"', "name");
        if (!raw) return;
        // A name is a JSON string.
        const auto value = Value::read(text_.substr(begin, at_ - begin));
        if (!value || value->as_string() == nullptr) return fail("invalid escape in a name", begin);
        add(TokenKind::kQuotedName, begin).name = *value->as_string();
    }

    void take_literal() {
        const std::size_t begin = at_;
        const auto raw = take_delimited('`', "literal");
        if (!raw) return;
        std::string json;
        for (std::size_t i = 0; i < raw->size(); ++i) {
            const bool is_escaped_mark = (*raw)[i] == '\\' && i + 1 < raw->size() && (*raw)[i + 1] == '`';
            if (!is_escaped_mark) json += (*raw)[i];
        }
        auto value = Value::read(json);
        if (!value) return fail("a literal between backticks must be JSON", begin);
        add(TokenKind::kLiteral, begin).literal = std::move(*value);
    }

    void take_raw_text() {
        const std::size_t begin = at_;
        const auto raw = take_delimited('\'', "text");
        if (!raw) return;
        std::string text;
        for (std::size_t i = 0; i < raw->size(); ++i) {
            const bool is_escaped_mark = (*raw)[i] == '\\' && i + 1 < raw->size() && (*raw)[i + 1] == '\'';
            if (!is_escaped_mark) text += (*raw)[i];
        }
        add(TokenKind::kLiteral, begin).literal = Value(std::move(text));
    }

    void take_symbol() {
        for (const Symbol& symbol : kSymbols) {
            if (!text_.substr(at_).starts_with(symbol.text)) continue;
            add(symbol.kind, at_);
            at_ += symbol.text.size();
            return;
        }
        fail("unexpected character", at_);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Token> tokens_;
    std::optional<Fault> fault_;
};

}  // namespace

std::variant<std::vector<Token>, Fault> lex(std::string_view text) { return Lexer(text).run(); }

std::string_view spelling(TokenKind kind) {
    for (const Symbol& symbol : kSymbols) {
        if (symbol.kind == kind) return symbol.text;
    }
    switch (kind) {
        case TokenKind::kEnd: return "the end";
        case TokenKind::kNumber: return "a number";
        case TokenKind::kLiteral: return "a literal";
        default: return "a name";
    }
}

}  // namespace domain::opal::jmespath
