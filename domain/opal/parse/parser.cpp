#include "domain/opal/parse/parser.hpp"

#include <string>
#include <utility>

#include "domain/base/limits.hpp"
#include "domain/opal/parse/expression_parser.hpp"
#include "domain/opal/parse/token_stream.hpp"
#include "domain/opal/parse/verb_table.hpp"

namespace domain::opal::parse {
namespace {

using lex::Token;
using lex::TokenKind;
using source::Span;

/// Whether a value must follow, so that a new line does not end the statement.
bool demands_operand(TokenKind kind) {
    switch (kind) {
        case TokenKind::kComma:
        case TokenKind::kColon:
        case TokenKind::kAnd:
        case TokenKind::kOr:
        case TokenKind::kNot:
        case TokenKind::kPlus:
        case TokenKind::kMinus:
        case TokenKind::kSlash:
        case TokenKind::kEqual:
        case TokenKind::kNotEqual:
        case TokenKind::kLessEqual:
        case TokenKind::kGreaterEqual:
        case TokenKind::kTilde:
        case TokenKind::kNotTilde: return true;
        default: return false;
    }
}

class Parser {
public:
    Parser(const source::SourceText& source, const std::vector<Token>& tokens, source::Diagnostics& diagnostics)
        : tokens_(tokens), diagnostics_(diagnostics), expressions_(source, tokens_, diagnostics) {}

    ast::Script run() {
        ast::Pipeline plain;  // statements outside any block
        std::optional<ast::Pipeline> result;
        while (!tokens_.at(TokenKind::kEnd)) {
            if (at_subquery()) {
                parse_block(script_.pipelines.emplace_back(), parse_subquery_name());
            } else if (tokens_.at_arrow()) {
                report_second_result(result.has_value() || !plain.statements.empty());
                parse_block(result.emplace(), std::nullopt);
            } else if (tokens_.at(TokenKind::kRightBrace)) {
                expressions_.report_unexpected();
                tokens_.take();
            } else {
                if (result) report_second_result(true);
                parse_statements(plain);
            }
        }
        if (script_.pipelines.size() > base::limits::opal_stages_max) {
            diagnostics_.error("too-many-stages", script_.pipelines[base::limits::opal_stages_max].name->span,
                               "the script has more than " + std::to_string(base::limits::opal_stages_max) + " subqueries");
            script_.pipelines.resize(base::limits::opal_stages_max);
        }
        script_.pipelines.push_back(result ? std::move(*result) : std::move(plain));
        return std::move(script_);
    }

private:
    bool at_subquery() const {
        return tokens_.at(TokenKind::kAt) &&
               (tokens_.at(TokenKind::kIdentifier, 1) || tokens_.at(TokenKind::kString, 1)) && tokens_.at_arrow(2);
    }

    void report_second_result(bool is_second) {
        if (!is_second || second_result_reported_) return;
        second_result_reported_ = true;
        diagnostics_.error("second-result", tokens_.peek().span, "the script has more than one result",
                           "give the block a name: @a <- @ { … }");
    }

    ast::Name parse_subquery_name() {
        tokens_.take();
        const Token& name = tokens_.take();
        return {name.text, name.span};
    }

    /// `<- @source { statements }`
    void parse_block(ast::Pipeline& pipeline, std::optional<ast::Name> name) {
        const std::string title = name ? "subquery \"@" + name->text + "\"" : "result block";
        pipeline.name = std::move(name);
        tokens_.take();
        tokens_.take();
        if (!tokens_.at(TokenKind::kAt)) {
            expressions_.report_unexpected("a dataset follows \"<-\": <- @ { … }");
            return skip_statement();
        }
        tokens_.take();
        if (tokens_.touches() && (tokens_.at(TokenKind::kIdentifier) || tokens_.at(TokenKind::kString))) {
            const Token& source = tokens_.take();
            pipeline.source = ast::Name{source.text, source.span};
        }
        if (!tokens_.at(TokenKind::kLeftBrace)) {
            expressions_.report_unexpected("expected \"{\"");
            return skip_statement();
        }
        const Span open = tokens_.take().span;
        parse_statements(pipeline);
        if (!tokens_.take_if(TokenKind::kRightBrace)) {
            diagnostics_.error("unterminated-block", open, "unterminated " + title + ": missing \"}\"");
        }
    }

