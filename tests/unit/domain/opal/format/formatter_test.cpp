#include "domain/opal/format/formatter.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

namespace {

using namespace domain::opal;

/// The formatted text; `error` when there is none.
std::string formatted(const std::string& text) {
    const source::SourceText source(text);
    source::Diagnostics diagnostics;
    return format::format(source, diagnostics).value_or("error");
}

}  // namespace

TEST_CASE("spaces stand where the language wants some") {
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"", ""},
        {"\n\n", ""},
        {"filter  a=1", "filter a = 1\n"},
        {"filter(a)", "filter (a)\n"},
        {"filter not(a)and(b or c)", "filter not (a) and (b or c)\n"},
        {"make_col a : f( x ,y )[ 0 ] . b , \"c d\":- 1", "make_col a:f(x, y)[0].b, \"c d\":-1\n"},
        {"make_col a:b - -c*-2", "make_col a:b - -c * -2\n"},
        {"make_col a:(b)-c[0]-d.and-1", "make_col a:(b) - c[0] - d.and - 1\n"},
        {"filter a <-5", "filter a < -5\n"},
        {"filter a~/x y/i and b !~/z/", "filter a ~ /x y/i and b !~ /z/\n"},
        {"filter a ~ <  b*c  -\"d e\"f or  g >", "filter a ~ <b*c -\"d e\"f or g>\n"},
        {"filter a~-b* and * ~ *c", "filter a ~ -b* and * ~ *c\n"},
        {"filter <-a>|limit 1", "filter <-a>\nlimit 1\n"},
        {"filter ip ~ 10.1.*.* or ip=10.0.0.0/8", "filter ip ~ 10.1.*.* or ip = 10.0.0.0/8\n"},
        {"filter @ .x = @.y and @a.b.c = $p and #k.l = ^\"m n\"", "filter @ .x = @.y and @a.b.c = $p and #k.l = ^\"m n\"\n"},
        {"statsby n:count( ),group_by( ^Cluster... )", "statsby n:count(), group_by(^Cluster...)\n"},
        {"make_col x:a . b [ 'c' ]", "make_col x:a.b['c']\n"},
        {"make_col x:\"it\"\"s\", y:0x1F", "make_col x:\"it\"\"s\", y:0x1F\n"},
    }));
    CHECK(formatted(text) == expected);
}

TEST_CASE("every statement has a line, blocks are indented, blank lines are kept once") {
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"filter a | limit 1 |sort b", "filter a\nlimit 1\nsort b\n"},
        {"\nfilter a\r\n\r\n\r\n| limit 1\n", "filter a\n\nlimit 1\n"},
        {"filter a = 1\n  and b =\n 2", "filter a = 1 and b = 2\n"},
        {"sort | dedup | limit 1", "sort |\ndedup\nlimit 1\n"},
        {"make_table\nunsort | limit 1", "make_table\nunsort\nlimit 1\n"},
        {"@a<-@\"b c\"{filter x|limit 1}<-@a{}", "@a <- @\"b c\" {\n  filter x\n  limit 1\n}\n<- @a { }\n"},
        {"@a <- @ {\n\n  filter x\n\n}\n\n\nlimit 1", "@a <- @ {\n  filter x\n}\n\nlimit 1\n"},
        {"#hint{a:\"b\"}\nfilter x", "#hint{a:\"b\"}\nfilter x\n"},
        {"@a <- @ { sort | } <- @a { }", "error"},
        {"filtr x", "error"},
    }));
    CHECK(formatted(text) == expected);
}

TEST_CASE("comments stay where they belong") {
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"// a\nfilter x // b\n// c\n", "// a\nfilter x  // b\n// c\n"},
        {"filter x /* a */ | /* b */ limit 1", "filter x  /* a */  /* b */\nlimit 1\n"},
        {"/* a\n b */ filter x", "/* a\n b */\nfilter x\n"},
        {"filter x   /* a */ and  y\n   and(// b\nz)", "filter x /* a */ and y\n  and ( // b\n    z)\n"},
        {"@a <- @ { // a\n// b\n filter x // c\n // d\n}", "@a <- @ {  // a\n  // b\n  filter x  // c\n  // d\n}\n"},
        {"@a <- @ {\n// a\n}", "@a <- @ {\n  // a\n}\n"},
        {"@a /* a */ <- @ { }", "/* a */\n@a <- @ { }\n"},
        {"// a\n\n\n// b\nlimit 1", "// a\n\n// b\nlimit 1\n"},
    }));
    CHECK(formatted(text) == expected);
    CHECK(formatted(expected) == expected);
}

TEST_CASE("long statements are broken") {
    const std::string wide(40, 'a');
    const auto [text, expected] = GENERATE_COPY(table<std::string, std::string>({
        {"make_col x:" + wide + ", y:" + wide + ", z:" + wide,
         "make_col x:" + wide + ",\n  y:" + wide + ",\n  z:" + wide + "\n"},
        {"filter " + wide + " = 1 and " + wide + " = 2 or " + wide + " = 3 and b",
         "filter " + wide + " = 1 and " + wide + " = 2\n  or " + wide + " = 3 and b\n"},
        {"statsby x:f(g(" + wide + ", " + wide + "), " + wide + "), group_by(a)",
         "statsby x:f(\n  g(" + wide + ", " + wide + "),\n  " + wide + "\n),\n  group_by(a)\n"},
        {"filter x ~ <" + wide + " or " + wide + " or " + wide + ">", "filter x ~ <" + wide + " or " + wide + " or " + wide + ">\n"},
    }));
    CHECK(formatted(text) == expected);
    CHECK(formatted(expected) == expected);
}
