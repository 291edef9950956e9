#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::check_text;

TEST_CASE("matches search texts") {
    // logs: #1 service, #2 host, #3 level, #4 body, #5 attrs, #6 bytes, #7 trace_id
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"level ~ info", "(#3 ~ <\"info\">)"},
        {"body !~ <a -b>", "(#4 !~ <\"a\" -\"b\">)"},
        {"bytes ~ 12", "(string(#6) ~ <\"12\">)"},
        {"attrs.k ~ x", "(string(#5.\"k\") ~ <\"x\">)"},
        {"body ~ /x/mi", "(#4 ~ /x/im)"},
        {"host ~ 10.1.0.0/16", "(#2 ~ net 167837696/4294901760)"},
        {"<timeout>", "(any(#1, #2, #3, #4, string(#5), #7) ~ <\"timeout\">)"},
        {"* !~ x", "(any(#1, #2, #3, #4, string(#5), #7) !~ <\"x\">)"},
        {"body ~ concat_strings(host, \"x\")", "op.match_text(#4, concat_strings(#2, \"x\"))"},
        {"body !~ (bytes)", "op.not(op.match_text(#4, string(#6)))"},
    }));
    const auto checked = check_text("filter " + text);
    CHECK(checked.diagnostics.empty());
    CHECK(checked.text == "filter " + result + "\n");
}

TEST_CASE("an ipv4 column matches a network as it is and texts as text") {
    CHECK(check_text("filter ip ~ 10.0.0.0/8", "owners").text == "filter (#2 ~ net 167772160/4278190080)\n");
    CHECK(check_text("filter ip ~ 10", "owners").text == "filter (string(#2) ~ <\"10\">)\n");
}

TEST_CASE("a star with = compares every searchable field") {
    const auto checked = check_text("pick_col timestamp, level, body | filter * = \"x\" | filter * != 5");
    CHECK(checked.diagnostics.empty());
    CHECK(checked.text ==
          "project [#0 timestamp, #3 level, #4 body]\n"
          "filter op.or(coalesce(op.eq(#3, \"x\"), false), coalesce(op.eq(#4, \"x\"), false))\n"
          "filter op.not(op.or(coalesce(op.eq(#3, string(5)), false), coalesce(op.eq(#4, string(5)), false)))\n");
}

TEST_CASE("a search where there is nothing to search finds nothing") {
    CHECK(check_text("pick_col timestamp, bytes | filter <x>").text.ends_with("filter (any() ~ <\"x\">)\n"));
    CHECK(check_text("pick_col timestamp, bytes | filter * = \"x\"").text.ends_with("filter false\n"));
    CHECK(check_text("pick_col timestamp, bytes | filter * != \"x\"").text.ends_with("filter op.not(false)\n"));
}

TEST_CASE("searches in aggregates stand inside aggregate functions") {
    CHECK(check_text("statsby n:count(if(<x>, 1, null)), group_by()").diagnostics.empty());
    CHECK(check_text("statsby n:if(<x>, count(), 0), group_by()").diagnostics ==
          "1:14: error: \"statsby\": a search in all fields must stand inside an aggregate function\n");
}
