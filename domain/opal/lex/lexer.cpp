#include "domain/opal/lex/lexer.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "domain/base/limits.hpp"
#include "domain/opal/lex/characters.hpp"

namespace domain::opal::lex {
namespace {

using source::Span;

struct Symbol {
    std::string_view text;
    TokenKind kind;
    std::string_view hint;  // not empty: a symbol of another language, `kind` is what it means here
};

// Longer symbols first.
constexpr std::array kSymbols = {
    Symbol{"==", TokenKind::kEqual, "use \"=\" for equality"},
    Symbol{"<>", TokenKind::kNotEqual, "use \"!=\""},
    Symbol{"||", TokenKind::kOr, "use \"or\", or concat_strings(a, b) for texts"},
    Symbol{"&&", TokenKind::kAnd, "use \"and\""},
    Symbol{"!=", TokenKind::kNotEqual, ""},
    Symbol{"!~", TokenKind::kNotTilde, ""},
    Symbol{"<=", TokenKind::kLessEqual, ""},
    Symbol{">=", TokenKind::kGreaterEqual, ""},
    Symbol{"(", TokenKind::kLeftParen, ""},
    Symbol{")", TokenKind::kRightParen, ""},
    Symbol{"[", TokenKind::kLeftBracket, ""},
    Symbol{"]", TokenKind::kRightBracket, ""},
    Symbol{"{", TokenKind::kLeftBrace, ""},
    Symbol{"}", TokenKind::kRightBrace, ""},
    Symbol{",", TokenKind::kComma, ""},
    Symbol{":", TokenKind::kColon, ""},
    Symbol{".", TokenKind::kDot, ""},
    Symbol{"|", TokenKind::kPipe, ""},
    Symbol{"@", TokenKind::kAt, ""},
    Symbol{"^", TokenKind::kCaret, ""},
    Symbol{"$", TokenKind::kDollar, ""},
    Symbol{"#", TokenKind::kHash, ""},
    Symbol{"*", TokenKind::kStar, ""},
    Symbol{"/", TokenKind::kSlash, ""},
    Symbol{"+", TokenKind::kPlus, ""},
    Symbol{"-", TokenKind::kMinus, ""},
    Symbol{"=", TokenKind::kEqual, ""},
    Symbol{"<", TokenKind::kLess, ""},
    Symbol{">", TokenKind::kGreater, ""},
    Symbol{"~", TokenKind::kTilde, ""},
    Symbol{"%", TokenKind::kSlash, "use mod(a, b)"},
    Symbol{"!", TokenKind::kNot, "use \"not\""},
    Symbol{";", TokenKind::kPipe, "put \"|\" or a new line between statements"},
};

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Lookalike {
    std::string_view text;
    std::string_view hint;
};

// What word processors and web pages put in the place of ASCII.
constexpr std::array kLookalikes = {
    Lookalike{"\u00A0", "this is a no-break space; type a plain space"},
    Lookalike{"\u200B", "this is an invisible space; remove it"},
    Lookalike{"\u201C", "use plain quotes: \"text\""},
    Lookalike{"\u201D", "use plain quotes: \"text\""},
    Lookalike{"\u2018", "use plain quotes: 'text'"},
    Lookalike{"\u2019", "use plain quotes: 'text'"},
    Lookalike{"\u2013", "use \"-\""},
    Lookalike{"\u2014", "use \"-\""},
    Lookalike{"\u2212", "use \"-\""},
    Lookalike{"\u2265", "use \">=\""},
    Lookalike{"\u2264", "use \"<=\""},
    Lookalike{"\u2260", "use \"!=\""},
};

TokenKind word_kind(std::string_view word) {
    const std::string lower = to_lower(word);
    if (lower == "and") return TokenKind::kAnd;
    if (lower == "or") return TokenKind::kOr;
    if (lower == "not") return TokenKind::kNot;
    if (word == "true") return TokenKind::kTrue;
    if (word == "false") return TokenKind::kFalse;
    if (word == "null") return TokenKind::kNull;
    return TokenKind::kIdentifier;
}

class Lexer {
public:
    Lexer(const source::SourceText& source, source::Diagnostics& diagnostics)
        : text_(source.text()), diagnostics_(diagnostics) {}

