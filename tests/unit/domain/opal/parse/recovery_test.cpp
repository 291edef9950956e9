#include <catch2/catch.hpp>

#include "domain/opal/parse/verb_table.hpp"
#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::parse_text;

TEST_CASE("a syntax error is reported where it is") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"filtr level", "1:1: error: unknown verb \"filtr\"; did you mean \"filter\"?\n"},
        {"qqqqqqq x", "1:1: error: unknown verb \"qqqqqqq\"\n"},
        {"FILTER x", "1:1: error: unknown verb \"FILTER\"; did you mean \"filter\"?\n"},
        {"(a)", "1:1: error: unexpected \"(\"; a statement starts with a verb\n"},
        {"statsby n:count() filter n > 2",
         "1:19: error: unexpected \"filter\"; put \"|\" or a new line between statements\n"},
        {"sort bytes desc", "1:12: error: unexpected \"desc\"; write sort desc(bytes)\n"},
        {"filter a in (1, 2)", "1:10: error: unexpected \"in\"; there is no operator \"in\": write in(x, a, b)\n"},
        {"filter a < b < c", "1:14: error: unexpected \"<\"; comparisons do not chain: write a < b and b < c\n"},
        {"filter a = not b", "1:12: error: unexpected \"not\"; put \"not\" in parentheses: (not x)\n"},
        {"filter (a", "1:10: error: unexpected end of script; expected \")\"\n"},
        {"filter a)", "1:9: error: unexpected \")\"; there is no \"(\" for it\n"},
        {"filter f(a,)", "1:12: error: unexpected \")\"; an argument follows the comma\n"},
        {"filter f(a b)", "1:12: error: unexpected \"b\"; expected \",\" or \")\" in the arguments of f\n"},
        {"make_col a:1,", "1:13: error: an argument must follow the comma\n"},
        {"filter a |", "1:10: error: a statement must follow \"|\"\n"},
        {"| filter a", "1:1: error: unexpected \"|\"; a statement starts with a verb\n"},
        {"make_col a:", "1:12: error: unexpected end of script; expected a value, a column or a function call\n"},
        {"make_col a:x::int64",
         "1:13: error: unexpected \":\"; there is no \"::\" in expressions; cast with a function: int64(x)\n"},
        {"make_col a::int64",
         "1:12: error: unexpected \":\"; there is no \"::\" in expressions; cast with a function: int64(x)\n"},
        {"make_col a:x.5", "1:14: error: unexpected \"5\"; a key follows the dot: obj.key, obj.\"odd key\", arr[0]\n"},
        {"make_col a:x[i]",
         "1:14: error: unexpected \"i\"; constants only: arr[0], obj[\"key\"]; use get_item(arr, i) or get_field(obj, key)\n"},
        {"make_col a:x[0", "1:15: error: unexpected end of script; expected \"]\"\n"},
        {"make_col a:089", "1:12: error: invalid number \"089\"; a leading zero means octal\n"},
        {"make_col a:99999999999999999999",
         "1:12: error: invalid number \"99999999999999999999\"; int64 ends at 9223372036854775807\n"},
        {"make_col a:5x", "1:12: error: invalid number \"5x\"; durations have the units ns us ms s m h d w: 1h30m\n"},
        {"make_col a:$ b", "1:12: error: a name must follow \"$\"\n"},
        {"# comment\nfilter a", "1:1: error: unexpected \"#\"; comments start with //\n"},
        {"#hint{a", "1:6: error: unterminated hint: missing \"}\"\n"},
        {"@a <- @ { filter level = \"error\"", "1:9: error: unterminated subquery \"@a\": missing \"}\"\n"},
        {"<- @a { limit 1", "1:7: error: unterminated result block: missing \"}\"\n"},
        {"@a <- filter x", "1:7: error: unexpected \"filter\"; a dataset follows \"<-\": <- @ { … }\n"},
        {"@a <- @ filter x", "1:9: error: unexpected \"filter\"; expected \"{\"\n"},
        {"<- @ { }\n<- @ { }", "2:1: error: the script has more than one result; give the block a name: @a <- @ { … }\n"},
        {"<- @ { }\nlimit 1", "2:1: error: the script has more than one result; give the block a name: @a <- @ { … }\n"},
        {"limit 1;", "1:8: error: unexpected \";\"; put \"|\" or a new line between statements\n"},
        {"limit 1 }", "1:9: error: unexpected \"}\"\n"},
        {"#hint{a:1\nfiltr a", "1:6: error: unterminated hint: missing \"}\"\n2:1: error: unknown verb \"filtr\"; did you "
                               "mean \"filter\"?\n"},
        {"filter <a b\nlimit 1\nsort a desc",
         "1:8: error: unterminated search: missing \">\"\n3:8: error: unexpected \"desc\"; write sort desc(a)\n"},
        {"statsby group_by(^Cluster..)",
         "1:27: error: unexpected \".\"; a key follows the dot: obj.key, obj.\"odd key\", arr[0]\n"},
    }));
    CHECK(parse_text(text).diagnostics == diagnostics);
}

TEST_CASE("one error does not hide the next statement's") {
    const auto parsed = parse_text(
        "filtr a\n"
        "make_col x:(1\n"
        "limit 5\n"
        "sort a desc\n"
        "filtre b,\n"
        "  c\n"
        "filter ((((\n"
        "dedup a\n"
        "limit 7 | make_col y:) | limit 8");
    CHECK(parsed.diagnostics ==
          "1:1: error: unknown verb \"filtr\"; did you mean \"filter\"?\n"
          "3:1: error: unexpected \"limit\"; expected \")\"\n"
          "4:8: error: unexpected \"desc\"; write sort desc(a)\n"
          "5:1: error: unknown verb \"filtre\"; did you mean \"filter\"?\n"
          "8:7: error: unexpected \"a\"; expected \")\"\n"
          "9:22: error: unexpected \")\"; expected a value, a column or a function call\n");
    CHECK(parsed.tree.find("limit 5\n") != std::string::npos);
    CHECK(parsed.tree.find("limit 7\n") != std::string::npos);
    CHECK(parsed.tree.find("limit 8\n") != std::string::npos);
}

TEST_CASE("every alias leads to a verb") {
    std::size_t canonical = 0;
    for (const auto& verb : domain::opal::parse::verbs()) {
        const auto* target = domain::opal::parse::find_verb(verb.canonical);
        REQUIRE(target != nullptr);
        CHECK(target->canonical == target->name);
        CHECK(target->arguments == verb.arguments);
        canonical += verb.name == verb.canonical ? 1 : 0;
    }
    CHECK(canonical == 71);
}
