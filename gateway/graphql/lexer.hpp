#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gateway::graphql {

struct Token {
    enum class Kind { kEnd, kPunctuator, kName, kNumber, kString };
    Kind kind = Kind::kEnd;
    std::string text;       ///< a punctuator is one character, or `...`; a string is decoded
    std::size_t place = 0;  ///< where it begins
};

/// A mistake in a document, inside of this module: parse() makes an Error of it.
class Mistake : public std::runtime_error {
public:
    Mistake(const std::string& message, std::size_t place) : std::runtime_error(message), place_(place) {}
    std::size_t place() const { return place_; }

private:
    std::size_t place_;
};

/// Cuts a document into tokens. Commas, blanks and comments stand between them.
class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    /// The next token; again and again kEnd at the end. Throws Mistake for a character that begins no token, an open string, a
    /// wrong escape, a malformed number, and beyond tokens_max.
    Token next();

private:
    void skip();
    char at(std::size_t offset) const { return here_ + offset < text_.size() ? text_[here_ + offset] : '\0'; }
    std::string number();
    std::string string();
    std::string escape();
    unsigned code_unit();

    std::string_view text_;
    std::size_t here_ = 0;
    std::size_t count_ = 0;
};

}  // namespace gateway::graphql