    LexedText run() {
        if (text_.starts_with(kByteOrderMark)) position_ = kByteOrderMark.size();
        while (true) {
            skip_space();
            if (position_ >= text_.size()) break;
            const std::size_t before = position_;
            lex_token();
            if (position_ == before) ++position_;
        }
        add(TokenKind::kEnd, position_, {});
        return {std::move(tokens_), std::move(comments_)};
    }

private:
    char peek(std::size_t ahead = 0) const {
        return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
    }

    Span span_from(std::size_t begin) const {
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_)};
    }

    void add(TokenKind kind, std::size_t begin, std::string text, std::string flags = {}) {
        tokens_.push_back({kind, span_from(begin), std::exchange(newline_, false), std::move(text), std::move(flags)});
    }

    void skip_space() {
        while (position_ < text_.size()) {
            const char c = text_[position_];
            if (c == '\n' || c == '\r') {
                newline_ = true;
                ++position_;
            } else if (c == ' ' || c == '\t' || c == '\f' || c == '\v') {
                ++position_;
            } else if (c == '/' && peek(1) == '/') {
                const std::size_t begin = position_;
                while (position_ < text_.size() && text_[position_] != '\n' && text_[position_] != '\r') ++position_;
                comments_.push_back(span_from(begin));
            } else if (c == '/' && peek(1) == '*') {
                skip_block_comment();
            } else {
                break;
            }
        }
    }

    void skip_block_comment() {
        const std::size_t begin = position_;
        const std::size_t close = text_.find("*/", begin + 2);
        position_ = close == std::string_view::npos ? text_.size() : close + 2;
        if (text_.substr(begin, position_ - begin).find('\n') != std::string_view::npos) newline_ = true;
        if (close == std::string_view::npos) {
            const auto start = static_cast<std::uint32_t>(begin);
            diagnostics_.error("unterminated-comment", {start, start + 2}, "unterminated comment", "close it with */");
        }
        comments_.push_back(span_from(begin));
    }

    void lex_token() {
        const std::size_t begin = position_;
        const char c = peek();
        if (is_letter(c)) {
            while (is_word(peek())) ++position_;
            const std::string_view word = text_.substr(begin, position_ - begin);
            return add(word_kind(word), begin, std::string(word));
        }
        if (is_digit(c)) return lex_number();
        if (c == '"' || c == '\'') return lex_string(c);
        if (c == '/' && !after_operand()) return lex_regex();
        for (const Symbol& symbol : kSymbols) {
            if (!text_.substr(begin).starts_with(symbol.text)) continue;
            position_ += symbol.text.size();
            if (!symbol.hint.empty()) {
                diagnostics_.error("foreign-operator", span_from(begin), "unexpected \"" + std::string(symbol.text) + "\"",
                                   std::string(symbol.hint));
            }
            return add(symbol.kind, begin, std::string(symbol.text));
        }
        lex_unknown();
    }

    void lex_unknown() {
        const std::size_t begin = position_++;
        while (position_ < text_.size() && static_cast<unsigned char>(text_[position_]) >= 0x80U) ++position_;
        diagnostics_.error("unexpected-character", span_from(begin),
                           "unexpected character \"" + printable(text_.substr(begin, position_ - begin)) + "\"",
                           std::string(unknown_hint(text_.substr(begin))));
    }

    static std::string_view unknown_hint(std::string_view text) {
        for (const Lookalike& lookalike : kLookalikes) {
            if (text.starts_with(lookalike.text)) return lookalike.hint;
        }
        const bool is_ascii = static_cast<unsigned char>(text.front()) < 0x80U;
        return is_ascii ? "" : "write @.\"column name\" for a column, \"text\" for a string";
    }

    /// Whether the last token ends an operand, so that a slash after it divides.
    bool after_operand() const {
        return !tokens_.empty() && (tokens_.back().kind == TokenKind::kStar || ends_operand(tokens_.back().kind));
    }

    void lex_number() {
        const std::size_t begin = position_;
        bool has_fraction = false;
        bool is_decimal = true;  // only digits so far, so that `e` may open an exponent
        while (true) {
            const char c = peek();
            const bool is_exponent =
                is_decimal && (c == 'e' || c == 'E') && (peek(1) == '+' || peek(1) == '-') && is_digit(peek(2));
            if (is_exponent) {
                position_ += 2;
                is_decimal = false;
            } else if (is_word(c)) {
                if (!is_digit(c)) is_decimal = false;
                ++position_;
            } else if (c == '.' && is_digit(peek(1)) && is_decimal && !has_fraction) {
                has_fraction = true;
                ++position_;
            } else {
                break;
            }
        }
        add(TokenKind::kNumber, begin, std::string(text_.substr(begin, position_ - begin)));
    }