    /// Up to the end, a closing brace, or the start of a block.
    void parse_statements(ast::Pipeline& pipeline) {
        while (!tokens_.at(TokenKind::kEnd) && !tokens_.at(TokenKind::kRightBrace) && !at_subquery() && !tokens_.at_arrow()) {
            if (tokens_.at(TokenKind::kHash)) {
                parse_hint();
                continue;
            }
            pipeline.statements.push_back(parse_statement());
            if (++statement_count_ > base::limits::opal_statements_max) return report_too_many_statements();
            if (!tokens_.take_if(TokenKind::kPipe)) continue;
            if (tokens_.at(TokenKind::kEnd) || tokens_.at(TokenKind::kRightBrace) || tokens_.at(TokenKind::kPipe)) {
                // A semicolon was reported already.
                if (tokens_.previous().text == "|") {
                    diagnostics_.error("syntax", tokens_.previous().span, "a statement must follow \"|\"");
                }
                while (tokens_.take_if(TokenKind::kPipe)) {
                }
            }
        }
    }

    void report_too_many_statements() {
        diagnostics_.error("too-many-statements", tokens_.peek().span,
                           "the script has more than " + std::to_string(base::limits::opal_statements_max) + " statements");
        while (!tokens_.at(TokenKind::kEnd)) tokens_.take();
    }

    void parse_hint() {
        const Span hash = tokens_.take().span;
        if (!tokens_.at(TokenKind::kIdentifier) || !tokens_.at(TokenKind::kLeftBrace, 1)) {
            diagnostics_.error("syntax", hash, "unexpected \"#\"", "comments start with //");
            return skip_statement();
        }
        const Token& name = tokens_.take();
        const Span open = tokens_.take().span;
        const std::size_t inside = tokens_.position();
        while (!tokens_.at(TokenKind::kEnd) && !tokens_.at(TokenKind::kRightBrace)) tokens_.take();
        if (!tokens_.take_if(TokenKind::kRightBrace)) {
            diagnostics_.error("unterminated-block", open, "unterminated hint: missing \"}\"");
            tokens_.rewind(inside);
            return skip_statement();
        }
        diagnostics_.info("unknown-hint", name.span, "unknown hint \"" + name.text + "\"");
    }

    ast::Statement parse_statement() {
        ast::Statement statement;
        const Token& first = tokens_.peek();
        statement.verb = {first.text, first.span};
        statement.span = first.span;
        if (first.kind != TokenKind::kIdentifier) {
            expressions_.report_unexpected("a statement starts with a verb");
            return give_up(std::move(statement));
        }
        const Verb* verb = find_verb(first.text);
        if (verb == nullptr) {
            const std::string_view near = diagnostics_.is_full() ? std::string_view() : nearest_verb(first.text);
            diagnostics_.error("unknown-verb", first.span, "unknown verb \"" + first.text + "\"",
                               near.empty() ? "" : "did you mean \"" + std::string(near) + "\"?");
            return give_up(std::move(statement));
        }
        tokens_.take();
        statement.canonical_verb = verb->canonical;
        statement.is_deprecated = verb->is_deprecated;
        if (!at_end_of_statement() && !(verb->arguments != VerbArguments::kRequired && at_new_statement(*verb))) {
            if (!parse_arguments(statement)) return give_up(std::move(statement));
        }
        statement.span = join(first.span, tokens_.previous().span);
        return statement;
    }

    bool at_end_of_statement() const {
        return tokens_.at(TokenKind::kEnd) || tokens_.at(TokenKind::kPipe) || tokens_.at(TokenKind::kRightBrace);
    }

