#include "gateway/graphql/lexer.hpp"

#include <algorithm>

#include "gateway/graphql/ast.hpp"

namespace gateway::graphql {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

int hexadecimal(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

void append_utf8(std::string& text, unsigned code) {
    const auto byte = [&](unsigned value) { text += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xc0 | (code >> 6));
        byte(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        byte(0xe0 | (code >> 12));
        byte(0x80 | ((code >> 6) & 0x3f));
        byte(0x80 | (code & 0x3f));
    } else {
        byte(0xf0 | (code >> 18));
        byte(0x80 | ((code >> 12) & 0x3f));
        byte(0x80 | ((code >> 6) & 0x3f));
        byte(0x80 | (code & 0x3f));
    }
}

}  // namespace

void Lexer::skip() {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    while (here_ < text_.size()) {
        const char c = text_[here_];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',') ++here_;
        else if (c == '#') here_ = std::min(text_.find_first_of("\r\n", here_), text_.size());
        else if (here_ == 0 && text_.starts_with(kMark)) here_ += kMark.size();
        else return;
    }
}

Token Lexer::next() {
    skip();
    Token token{Token::Kind::kEnd, {}, here_};
    if (here_ == text_.size()) return token;
    if (++count_ > tokens_max) throw Mistake("the document has too many tokens, the limit is " + std::to_string(tokens_max), here_);
    const char c = text_[here_];
    if (is_name_start(c)) {
        token.kind = Token::Kind::kName;
        while (is_name_part(at(0))) token.text += text_[here_++];
    } else if (is_digit(c) || c == '-') {
        token.kind = Token::Kind::kNumber;
        token.text = number();
    } else if (c == '"') {
        token.kind = Token::Kind::kString;
        token.text = string();
    } else if (text_.substr(here_, 3) == "...") {
        token.kind = Token::Kind::kPunctuator;
        token.text = "...";
        here_ += 3;
    } else if (std::string_view("!$&()=:@[]{}|").find(c) != std::string_view::npos) {
        token.kind = Token::Kind::kPunctuator;
        token.text = c;
        ++here_;
    } else {
        throw Mistake("a character that begins nothing", here_);
    }
    return token;
}

/// `-0.5e+3`, as JSON writes numbers.
std::string Lexer::number() {
    const std::size_t first = here_;
    const auto digits = [&] {
        if (!is_digit(at(0))) throw Mistake("malformed number", first);
        while (is_digit(at(0))) ++here_;
    };
    if (at(0) == '-') ++here_;
    if (at(0) == '0' && is_digit(at(1))) throw Mistake("malformed number", first);
    digits();
    if (at(0) == '.') {
        ++here_;
        digits();
    }
    if (at(0) == 'e' || at(0) == 'E') {
        ++here_;
        if (at(0) == '+' || at(0) == '-') ++here_;
        digits();
    }
    if (is_name_start(at(0)) || at(0) == '.') throw Mistake("malformed number", first);
    return std::string(text_.substr(first, here_ - first));
}

std::string Lexer::string() {
    const std::size_t first = here_;
    if (text_.substr(here_, 3) == "\"\"\"") throw Mistake("block strings are not supported", here_);
    std::string decoded;
    for (++here_; at(0) != '"'; ++here_) {
        if (here_ >= text_.size() || at(0) == '\n' || at(0) == '\r') throw Mistake("a string has no end", first);
        if (at(0) == '\\') decoded += escape();
        else decoded += at(0);
    }
    ++here_;
    return decoded;
}

/// Stands on the backslash, ends on the last character of the escape.
std::string Lexer::escape() {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const std::size_t first = here_++;
    const auto letter = kLetters.find(at(0));
    if (letter != std::string_view::npos && here_ < text_.size()) return {kMeanings[letter]};
    if (at(0) != 'u') throw Mistake("unknown escape in a string", first);
    unsigned code = code_unit();
    if (code >= 0xd800 && code < 0xdc00 && at(1) == '\\' && at(2) == 'u') {
        here_ += 2;
        const unsigned low = code_unit();
        if (low < 0xdc00 || low > 0xdfff) throw Mistake("half of a character in a string", first);
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xd800 && code <= 0xdfff) {
        throw Mistake("half of a character in a string", first);
    }
    std::string text;
    append_utf8(text, code);
    return text;
}

/// Stands on the `u`, ends on the last of its four digits.
unsigned Lexer::code_unit() {
    unsigned code = 0;
    for (int i = 0; i < 4; ++i) {
        const int digit = hexadecimal(at(1));
        if (digit < 0) throw Mistake("\\u needs four hexadecimal digits", here_);
        code = code * 16 + static_cast<unsigned>(digit);
        ++here_;
    }
    return code;
}

}  // namespace gateway::graphql
