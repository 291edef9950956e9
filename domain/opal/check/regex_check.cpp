#include "domain/opal/check/regex_check.hpp"

#include <re2/re2.h>

#include "domain/opal/lex/characters.hpp"

namespace domain::opal::check {
namespace {

/// `(?i)` or `(?is:`: flags inside the pattern.
struct InlineFlags {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string letters;
    bool opens_group = false;
};

std::optional<InlineFlags> find_inline_flags(const std::string& pattern) {
    bool in_class = false;
    for (std::size_t i = 0; i + 2 < pattern.size(); ++i) {
        if (pattern[i] == '\\') {
            ++i;
        } else if (pattern[i] == '[') {
            in_class = true;
        } else if (pattern[i] == ']') {
            in_class = false;
        } else if (!in_class && pattern[i] == '(' && pattern[i + 1] == '?') {
            std::size_t end = i + 2;
            while (end < pattern.size() && (lex::is_letter(pattern[end]) || pattern[end] == '-')) ++end;
            const bool closes = end < pattern.size() && (pattern[end] == ')' || pattern[end] == ':');
            if (end > i + 2 && closes) {
                return InlineFlags{i, end + 1, pattern.substr(i + 2, end - i - 2), pattern[end] == ':'};
            }
        }
    }
    return std::nullopt;
}

std::optional<std::string> ordered_flags(const std::string& flags, Span span, source::Diagnostics& diagnostics) {
    bool ignore_case = false;
    bool multi_line = false;
    bool dot_all = false;
    for (const char flag : flags) {
        switch (flag) {
            case 'c': ignore_case = false; break;
            case 'i': ignore_case = true; break;
            case 'm': multi_line = true; break;
            case 's': dot_all = true; break;
            default:
                diagnostics.error("invalid-regex", span,
                                  "unknown regular expression flag \"" + lex::printable(std::string(1, flag)) + "\"",
                                  "the flags are c, i, m and s");
                return std::nullopt;
        }
    }
    return std::string(ignore_case ? "i" : "") + (multi_line ? "m" : "") + (dot_all ? "s" : "");
}

std::string reason(const re2::RE2& regex) {
    if (regex.error_code() == re2::RE2::ErrorMissingParen) return "missing closing )";
    if (regex.error_code() == re2::RE2::ErrorUnexpectedParen) return "unexpected )";
    if (regex.error_code() == re2::RE2::ErrorMissingBracket) return "missing closing ]";
    return regex.error();
}

}  // namespace

std::optional<Regex> check_regex_text(const std::string& pattern, const std::string& flags, Span span,
                                      source::Diagnostics& diagnostics) {
    if (const auto inline_flags = find_inline_flags(pattern)) {
        const std::string rest = pattern.substr(0, inline_flags->begin) + pattern.substr(inline_flags->end);
        diagnostics.error("invalid-regex", span, "no argument for repetition operator: ?",
                          inline_flags->opens_group ? "write flags after the slash: /…/" + inline_flags->letters
                                                    : "write flags after the slash: /" + rest + "/" + inline_flags->letters);
        return std::nullopt;
    }
    auto ordered = ordered_flags(flags, span, diagnostics);
    if (!ordered) return std::nullopt;
    re2::RE2::Options options;
    options.set_log_errors(false);
    const re2::RE2 compiled(pattern, options);
    if (!compiled.ok()) {
        diagnostics.error("invalid-regex", span, "invalid regular expression: " + lex::printable(reason(compiled)));
        return std::nullopt;
    }
    return Regex{pattern, std::move(*ordered)};
}

}  // namespace domain::opal::check