    void lex_string(char quote) {
        const std::size_t begin = position_++;
        std::string value;
        while (position_ < text_.size() && peek() != '\n' && peek() != '\r') {
            const char c = text_[position_++];
            if (c == quote) {
                if (peek() != quote) return add(TokenKind::kString, begin, std::move(value));
                ++position_;
                value += quote;
            } else if (c == '\\' && position_ < text_.size() && peek() != '\n' && peek() != '\r') {
                append_escape(value, text_[position_++]);
            } else {
                value += c;
            }
        }
        diagnostics_.error("unterminated-string", span_from(begin), "unterminated string literal",
                           std::string("close it with ") + quote);
        add(TokenKind::kString, begin, std::move(value));
    }

    static void append_escape(std::string& value, char c) {
        switch (c) {
            case 'n': value += '\n'; break;
            case 'r': value += '\r'; break;
            case 't': value += '\t'; break;
            case '\'':
            case '"':
            case '\\': value += c; break;
            default:  // `"\d+"` as the text of a regular expression keeps its backslash
                value += '\\';
                value += c;
        }
    }

    void lex_regex() {
        const std::size_t begin = position_;
        // A slash inside a class (`[^/]`) does not end the pattern, unless the class never ends on this line.
        std::optional<std::size_t> close = find_regex_end(true);
        if (!close) close = find_regex_end(false);
        if (!close) {
            while (position_ < text_.size() && peek() != '\n' && peek() != '\r') ++position_;
            diagnostics_.error("unterminated-regex", span_from(begin), "unterminated regular expression",
                               "close it with /, write \\/ for a slash inside");
            return add(TokenKind::kRegex, begin, "");
        }
        std::string pattern;
        for (std::size_t i = begin + 1; i < *close; ++i) {
            if (text_[i] == '\\' && i + 1 < *close) {
                if (text_[i + 1] != '/') pattern += '\\';
                pattern += text_[++i];
            } else {
                pattern += text_[i];
            }
        }
        position_ = *close + 1;
        const std::size_t flags = position_;
        while (is_letter(peek())) ++position_;
        add(TokenKind::kRegex, begin, std::move(pattern), std::string(text_.substr(flags, position_ - flags)));
    }

    std::optional<std::size_t> find_regex_end(bool with_classes) const {
        bool in_class = false;
        for (std::size_t i = position_ + 1; i < text_.size() && text_[i] != '\n' && text_[i] != '\r'; ++i) {
            if (text_[i] == '\\') {
                ++i;
            } else if (text_[i] == '[' && with_classes) {
                in_class = true;
            } else if (text_[i] == ']') {
                in_class = false;
            } else if (text_[i] == '/' && !in_class) {
                return i;
            }
        }
        return std::nullopt;
    }

    std::string_view text_;
    source::Diagnostics& diagnostics_;
    std::vector<Token> tokens_;
    std::vector<Span> comments_;
    std::size_t position_ = 0;
    bool newline_ = false;
};

}  // namespace

std::vector<Token> lex(const source::SourceText& source, source::Diagnostics& diagnostics) {
    return lex_with_comments(source, diagnostics).tokens;
}

LexedText lex_with_comments(const source::SourceText& source, source::Diagnostics& diagnostics) {
    if (source.text().size() > base::limits::opal_script_bytes_max) {
        diagnostics.error("script-too-long", {0, 0},
                          "the script has " + std::to_string(source.text().size()) + " bytes, at most " +
                              std::to_string(base::limits::opal_script_bytes_max) + " are allowed");
        return {{Token{}}, {}};
    }
    if (const auto bad = first_invalid_utf8(source.text())) {
        const auto at = static_cast<std::uint32_t>(*bad);
        diagnostics.error("invalid-utf8", {at, at + 1}, "the script is not valid UTF-8 text");
        return {{Token{}}, {}};
    }
    return Lexer(source, diagnostics).run();
}

}  // namespace domain::opal::lex
