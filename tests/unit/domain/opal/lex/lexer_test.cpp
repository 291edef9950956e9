#include "domain/opal/lex/lexer.hpp"

#include <catch2/catch.hpp>

#include "domain/base/limits.hpp"
#include "tests/unit/domain/opal/opal_fixture.hpp"

using namespace domain::opal;

namespace {

/// Tokens as `kind(text)`, a line end before one as `⏎`.
std::string lexed(const std::string& text) {
    const source::SourceText source(text);
    source::Diagnostics diagnostics;
    std::string result;
    for (const lex::Token& token : lex::lex(source, diagnostics)) {
        if (token.kind == lex::TokenKind::kEnd) break;
        if (!result.empty()) result += ' ';
        if (token.newline_before) result += "⏎";
        switch (token.kind) {
            case lex::TokenKind::kIdentifier: result += "id(" + token.text + ")"; break;
            case lex::TokenKind::kNumber: result += "num(" + token.text + ")"; break;
            case lex::TokenKind::kString: result += "str(" + token.text + ")"; break;
            case lex::TokenKind::kRegex: result += "re(" + token.text + ")" + token.flags; break;
            default: result += lex::spelling(token.kind);
        }
    }
    return result;
}

std::string errors(const std::string& text) {
    const source::SourceText source(text);
    source::Diagnostics diagnostics;
    lex::lex(source, diagnostics);
    return opal_test::lines(diagnostics, source);
}

}  // namespace

TEST_CASE("text becomes tokens") {
    const auto [text, tokens] = GENERATE(table<std::string, std::string>({
        {"", ""},
        {"filter a_1 = _b", "id(filter) id(a_1) = id(_b)"},
        {"a AND b Or not c", "id(a) and id(b) or not id(c)"},
        {"true TRUE null", "true id(TRUE) null"},
        {"a // b\nc", "id(a) ⏎id(c)"},
        {"a /* b\n */ c", "id(a) ⏎id(c)"},
        {"a\r\nb", "id(a) ⏎id(b)"},
        {"1 0x1F 012 1.5 1.234e-5 2e3 5m 1h30m 500ms", "num(1) num(0x1F) num(012) num(1.5) num(1.234e-5) num(2e3) num(5m) num(1h30m) num(500ms)"},
        {"\xEF\xBB\xBFlimit 1", "id(limit) num(1)"},
        {"4bf92f", "num(4bf92f)"},
        {"1-2", "num(1) - num(2)"},
        {"0x1e-5", "num(0x1e) - num(5)"},
        {"10.0.0.1/8", "num(10.0) . num(0.1) / num(8)"},
        {"a[0].b", "id(a) [ num(0) ] . id(b)"},
        {R"("a\n\t\"\\" 'it''s' "say ""hi""" "")", "str(a\n\t\"\\) str(it's) str(say \"hi\") str()"},
        {R"("\d+")", R"(str(\d+))"},
        {"<= >= != !~ ~ < > =", "<= >= != !~ ~ < > ="},
        {"@a.b ^c $d #e | { }", "@ id(a) . id(b) ^ id(c) $ id(d) # id(e) | { }"},
    }));
    CHECK(lexed(text) == tokens);
    CHECK(errors(text).empty());
}

TEST_CASE("a slash opens a regex only where an operand may stand") {
    const auto [text, tokens] = GENERATE(table<std::string, std::string>({
        {"a ~ /x y/", "id(a) ~ re(x y)"},
        {"f(/a/i, /b/)", "id(f) ( re(a)i , re(b) )"},
        {"a / b / c", "id(a) / id(b) / id(c)"},
        {"(a) / 2 / d[0] / 3", "( id(a) ) / num(2) / id(d) [ num(0) ] / num(3)"},
        {R"(~ /a\/b\d/)", R"(~ re(a/b\d))"},
        {"~ /[^/]+/ms", "~ re([^/]+)ms"},
        {"~ /[/ , 1", "~ re([) , num(1)"},
        {"not /x/", "not re(x)"},
    }));
    CHECK(lexed(text) == tokens);
    CHECK(errors(text).empty());
}

TEST_CASE("what is no token is reported, and symbols of other languages are understood") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"a == b", "1:3: error: unexpected \"==\"; use \"=\" for equality\n"},
        {"a <> b", "1:3: error: unexpected \"<>\"; use \"!=\"\n"},
        {"a || b", "1:3: error: unexpected \"||\"; use \"or\", or concat_strings(a, b) for texts\n"},
        {"a && b", "1:3: error: unexpected \"&&\"; use \"and\"\n"},
        {"a % b", "1:3: error: unexpected \"%\"; use mod(a, b)\n"},
        {"!a", "1:1: error: unexpected \"!\"; use \"not\"\n"},
        {"a; b", "1:2: error: unexpected \";\"; put \"|\" or a new line between statements\n"},
        {"a ~ \"oops", "1:5: error: unterminated string literal; close it with \"\n"},
        {"a ~ 'oops\nb", "1:5: error: unterminated string literal; close it with '\n"},
        {"a ~ /oops", "1:5: error: unterminated regular expression; close it with /, write \\/ for a slash inside\n"},
        {"a /* b", "1:3: error: unterminated comment; close it with */\n"},
        {"a ? b", "1:3: error: unexpected character \"?\"\n"},
        {"a \x01 b", "1:3: error: unexpected character \"\\x01\"\n"},
        {"Δé + 1", "1:1: error: unexpected character \"Δé\"; write @.\"column name\" for a column, \"text\" for a string\n"},
        {"a\u00A0+ 1", "1:2: error: unexpected character \"\u00A0\"; this is a no-break space; type a plain space\n"},
        {"a = \u201Cb\u201D", "1:5: error: unexpected character \"\u201C\"; use plain quotes: \"text\"\n"
                             "1:7: error: unexpected character \"\u201D\"; use plain quotes: \"text\"\n"},
        {"a \u2265 1", "1:3: error: unexpected character \"\u2265\"; use \">=\"\n"},
        {"a \xff b", "1:3: error: the script is not valid UTF-8 text\n"},
        {"\xed\xa0\x80", "1:1: error: the script is not valid UTF-8 text\n"},
    }));
    CHECK(errors(text) == diagnostics);
}

TEST_CASE("a script has a greatest length") {
    const std::string text(domain::base::limits::opal_script_bytes_max + 1, ' ');
    CHECK(errors(text) == "1:1: error: the script has 262145 bytes, at most 262144 are allowed\n");
    CHECK(errors(text.substr(1)).empty());
}

TEST_CASE("comments are found") {
    const source::SourceText source("a // b\r\n/* c\n */ d \"// e\" /f // g/ // h");
    source::Diagnostics diagnostics;
    const lex::LexedText text = lex::lex_with_comments(source, diagnostics);
    std::string found;
    for (const source::Span comment : text.comments) found += std::string(source.text(comment)) + "|";
    CHECK(found == "// b|/* c\n */|// g/ // h|");
}

TEST_CASE("spans are the bytes of the tokens") {
    const source::SourceText source("ab  \"Δ\"");
    source::Diagnostics diagnostics;
    const auto tokens = lex::lex(source, diagnostics);
    REQUIRE(tokens.size() == 3);
    CHECK(tokens[0].span == source::Span{0, 2});
    CHECK(tokens[1].span == source::Span{4, 8});
    CHECK(tokens[2].span == source::Span{8, 8});
}
