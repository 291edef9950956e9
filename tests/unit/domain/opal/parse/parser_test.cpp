#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::parse_text;

TEST_CASE("operators bind as the language says") {
    const auto [text, tree] = GENERATE(table<std::string, std::string>({
        {"a or b and c", "(a or (b and c))"},
        {"a and b and c or d", "((a and b and c) or d)"},
        {"not a = b and c", "((not (a = b)) and c)"},
        {"not not a", "(not (not a))"},
        {"a + b * c - d / e", "((a + (b * c)) - (d / e))"},
        {"a - b - c", "((a - b) - c)"},
        {"-a * b", "((-a) * b)"},
        {"- - a", "(-(-a))"},
        {"-5 + -2h", "(-5 + -7200000000000ns)"},
        {"a < b + 1", "(a < (b + 1))"},
        {"(a or b) and c", "((a or b) and c)"},
        {"a!=b", "(a != b)"},
        {"a<-5", "(a < -5)"},
        {"f(a, g(), n:1)", "f(a, g(), \"n\":1)"},
        {"f(a)[0].b.\"c.d\"['e']", "f(a)[0].\"b\".\"c.d\".\"e\""},
        {"a.and.null", "a.\"and\".\"null\""},
        {"@.a", "@.\"a\""},
        {"@.\"Valid From\".k", "@.\"Valid From\".\"k\""},
        {"@other.col", "@\"other\".\"col\""},
        {"@\"GCP/Cloud Run\".\"odd col\"", "@\"GCP/Cloud Run\".\"odd col\""},
        {"$p and #k8s.cluster.name = ^\"Label text\"", "($p and (#k8s.cluster.name = ^\"Label text\"))"},
        {"f(^Cluster..., ^\"Two words\"...)", "f(^\"Cluster\", ^\"Two words\")"},
        {"null or true or false", "(null or true or false)"},
        {"'it''s'", "\"it's\""},
        {"0x10 + 010 + 1.5 + 1e3", "(((16 + 8) + 1.5) + 1000.0)"},
    }));
    const auto parsed = parse_text("filter " + text);
    CHECK(parsed.diagnostics.empty());
    CHECK(parsed.tree == "filter " + tree + "\n");
}

TEST_CASE("arguments may have names") {
    CHECK(parse_text("make_col a:1, \"Δ t\":b, and:c").tree == "make_col \"a\":1, \"Δ t\":b, \"and\":c\n");
    CHECK(parse_text("make_col a : 1").tree == "make_col \"a\":1\n");
}

TEST_CASE("statements are separated by lines and pipes") {
    const auto [text, tree] = GENERATE(table<std::string, std::string>({
        {"", ""},
        {"// nothing\n", ""},
        {"filter a | limit 1", "filter a\nlimit 1\n"},
        {"filter a\n| limit 1", "filter a\nlimit 1\n"},
        {"filter a\nlimit 1", "filter a\nlimit 1\n"},
        {"make_col\n  a:1,\n  b:2\nlimit 1", "make_col \"a\":1, \"b\":2\nlimit 1\n"},
        {"filter a = 1\n  and b =\n 2", "filter ((a = 1) and (b = 2))\n"},
        {"filter f(\na,\nlimit\n)", "filter f(a, limit)\n"},
        {"filter a and\nlimit", "filter (a and limit)\n"},
        {"filter not\nlimit", "filter (not limit)\n"},
        {"make_col x:\nlimit", "make_col \"x\":limit\n"},
        {"make_col a:1,\nlimit", "make_col \"a\":1, limit\n"},
        {"sort\nlimit", "sort limit\n"},
        {"sort desc(x)\nlimit 2", "sort desc(x)\nlimit 2\n"},
        {"dedup\nlimit 2", "dedup |\nlimit 2\n"},
        {"dedup\n  a,\n b\nlimit 2", "dedup a, b\nlimit 2\n"},
        {"dedup limit", "dedup limit\n"},
        {"make_table\nlimit 2", "make_table |\nlimit 2\n"},
        {"unsort | dedup | limit 1", "unsort |\ndedup |\nlimit 1\n"},
        {"sort | dedup", "sort |\ndedup\n"},
        {"filter a\n(b)", ""},
    }));
    const auto parsed = parse_text(text);
    if (tree.empty() && !text.empty() && text[0] == 'f') {
        CHECK(parsed.diagnostics == "2:1: error: unexpected \"(\"; expected \",\" or the end of the statement\n");
    } else {
        CHECK(parsed.diagnostics.empty());
        CHECK(parsed.tree == tree);
    }
}

TEST_CASE("scripts have subqueries and a result") {
    const auto [text, tree] = GENERATE(table<std::string, std::string>({
        {"@a <- @ { filter x }\n<- @a { }", "@\"a\" <- @ {\n  filter x\n}\n<- @\"a\" {\n}\n"},
        {"@\"a b\" <- @\"c d\" { filter x | limit 1\nsort y }\nlimit 2",
         "@\"a b\" <- @\"c d\" {\n  filter x\n  limit 1\n  sort y\n}\nlimit 2\n"},
        {"limit 1\n@a <- @ { }\nlimit 2", "@\"a\" <- @ {\n}\nlimit 1\nlimit 2\n"},
        {"<- @ { limit 1 }", "limit 1\n"},
        {"@a <- @ { filter x\n}\n<- @a {\n}", "@\"a\" <- @ {\n  filter x\n}\n<- @\"a\" {\n}\n"},
        {"@a <- @ {\nfilter x\n  <-5 or y <-5 }\nlimit 1",
         "@\"a\" <- @ {\n  filter ((x < -5) or (y < -5))\n}\nlimit 1\n"},
    }));
    const auto parsed = parse_text(text);
    CHECK(parsed.diagnostics.empty());
    CHECK(parsed.tree == tree);
}

TEST_CASE("compiler hints are ignored with a notice") {
    const auto parsed = parse_text("#hint{allowVariantColumn:\"env\"}\nfilter a");
    CHECK(parsed.tree == "filter a\n");
    CHECK(parsed.diagnostics == "1:2: info: unknown hint \"hint\"\n");
}

TEST_CASE("a printed script parses to the same tree") {
    const std::string text = GENERATE(
        "make_col a:f(x, n:-1)[0].\"k\\\"y\", b:\"tab\\t\\\\\" | sort desc(a)",
        "filter <a \"b c\" or d* -*e f*g> and h !~ /x\\/[y]\\\\d/i and i ~ 10.1.0.0/16 and * ~ * and j ~ (k)",
        "@a <- @b { statsby n:count(), group_by(m:1.5h) }\n<- @a { limit 0x10 }");
    const auto once = parse_text(text);
    CHECK(once.diagnostics.empty());
    const auto twice = parse_text(once.tree);
    CHECK(twice.diagnostics.empty());
    CHECK(twice.tree == once.tree);
}
