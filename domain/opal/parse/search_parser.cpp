// The search language behind `~` and between `<` and `>`: words there are text to look for, not columns.
#include <utility>
#include <vector>

#include "domain/opal/lex/characters.hpp"
#include "domain/opal/parse/expression_parser.hpp"
#include "domain/opal/parse/number.hpp"

namespace domain::opal::parse {

using ast::Expr;
using ast::SearchTerm;
using ast::SearchTerms;
using lex::TokenKind;
using source::Span;

namespace {

/// Whether a token is a word of the search language, whatever it means elsewhere.
bool is_search_word(TokenKind kind) { return kind == TokenKind::kNumber || lex::is_wordlike(kind); }

}  // namespace

std::optional<std::size_t> ExpressionParser::network_length() const {
    if (!tokens_.at(TokenKind::kNumber)) return std::nullopt;
    const std::size_t begin = tokens_.peek().span.begin;
    const auto network = parse_network(std::string_view(source_.text()).substr(begin));
    return network ? std::optional(network->length) : std::nullopt;
}

bool ExpressionParser::at_pattern_after_equals() const {
    return tokens_.at(TokenKind::kLess) || tokens_.at(TokenKind::kRegex) || network_length().has_value();
}

ExpressionParser::Parsed ExpressionParser::parse_match(Expr field, bool is_negated) {
    ast::Match match;
    match.is_negated = is_negated;
    const Span begin = tokens_.peek().span;
    std::vector<Expr> operands;
    operands.push_back(std::move(field));

    const bool is_call_or_path = tokens_.at(TokenKind::kIdentifier) && tokens_.touches(1) &&
                                 (tokens_.at(TokenKind::kLeftParen, 1) || tokens_.at(TokenKind::kLeftBracket, 1));
    if (tokens_.at(TokenKind::kRegex)) {
        const lex::Token& regex = tokens_.take();
        match.pattern = ast::Regex{regex.text, regex.flags};
    } else if (tokens_.at(TokenKind::kLess)) {
        auto terms = parse_terms();
        if (!terms) return std::nullopt;
        match.pattern = std::move(*terms);
    } else if (const auto length = network_length()) {
        match.pattern = parse_network(std::string_view(source_.text()).substr(begin.begin))->network;
        const auto end = begin.begin + static_cast<std::uint32_t>(*length);
        while (tokens_.peek().span.begin < end && !tokens_.at(TokenKind::kEnd)) tokens_.take();
    } else if (is_call_or_path || tokens_.at(TokenKind::kLeftParen) || tokens_.at(TokenKind::kAt) ||
               tokens_.at(TokenKind::kDollar) || tokens_.at(TokenKind::kHash)) {
        Parsed text = parse_postfix();
        if (!text) return std::nullopt;
        operands.push_back(std::move(*text));
        match.pattern = ast::TextPattern{};
    } else {
        auto term = parse_term();
        if (!term) return std::nullopt;
        SearchTerms terms;
        terms.groups.push_back({std::move(*term)});
        match.pattern = std::move(terms);
    }
    match.pattern_span = join(begin, tokens_.previous().span);
    const Span span = join(operands.front().span, match.pattern_span);
    return make(span, std::move(match), std::move(operands));
}

std::optional<SearchTerms> ExpressionParser::parse_terms() {
    const lex::Token& open = tokens_.take();
    const std::size_t inside = tokens_.position();
    SearchTerms terms;
    bool after_or = false;
    while (!tokens_.at(TokenKind::kGreater)) {
        if (tokens_.at(TokenKind::kEnd) || tokens_.at(TokenKind::kPipe)) {
            diagnostics_.error("unterminated-search", open.span, "unterminated search: missing \">\"");
            tokens_.rewind(inside);  // the next line may be a statement again
            return std::nullopt;
        }
        if (tokens_.at(TokenKind::kOr) && !terms.groups.empty() && !after_or) {
            tokens_.take();
            after_or = true;
            continue;
        }
        if (tokens_.at(TokenKind::kOr)) {
            report_unexpected("\"or\" stands between two terms; quote it to search for the word");
            return std::nullopt;
        }
        auto term = parse_term();
        if (!term) return std::nullopt;
        if (after_or) {
            terms.groups.back().push_back(std::move(*term));
        } else {
            terms.groups.push_back({std::move(*term)});
        }
        after_or = false;
    }
    if (terms.groups.empty() || after_or) {
        report_unexpected(after_or ? "a term follows \"or\"" : "a search needs at least one term: <error>");
        return std::nullopt;
    }
    tokens_.take();
    return terms;
}

bool ExpressionParser::at_term_part() const {
    return tokens_.at(TokenKind::kString) || tokens_.at(TokenKind::kStar) || is_search_word(tokens_.peek().kind);
}

std::optional<SearchTerm> ExpressionParser::parse_term() {
    SearchTerm term;
    if (tokens_.at(TokenKind::kMinus) && tokens_.touches(1)) {
        tokens_.take();
        term.is_negated = true;
    }
    if (!at_term_part()) {
        report_unexpected("expected text to search for: a word, \"quoted text\", a glob like err*, or /a regex/");
        return std::nullopt;
    }
    const std::uint32_t begin = tokens_.peek().span.begin;
    const bool opens_with_star = tokens_.at(TokenKind::kStar);
    bool after_star = true;
    do {
        const lex::Token& part = tokens_.take();
        if (part.kind == TokenKind::kStar) {
            after_star = true;
            continue;
        }
        const std::string text =
            part.kind == TokenKind::kString ? part.text : std::string(source_.text(part.span));
        if (text.empty()) continue;
        if (after_star) term.runs.emplace_back();
        term.runs.back() += text;
        after_star = false;
    } while (at_term_part() && tokens_.touches());

    const bool ends_with_star = tokens_.previous().kind == TokenKind::kStar;
    term.starts_text = ends_with_star && !opens_with_star && !term.runs.empty();
    term.ends_text = opens_with_star && !ends_with_star && !term.runs.empty();

    switch (tokens_.peek().kind) {
        case TokenKind::kDot:
        case TokenKind::kMinus:
        case TokenKind::kSlash:
        case TokenKind::kColon:
        case TokenKind::kAt:
        case TokenKind::kHash:
        case TokenKind::kDollar:
        case TokenKind::kPlus:
        case TokenKind::kEqual:
            if (tokens_.touches()) {
                const Span written{begin, tokens_.previous().span.end};
                report_unexpected("quote text that has other characters: \"" + std::string(source_.text(written)) +
                                  std::string(lex::spelling(tokens_.peek().kind)) + "…\"");
                return std::nullopt;
            }
            return term;
        default: return term;
    }
}

}  // namespace domain::opal::parse
