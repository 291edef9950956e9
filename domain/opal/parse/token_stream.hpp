#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "domain/opal/lex/token.hpp"

namespace domain::opal::parse {

/// A cursor over tokens that never runs past the last one (kEnd). The tokens must outlive it.
class TokenStream {
public:
    explicit TokenStream(const std::vector<lex::Token>& tokens) : tokens_(tokens) {}

    const lex::Token& peek(std::size_t ahead = 0) const {
        return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
    }
    bool at(lex::TokenKind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
    const lex::Token& previous() const { return tokens_[position_ == 0 ? 0 : position_ - 1]; }

    const lex::Token& take() {
        const lex::Token& token = peek();
        if (position_ + 1 < tokens_.size()) ++position_;
        return token;
    }
    bool take_if(lex::TokenKind kind) {
        if (!at(kind)) return false;
        take();
        return true;
    }
    std::size_t position() const { return position_; }
    /// Back to a position() of before.
    void rewind(std::size_t position) { position_ = std::min(position, position_); }
    /// Whether `<-` is here.
    bool at_arrow(std::size_t ahead = 0) const {
        return at(lex::TokenKind::kLess, ahead) && at(lex::TokenKind::kMinus, ahead + 1) && touches(ahead + 1);
    }
    /// Whether the token `ahead` follows the one before it without a gap.
    bool touches(std::size_t ahead = 0) const {
        const std::size_t at = position_ + ahead;
        return at > 0 && at < tokens_.size() && tokens_[at - 1].span.end == tokens_[at].span.begin;
    }

private:
    const std::vector<lex::Token>& tokens_;
    std::size_t position_ = 0;
};

}  // namespace domain::opal::parse
