#include "domain/opal/format/formatter.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/opal/format/statement_layout.hpp"
#include "domain/opal/format/words.hpp"
#include "domain/opal/lex/lexer.hpp"
#include "domain/opal/parse/parser.hpp"
#include "domain/opal/parse/verb_table.hpp"

namespace domain::opal::format {
namespace {

using lex::Token;
using lex::TokenKind;
using source::Span;

constexpr std::size_t kBlockIndent = 2;

class Formatter {
public:
    Formatter(const source::SourceText& source, const lex::LexedText& lexed, const ast::Script& script)
        : source_(source), tokens_(lexed.tokens), comments_(lexed.comments) {
        for (const ast::Pipeline& pipeline : script.pipelines) {
            for (const ast::Statement& statement : pipeline.statements) statements_[statement.span.begin] = &statement;
        }
    }

    std::string run() {
        while (!at(TokenKind::kEnd)) {
            const auto statement = statements_.find(peek().span.begin);
            if (statement != statements_.end()) {
                add_statement(*statement->second);
            } else if (at(TokenKind::kAt) || at(TokenKind::kLess)) {
                open_block();
            } else if (at(TokenKind::kRightBrace)) {
                close_block();
            } else if (at(TokenKind::kHash)) {
                add_hint();
            } else {
                ++next_;  // a pipe between statements
            }
        }
        add_comments(static_cast<std::uint32_t>(source_.text().size()));
        if (!text_.empty()) text_ += '\n';
        return std::move(text_);
    }

private:
    const Token& peek() const { return tokens_[next_]; }
    bool at(TokenKind kind) const { return peek().kind == kind; }
    bool is_after_line_end(std::uint32_t begin) const {
        return source_.text({end_, begin}).find_first_of("\r\n") != std::string_view::npos;
    }

    /// How many line ends stand between what was written last and this place.
    std::size_t line_ends_before(std::uint32_t begin) const {
        return source_.place(begin).line - source_.place(end_).line;
    }

    void start_line(std::uint32_t begin) {
        if (!text_.empty()) text_ += '\n';
        if (!text_.empty() && !is_block_start_ && line_ends_before(begin) > 1) text_ += '\n';
        is_block_start_ = false;
    }

    /// The comments before a place: behind what was written last when they stand on its line, else on lines of their own.
    void add_comments(std::uint32_t begin) {
        for (; !comments_.empty() && comments_.front().begin < begin; comments_ = comments_.subspan(1)) {
            const Span comment = comments_.front();
            if (!text_.empty() && !is_after_line_end(comment.begin)) {
                text_ += "  ";
            } else {
                start_line(comment.begin);
                text_ += std::string(indent_, ' ');
            }
            text_ += source_.text(comment);
            end_ = comment.end;
        }
    }

    void add_statement(const ast::Statement& statement) {
        add_comments(statement.span.begin);
        start_line(statement.span.begin);
        const std::size_t first = next_;
        while (peek().span.begin < statement.span.end && !at(TokenKind::kEnd)) ++next_;
        std::size_t inside = 0;
        while (inside < comments_.size() && comments_[inside].begin < statement.span.end) ++inside;
        const auto words = make_words(source_, tokens_.subspan(first, next_ - first), comments_.first(inside),
                                      search_spans(statement));
        comments_ = comments_.subspan(inside);
        text_ += lay_out(words, indent_);
        // Behind a bare verb that wants arguments, the next line would be read as one.
        const parse::Verb* verb = parse::find_verb(statement.verb.text);
        const bool is_bare = statement.arguments.empty() && verb->arguments == parse::VerbArguments::kRequired;
        if (is_bare && at(TokenKind::kPipe)) text_ += " |";
        end_ = statement.span.end;
    }

    /// `@name <- @source {`
    void open_block() {
        const std::size_t first = next_;
        while (!at(TokenKind::kLeftBrace)) ++next_;
        const Token& brace = tokens_[next_++];
        add_comments(tokens_[first].span.begin);
        const std::uint32_t begin = tokens_[first].span.begin;
        const std::span<const Token> head = tokens_.subspan(first, next_ - 1 - first);
        add_comments(brace.span.begin);  // those inside the head go before it
        start_line(std::max(begin, end_));
        for (std::size_t i = 0; i < head.size(); ++i) {
            const bool is_space = head[i].kind == TokenKind::kLess ? i > 0 : head[i].kind == TokenKind::kAt && i > 0;
            text_ += (is_space ? " " : "") + std::string(source_.text(head[i].span));
        }
        text_ += " {";
        end_ = brace.span.end;
        indent_ = kBlockIndent;
        const bool has_comment = !comments_.empty() && comments_.front().begin < peek().span.begin;
        if (at(TokenKind::kRightBrace) && !has_comment) {
            text_ += " }";
            end_ = peek().span.end;
            indent_ = 0;
            ++next_;
            return;
        }
        is_block_start_ = true;
    }

    void close_block() {
        add_comments(peek().span.begin);
        text_ += "\n}";
        indent_ = 0;
        is_block_start_ = false;
        end_ = peek().span.end;
        ++next_;
    }

    /// `#name{…}` as it was written.
    void add_hint() {
        const std::uint32_t begin = peek().span.begin;
        add_comments(begin);
        start_line(begin);
        while (!at(TokenKind::kRightBrace)) ++next_;
        end_ = peek().span.end;
        text_ += std::string(indent_, ' ') + std::string(source_.text({begin, end_}));
        while (!comments_.empty() && comments_.front().begin < end_) comments_ = comments_.subspan(1);
        ++next_;
    }

    const source::SourceText& source_;
    std::span<const Token> tokens_;
    std::span<const Span> comments_;
    std::map<std::uint32_t, const ast::Statement*> statements_;
    std::string text_;
    std::size_t next_ = 0;        // the next token
    std::uint32_t end_ = 0;       // where in the source ends what was written last
    std::size_t indent_ = 0;
    bool is_block_start_ = false;
};

}  // namespace

std::optional<std::string> format(const source::SourceText& source, source::Diagnostics& diagnostics) {
    const lex::LexedText lexed = lex::lex_with_comments(source, diagnostics);
    const ast::Script script = parse::parse(source, lexed.tokens, diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;
    return Formatter(source, lexed, script).run();
}

}  // namespace domain::opal::format
