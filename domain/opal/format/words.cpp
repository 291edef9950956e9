#include "domain/opal/format/words.hpp"

#include <algorithm>
#include <iterator>

namespace domain::opal::format {
namespace {

using lex::Token;
using lex::TokenKind;
using source::Span;

void add_searches(const ast::Expr& expr, std::vector<Span>& spans) {
    if (const auto* match = std::get_if<ast::Match>(&expr.node)) {
        const bool is_search = std::holds_alternative<ast::SearchTerms>(match->pattern) ||
                               std::holds_alternative<ast::Ipv4Network>(match->pattern);
        if (is_search) spans.push_back(match->pattern_span);
    }
    for (const ast::Expr& operand : expr.operands) add_searches(operand, spans);
    if (const auto* call = std::get_if<ast::Call>(&expr.node)) {
        for (const ast::Argument& argument : call->arguments) add_searches(argument.value, spans);
    }
}

bool is_sigil(TokenKind kind) {
    return kind == TokenKind::kAt || kind == TokenKind::kDollar || kind == TokenKind::kHash || kind == TokenKind::kCaret;
}

bool is_name(TokenKind kind) { return lex::is_wordlike(kind) || kind == TokenKind::kString; }

class Spacing {
public:
    Spacing(std::span<const Token> tokens, const std::vector<Span>& searches) : tokens_(tokens), searches_(searches) {}

    /// The search that a token belongs to, or nullptr.
    const Span* search_at(std::size_t index) const {
        const Span span = tokens_[index].span;
        const auto after = std::upper_bound(searches_.begin(), searches_.end(), span.begin,
                                            [](std::uint32_t begin, Span search) { return begin < search.begin; });
        if (after == searches_.begin()) return nullptr;
        const Span& search = *std::prev(after);
        return span.end <= search.end ? &search : nullptr;
    }

    /// Whether a space stands before this token; not for the first one.
    bool space_before(std::size_t index) const {
        const Token& left = tokens_[index - 1];
        const Token& right = tokens_[index];
        if (const Span* search = search_at(index); search != nullptr && search == search_at(index - 1)) {
            const bool opens = left.kind == TokenKind::kLess && left.span.begin == search->begin;
            const bool closes = right.kind == TokenKind::kGreater && right.span.end == search->end;
            return !opens && !closes && !touches(index);
        }
        switch (right.kind) {
            case TokenKind::kComma:
            case TokenKind::kColon:
            case TokenKind::kRightParen:
            case TokenKind::kRightBracket:
            case TokenKind::kLeftBracket: return false;
            case TokenKind::kDot: return !touches(index) && !is_plain_chain(index - 1);
            case TokenKind::kLeftParen:
                if (left.kind == TokenKind::kIdentifier) return index == 1;  // a verb, else a call
                break;
            default: break;
        }
        switch (left.kind) {
            case TokenKind::kLeftParen:
            case TokenKind::kLeftBracket:
            case TokenKind::kColon: return false;
            case TokenKind::kDot: return !touches(index) && !(index >= 2 && is_plain_chain(index - 2));
            case TokenKind::kMinus: return index >= 2 && subtracts(index - 1);
            default: return !(is_sigil(left.kind) && touches(index));
        }
    }

private:
    bool touches(std::size_t index) const { return tokens_[index - 1].span.end == tokens_[index].span.begin; }

    bool subtracts(std::size_t minus) const {
        // The verb before a sign is no operand, and a key may be written like any keyword.
        const bool after_key = minus >= 2 && tokens_[minus - 2].kind == TokenKind::kDot;
        return minus >= 2 && (lex::ends_operand(tokens_[minus - 1].kind) || after_key);
    }

    /// Whether a path ends here whose steps need not touch: it does not begin with a dataset, tag or number.
    bool is_plain_chain(std::size_t index) const {
        const TokenKind kind = tokens_[index].kind;
        if (kind == TokenKind::kRightParen || kind == TokenKind::kRightBracket) return true;
        while (is_name(tokens_[index].kind) && index > 0) {
            if (is_sigil(tokens_[index - 1].kind)) return false;
            if (tokens_[index - 1].kind != TokenKind::kDot) return true;
            if (index < 2) return false;
            index -= 2;
        }
        return tokens_[index].kind == TokenKind::kRightParen || tokens_[index].kind == TokenKind::kRightBracket;
    }

    std::span<const Token> tokens_;
    const std::vector<Span>& searches_;
};

bool has_line_end(const source::SourceText& source, std::uint32_t begin, std::uint32_t end) {
    return source.text({begin, end}).find_first_of("\r\n") != std::string_view::npos;
}

}  // namespace

std::vector<Span> search_spans(const ast::Statement& statement) {
    std::vector<Span> spans;
    for (const ast::Argument& argument : statement.arguments) add_searches(argument.value, spans);
    std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.begin < b.begin; });
    return spans;
}

std::vector<Word> make_words(const source::SourceText& source, std::span<const Token> tokens,
                             std::span<const Span> comments, const std::vector<Span>& searches) {
    const Spacing spacing(tokens, searches);
    std::vector<Word> words;
    std::uint32_t end = tokens.front().span.begin;
    const auto add = [&](Word word, Span span) {
        word.text = source.text(span);
        word.newline_before = has_line_end(source, end, span.begin);
        end = span.end;
        words.push_back(std::move(word));
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        for (; !comments.empty() && comments.front().begin < tokens[i].span.begin; comments = comments.subspan(1)) {
            Word comment;
            comment.space_before = true;
            add(std::move(comment), comments.front());
        }
        Word word;
        word.kind = tokens[i].kind;
        const bool after_comment = !words.empty() && words.back().is_comment();
        word.space_before = i > 0 && (after_comment || spacing.space_before(i));
        word.in_search = spacing.search_at(i) != nullptr;
        add(std::move(word), tokens[i].span);
    }
    return words;
}

}  // namespace domain::opal::format
