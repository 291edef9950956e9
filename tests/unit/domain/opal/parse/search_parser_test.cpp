#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::parse_text;

TEST_CASE("a search pattern is words, not columns") {
    const auto [text, tree] = GENERATE(table<std::string, std::string>({
        {"a ~ hello", "(a ~ <\"hello\">)"},
        {"a !~ hello", "(a !~ <\"hello\">)"},
        {"a ~ \"two words\"", "(a ~ <\"two words\">)"},
        {"a ~ -hello", "(a ~ <-\"hello\">)"},
        {"a ~ fig*", "(a ~ <\"fig\"*>)"},
        {"a ~ *fig", "(a ~ <*\"fig\">)"},
        {"a ~ *fig*", "(a ~ <\"fig\">)"},
        {"a ~ fig*bar", "(a ~ <\"fig\"*\"bar\">)"},
        {"a ~ fig\"b r\"*x*", "(a ~ <\"figb r\"*\"x\"*>)"},
        {"a ~ *", "(a ~ <*>)"},
        {"a ~ 500 and b", "((a ~ <\"500\">) and b)"},
        {"a ~ 5m", "(a ~ <\"5m\">)"},
        {"a ~ 1.5", "(a ~ <\"1.5\">)"},
        {"a ~ not", "(a ~ <\"not\">)"},
        {"a ~ <x \"c d\" -y>", "(a ~ <\"x\" \"c d\" -\"y\">)"},
        {"a ~ <x or y z>", "(a ~ <\"x\" or \"y\" \"z\">)"},
        {"a ~ <x \"or\" y>", "(a ~ <\"x\" \"or\" \"y\">)"},
        {"a ~ <x and not y>", "(a ~ <\"x\" \"and\" \"not\" \"y\">)"},
        {"a ~ <4bf92f3577b34da6>", "(a ~ <\"4bf92f3577b34da6\">)"},
        {"<x y>", "(* ~ <\"x\" \"y\">)"},
        {"not <x> and (<y>)", "((not (* ~ <\"x\">)) and (* ~ <\"y\">))"},
        {"* ~ x", "(* ~ <\"x\">)"},
        {"* !~ /x/i", "(* !~ /x/i)"},
        {"* = \"x\"", "(* = \"x\")"},
        {"a = <x>", "(a ~ <\"x\">)"},
        {"a != /x/", "(a !~ /x/)"},
        {"a ~ 10.1.0.0/16 or b", "((a ~ 10.1.0.0/16) or b)"},
        {"a = 10.1.*.*", "(a ~ 10.1.0.0/16)"},
        {"a = 10.1", "(a = 10.1)"},
        {"a ~ f(b)", "(a ~ (f(b)))"},
        {"a ~ (b)", "(a ~ (b))"},
        {"a ~ @.b", "(a ~ (@.\"b\"))"},
        {"a.b ~ x", "(a.\"b\" ~ <\"x\">)"},
        {"f(a) ~ x", "(f(a) ~ <\"x\">)"},
    }));
    const auto parsed = parse_text("filter " + text);
    CHECK(parsed.diagnostics.empty());
    CHECK(parsed.tree == "filter " + tree + "\n");
}

TEST_CASE("a search that is none is reported") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"filter a ~ foo.bar",
         "1:15: error: unexpected \".\"; quote text that has other characters: \"foo.…\"\n"},
        {"filter a ~ <foo-bar>",
         "1:16: error: unexpected \"-\"; quote text that has other characters: \"foo-…\"\n"},
        {"filter a ~ ,",
         "1:12: error: unexpected \",\"; expected text to search for: a word, \"quoted text\", a glob like err*, or /a regex/\n"},
        {"filter a ~ <>", "1:12: error: unexpected \"<>\"; use \"!=\"\n"
         "1:12: error: unexpected \"<>\"; expected text to search for: a word, \"quoted text\", a glob like err*, or /a regex/\n"},
        {"filter <a", "1:8: error: unterminated search: missing \">\"\n"},
        {"filter <a or>", "1:13: error: unexpected \">\"; a term follows \"or\"\n"},
        {"filter <or a>", "1:9: error: unexpected \"or\"; \"or\" stands between two terms; quote it to search for the word\n"},
        {"filter <a or or b>",
         "1:14: error: unexpected \"or\"; \"or\" stands between two terms; quote it to search for the word\n"},
        {"filter 1 + <a>",
         "1:12: error: unexpected \"<\"; a search <a b> stands at the start of a predicate or after ~; put it in parentheses\n"},
        {"filter * > 1",
         "1:10: error: unexpected \">\"; \"*\" stands for any field before ~, !~, = and != only: * ~ text\n"},
        {"filter a ~ b ~ c", "1:14: error: unexpected \"~\"; comparisons do not chain: write a < b and b < c\n"},
    }));
    CHECK(parse_text(text).diagnostics == diagnostics);
}
