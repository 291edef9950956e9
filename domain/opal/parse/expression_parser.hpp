#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/opal/ast/ast.hpp"
#include "domain/opal/parse/token_stream.hpp"
#include "domain/opal/source/diagnostic.hpp"
#include "domain/opal/source/source_text.hpp"

namespace domain::opal::parse {

/// Parses expressions and arguments (grammar in parser.hpp). Every function gives nothing after it has reported an error:
/// the caller then gives up the statement. References must outlive it.
class ExpressionParser {
public:
    ExpressionParser(const source::SourceText& source, TokenStream& tokens, source::Diagnostics& diagnostics)
        : source_(source), tokens_(tokens), diagnostics_(diagnostics) {}

    std::optional<ast::Argument> parse_argument();
    std::optional<ast::Expr> parse_expression();

    /// Reports the present token as unexpected.
    void report_unexpected(std::string hint = {});
    /// The token as messages show it: its text as written, or `end of script`.
    std::string shown(const lex::Token& token) const;

private:
    using Parsed = std::optional<ast::Expr>;
    class DepthGuard;

    Parsed parse_and();
    Parsed parse_not();
    Parsed parse_comparison();
    Parsed parse_comparison_tail(ast::Expr left);
    Parsed parse_star_match();
    Parsed parse_sum();
    Parsed parse_product();
    Parsed parse_unary();
    Parsed parse_postfix();
    Parsed parse_step(ast::Expr base);
    Parsed parse_primary();
    Parsed parse_number();
    Parsed parse_parenthesized();
    Parsed parse_call();
    Parsed parse_dataset();
    Parsed parse_sigil();
    bool at_ellipsis() const;

    Parsed parse_match(ast::Expr field, bool is_negated);
    bool at_pattern_after_equals() const;
    std::optional<std::size_t> network_length() const;
    std::optional<ast::SearchTerms> parse_terms();
    std::optional<ast::SearchTerm> parse_term();
    bool at_term_part() const;

    /// Joins operands under a node; reports expressions that are nested too deeply.
    Parsed make(source::Span span, decltype(ast::Expr::node) node, std::vector<ast::Expr> operands = {});
    Parsed make_operation(ast::Operator op, source::Span op_span, std::vector<ast::Expr> operands);
    void report_depth(source::Span span);

    const source::SourceText& source_;
    TokenStream& tokens_;
    source::Diagnostics& diagnostics_;
    std::size_t depth_ = 0;
};

}  // namespace domain::opal::parse