    /// Directly after a verb that may stand alone: whether the next line starts a new statement.
    bool at_new_statement(const Verb& verb) const {
        const Token& next = tokens_.peek();
        if (!next.newline_before) return false;
        return verb.arguments == VerbArguments::kNone || at_subquery() || tokens_.at_arrow() || tokens_.at(TokenKind::kHash) ||
               (next.kind == TokenKind::kIdentifier && find_verb(next.text) != nullptr);
    }

    bool parse_arguments(ast::Statement& statement) {
        while (true) {
            auto argument = expressions_.parse_argument();
            if (!argument) return false;
            statement.arguments.push_back(std::move(*argument));
            if (!tokens_.take_if(TokenKind::kComma)) break;
            if (at_end_of_statement()) {
                diagnostics_.error("syntax", tokens_.previous().span, "an argument must follow the comma");
                return false;
            }
        }
        const Token& next = tokens_.peek();
        const bool starts_statement = next.newline_before && (next.kind == TokenKind::kIdentifier || at_subquery() ||
                                                              tokens_.at_arrow() || next.kind == TokenKind::kHash);
        if (at_end_of_statement() || starts_statement) return true;
        expressions_.report_unexpected(hint_after_argument(statement, next));
        return false;
    }

    std::string hint_after_argument(const ast::Statement& statement, const Token& next) const {
        if (next.kind == TokenKind::kIdentifier && find_verb(next.text) != nullptr) {
            return "put \"|\" or a new line between statements";
        }
        if (next.kind == TokenKind::kColon && tokens_.at(TokenKind::kColon, 1)) {
            return "there is no \"::\" in expressions; cast with a function: int64(x)";
        }
        if (next.text == "desc" || next.text == "asc") {
            const auto* column = std::get_if<ast::Identifier>(&statement.arguments.back().value.node);
            return "write " + statement.verb.text + " " + next.text + "(" + (column != nullptr ? column->name : "…") + ")";
        }
        if (next.kind == TokenKind::kIdentifier && (next.text == "in" || next.text == "IN")) {
            return "there is no operator \"in\": write in(x, a, b)";
        }
        return next.kind == TokenKind::kRightParen ? "there is no \"(\" for it" : "expected \",\" or the end of the statement";
    }

    ast::Statement give_up(ast::Statement statement) {
        statement.is_broken = true;
        skip_statement();
        statement.span = join(statement.span, tokens_.previous().span);
        return statement;
    }

    /// To where the next statement probably starts. Open brackets keep `|`, `}` and other words inside, but a verb at the
    /// start of a line always counts: an unclosed bracket must not hide the rest of the script.
    void skip_statement() {
        std::size_t nesting = 0;
        for (bool is_first = true; !tokens_.at(TokenKind::kEnd); is_first = false) {
            const Token& token = tokens_.peek();
            if (token.newline_before && !demands_operand(tokens_.previous().kind)) {
                const bool is_verb = token.kind == TokenKind::kIdentifier && find_verb(token.text) != nullptr;
                const bool is_word = token.kind == TokenKind::kIdentifier && nesting == 0 && !is_first;
                if (is_verb || is_word) return;
                if (!is_first && (at_subquery() || (tokens_.at_arrow() && nesting == 0))) return;
            }
            switch (token.kind) {
                case TokenKind::kLeftParen:
                case TokenKind::kLeftBracket:
                case TokenKind::kLeftBrace: ++nesting; break;
                case TokenKind::kRightParen:
                case TokenKind::kRightBracket:
                    if (nesting > 0) --nesting;
                    break;
                case TokenKind::kRightBrace:
                    if (nesting == 0) return;
                    --nesting;
                    break;
                case TokenKind::kPipe:
                    if (nesting == 0) return;
                    break;
                default: break;
            }
            tokens_.take();
        }
    }

    TokenStream tokens_;
    source::Diagnostics& diagnostics_;
    ExpressionParser expressions_;
    ast::Script script_;
    std::size_t statement_count_ = 0;
    bool second_result_reported_ = false;
};

}  // namespace

ast::Script parse(const source::SourceText& source, const std::vector<Token>& tokens,
                  source::Diagnostics& diagnostics) {
    return Parser(source, tokens, diagnostics).run();
}

}  // namespace domain::opal::parse
