#include "domain/opal/format/statement_layout.hpp"

#include <algorithm>
#include <vector>

namespace domain::opal::format {
namespace {

using lex::TokenKind;
using Words = std::span<const Word>;

constexpr std::size_t kStep = 2;  // of indentation

bool opens(const Word& word) {
    return !word.in_search && (word.kind == TokenKind::kLeftParen || word.kind == TokenKind::kLeftBracket);
}
bool closes(const Word& word) {
    return !word.in_search && (word.kind == TokenKind::kRightParen || word.kind == TokenKind::kRightBracket);
}

std::string flat(Words words) {
    std::string text;
    for (const Word& word : words) {
        if (!text.empty() && word.space_before) text += ' ';
        text += word.text;
    }
    return text;
}

/// The parts between words of this kind outside brackets. The word itself begins the part behind it when `keep` is set, else
/// it ends the part before it.
std::vector<Words> split(Words words, TokenKind kind, bool keep) {
    std::vector<Words> parts;
    std::size_t begin = 0;
    std::size_t nesting = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (closes(words[i]) && nesting > 0) --nesting;
        const bool is_here = nesting == 0 && words[i].kind == kind && !words[i].in_search && (i > 0 || !keep);
        // A key of a path may be written like a keyword.
        const bool is_key = i > 0 && words[i - 1].kind == TokenKind::kDot;
        const bool is_name = i + 1 < words.size() && words[i + 1].kind == TokenKind::kColon;
        if (is_here && !is_key && !is_name) {
            const std::size_t end = keep ? i : i + 1;
            parts.push_back(words.subspan(begin, end - begin));
            begin = end;
        }
        if (opens(words[i])) ++nesting;
    }
    parts.push_back(words.subspan(begin));
    return parts;
}

/// The widest `(…)` outside other brackets: where it opens and closes.
struct Brackets {
    std::size_t open = 0;
    std::size_t close = 0;
    std::size_t width = 0;
};
Brackets widest_brackets(Words words) {
    Brackets best;
    std::size_t nesting = 0;
    std::size_t open = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (opens(words[i]) && nesting++ == 0) open = i;
        if (!closes(words[i]) || nesting == 0 || --nesting > 0) continue;
        const std::size_t width = source::character_count(flat(words.subspan(open, i - open)));
        const bool is_breakable = words[open].kind == TokenKind::kLeftParen && i > open + 1;
        if (is_breakable && width > best.width) best = {open, i, width};
    }
    return best;
}

class Layout {
public:
    explicit Layout(std::size_t indent) : text_(indent, ' ') {}

    std::string take() { return std::move(text_); }

    void add_statement(Words words, std::size_t indent) {
        text_ += words.front().text;
        if (words.size() == 1) return;
        const auto arguments = split(words.subspan(1), TokenKind::kComma, false);
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            if (i == 0) text_ += ' ';
            else start_line(indent + kStep);
            add(arguments[i], i == 0 ? indent : indent + kStep);
        }
    }

    /// The lines as they were; continuation lines are indented by their nesting.
    void keep_lines(Words words, std::size_t indent) {
        std::size_t nesting = 0;
        for (const Word& word : words) {
            if (closes(word) && nesting > 0) --nesting;
            if (word.newline_before) start_line(indent + kStep * (nesting + 1));
            else if (word.space_before) text_ += ' ';
            text_ += word.text;
            if (opens(word)) ++nesting;
        }
    }

private:
    void start_line(std::size_t indent) { text_ += "\n" + std::string(indent, ' '); }

    std::size_t column() const {
        return source::character_count(std::string_view(text_).substr(text_.rfind('\n') + 1));
    }

    /// Appends words to a line whose indentation is `indent`.
    void add(Words words, std::size_t indent) {
        const std::string line = flat(words);
        if (column() + source::character_count(line) <= kLineCharactersMax) {
            text_ += line;
            return;
        }
        for (const TokenKind op : {TokenKind::kOr, TokenKind::kAnd}) {
            const auto parts = split(words, op, true);
            if (parts.size() == 1) continue;
            for (std::size_t i = 0; i < parts.size(); ++i) {
                if (i > 0) start_line(indent + kStep);
                add(parts[i], i == 0 ? indent : indent + kStep);
            }
            return;
        }
        const Brackets brackets = widest_brackets(words);
        if (brackets.width == 0) {
            text_ += line;
            return;
        }
        text_ += flat(words.first(brackets.open + 1));
        for (const Words item : split(words.subspan(brackets.open + 1, brackets.close - brackets.open - 1),
                                      TokenKind::kComma, false)) {
            start_line(indent + kStep);
            add(item, indent + kStep);
        }
        start_line(indent);
        text_ += flat(words.subspan(brackets.close));
    }

    std::string text_;
};

}  // namespace

std::string lay_out(Words words, std::size_t indent) {
    Layout layout(indent);
    if (std::any_of(words.begin(), words.end(), [](const Word& word) { return word.is_comment(); })) {
        layout.keep_lines(words, indent);
        return layout.take();
    }
    const std::string line = flat(words);
    if (indent + source::character_count(line) <= kLineCharactersMax) return std::string(indent, ' ') + line;
    layout.add_statement(words, indent);
    return layout.take();
}

}  // namespace domain::opal::format
