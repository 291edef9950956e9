#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::check_text;

TEST_CASE("filter takes one predicate") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"filter level = \"error\"", ""},
        {"filter null", ""},
        {"filter", "1:1: error: \"filter\" parameter \"predicate\" has no matching argument\n"},
        {"filter true, false", "1:14: error: \"filter\" takes at most 1 argument, got 2; combine predicates with \"and\"\n"},
        {"filter x:true", "1:8: error: \"filter\" has no named argument \"x\"\n"},
        {"filter bytes", "1:8: error: \"filter\" argument 1 (\"predicate\") must be of type bool, but is currently of type int64; use bool(bytes)\n"},
    }));
    CHECK(check_text(text).diagnostics == diagnostics);
}

TEST_CASE("sort sets the order; keys that are no columns are hidden ones") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"sort level", "sort #3 asc\n"},
        {"sort desc(level), asc(host)", "sort #3 desc, #2 asc\n"},
        {"sort nullslast(desc(level)), nullsfirst(host)", "sort #3 desc nulls last, #2 asc nulls first\n"},
        {"sort desc(nullsfirst(level)), asc(nullslast(host))", "sort #3 desc, #2 asc\n"},
        {"sort desc(lower(level)), attrs.k", "make #30=lower(#3), #31=#5.\"k\"\nsort #30 desc, #31 asc\n"},
        {"sort level | sort host", "sort #3 asc\nsort #2 asc\n"},
    }));
    const auto checked = check_text(text);
    CHECK(checked.diagnostics.empty());
    CHECK(checked.text == result);
}

TEST_CASE("the order outlives columns and renames, and ends with groups") {
    const auto checked = check_text("sort desc(level) | drop_col level | rename_col h:host | filter bytes > 1");
    CHECK(checked.output.ends_with("from #0 order #3 desc"));
    CHECK(check_text("sort level | statsby n:count(), group_by(host)").output.find("order") == std::string::npos);
}

TEST_CASE("sort reports what it cannot order by") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"sort", "1:1: error: \"sort\" parameter \"ordering\" has no matching argument\n"},
        {"sort attrs", "1:6: error: values of type object have no order\n"},
        {"sort a:level", "1:6: error: \"sort\" has no named argument \"a\"\n"},
        {"sort desc()", "1:6: error: \"desc\" takes one value to order by\n"},
        {"sort lvl", "1:6: error: the field \"lvl\" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]\n"},
    }));
    CHECK(check_text(text).diagnostics == diagnostics);
}

TEST_CASE("limit takes a number that is not negative") {
    const auto [text, dataset, diagnostics] = GENERATE(table<std::string, std::string, std::string>({
        {"limit 10", "logs", ""},
        {"limit 0", "spans", ""},
        {"limit 2 * 5", "owners", ""},
        {"limit 10", "pods", "1:1: error: \"limit\" does not support Resource kind input, use \"topk\" instead\n"},
        {"limit \"ten\"", "logs", "1:7: error: \"limit\" argument 1 (\"count\") must be of type int64, but is currently of type string\n"},
        {"limit bytes", "logs", "1:7: error: \"limit\" argument 1 (\"count\") must be a constant\n"},
        {"limit null", "logs", "1:7: error: \"limit\" argument 1 (\"count\") must be a constant\n"},
        {"limit -1", "logs", "1:7: error: \"limit\" argument 1 (\"count\") must not be negative\n"},
        {"limit", "logs", "1:1: error: \"limit\" parameter \"count\" has no matching argument\n"},
        {"limit 1, 2", "logs", "1:10: error: \"limit\" takes at most 1 argument, got 2\n"},
    }));
    CHECK(check_text(text, dataset).diagnostics == diagnostics);
}

TEST_CASE("dedup groups by its values and time") {
    const auto [text, dataset, result] = GENERATE(table<std::string, std::string, std::string>({
        {"dedup service", "logs", "dedup #1, #0\n"},
        {"dedup service, timestamp", "logs", "dedup #1, #0\n"},
        {"distinct lower(service)", "logs", "dedup lower(#1), #0\n"},
        {"dedup error", "spans", "dedup #5, #0, #1\n"},
        {"dedup", "owners", "dedup #0, #1, #2, #3, #4, #5, #6\n"},
        {"dedup team", "owners", "dedup #1\n"},
        {"dedup", "pods", "dedup #0, #1, #2, #3, #4\n"},
    }));
    const auto checked = check_text(text, dataset);
    CHECK(checked.diagnostics.empty());
    CHECK(checked.text == result);
}

TEST_CASE("dedup of a Resource has no arguments") {
    CHECK(check_text("dedup pod", "pods").diagnostics ==
          "1:7: error: \"dedup\" with arguments does not support Resource kind input; write dedup alone\n");
    CHECK(check_text("dedup a:service").diagnostics == "1:7: error: \"dedup\" has no named argument \"a\"\n");
}

TEST_CASE("older verb names work with a warning, other names without") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"colmake a:1", "1:1: warning: \"colmake\" is deprecated; use make_col\n"},
        {"colpick timestamp", "1:1: warning: \"colpick\" is deprecated; use pick_col\n"},
        {"coldrop level", "1:1: warning: \"coldrop\" is deprecated; use drop_col\n"},
        {"colrename a:level", "1:1: warning: \"colrename\" is deprecated; use rename_col\n"},
        {"colregex body, /(?P<a>.)/", "1:1: warning: \"colregex\" is deprecated; use extract_regex\n"},
        {"distinct", ""},
        {"bucketize 5m, count()", ""},
        {"set_pk level", ""},
        {"make_table | changelog timestamp", "1:14: warning: \"changelog\" is deprecated; use make_event\n"},
    }));
    CHECK(check_text(text).diagnostics == diagnostics);
}
