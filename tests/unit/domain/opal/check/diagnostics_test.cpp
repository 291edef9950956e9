// The erroneous pipelines of the language specification (30-examples, part 3) that this version can compile.
#include <catch2/catch.hpp>

#include "domain/opal/parse/verb_table.hpp"
#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::check_text;

namespace {

const std::string kFields = "[timestamp, service, host, level, body, attrs, bytes, trace_id]";

}  // namespace

TEST_CASE("the specified diagnostics come word for word, at their place") {
    const auto [text, dataset, diagnostic] = GENERATE(table<std::string, std::string, std::string>({
        {"filtr level = \"error\"", "logs", "1:1: error: unknown verb \"filtr\"; did you mean \"filter\"?"},
        {"filter levl = \"error\"", "logs", "1:8: error: the field \"levl\" does not exist among fields " + kFields + "; did you mean \"level\"?"},
        {"make_col n:strlength(body)", "logs", "1:12: error: unknown function \"strlength\"; did you mean \"strlen\"?"},
        {"filter level == \"error\"", "logs", "1:14: error: unexpected \"==\"; use \"=\" for equality"},
        {"filter bytes <> 0", "logs", "1:14: error: unexpected \"<>\"; use \"!=\""},
        {"make_col n:lower(bytes)", "logs", "1:18: error: \"lower\" argument 1 (\"str\") must be of type string, but is currently of type int64; use string(bytes)"},
        {"make_col x:sum(bytes)", "logs", "1:12: error: aggregate function \"sum\" is not accepted in the current context; use it in statsby, timechart, aggregate or inside window()"},
        {"statsby n:count(), n:sum(bytes), group_by(service)", "logs", "1:20: error: \"statsby\" cannot create column \"n\" more than once"},
        {"statsby n:count(), group_by(service:lower(level))", "logs", "1:29: error: attempting to overwrite existing column \"service\"; give the group another name"},
        {"timechart 5m, level, group_by(service)", "logs", "1:15: error: \"timechart\": column \"level\" is neither an aggregate nor part of group_by; write any(level), or add it to group_by"},
        {"pick_col service, level", "logs", "1:1: error: need to pick 'valid from' column \"timestamp\""},
        {"drop_col timestamp", "logs", "1:10: error: cannot drop 'valid from' column \"timestamp\"; use make_table to remove time"},
        {"extract_regex body, /(?P<timestamp>[0-9-]+)/", "logs", "1:21: error: regex capture group 1 overwrites 'valid from' column \"timestamp\""},
        {"extract_regex body, /user=([a-z]+)/", "logs", "1:21: error: \"extract_regex\" needs at least one named capture group (?P<name>...)"},
        {"extract_regex body, /(?P<bytes>[0-9]+)/", "logs", "1:21: error: regex capture group 1 would overwrite column \"bytes\" of type int64; only string columns can be overwritten"},
        {"filter body ~ /(?i)error/", "logs", "1:15: error: no argument for repetition operator: ?; write flags after the slash: /error/i"},
        {"filter body ~ /(open/", "logs", "1:15: error: invalid regular expression: missing closing )"},
        {"filter body ~ \"oops", "logs", "1:15: error: unterminated string literal; close it with \""},
        {"make_col a:if(level = \"error\", 1, \"no\")", "logs", "1:35: error: \"if\" argument 3 (\"onfalse\") must be of type int64, but is currently of type string"},
        {"make_col a:case(level = \"error\", 1, 2)", "logs", "1:12: error: \"case\" needs condition/value pairs; got 3 arguments; write `true, 2` for the default"},
        {"filter contains(body)", "logs", "1:8: error: \"contains\" parameter \"expr\" has no matching argument"},
        {"make_col a:b + 1, b:2", "logs", "1:12: error: the field \"b\" does not exist among fields " + kFields + "; bindings are evaluated from left to right"},
        {"limit 10", "pods", "1:1: error: \"limit\" does not support Resource kind input, use \"topk\" instead"},
        {"limit \"ten\"", "logs", "1:7: error: \"limit\" argument 1 (\"count\") must be of type int64, but is currently of type string"},
        {"sort bytes desc", "logs", "1:12: error: unexpected \"desc\"; write sort desc(bytes)"},
        {"timechart options(frame:1h), 5m, n:count()", "logs", "1:19: error: unknown option \"frame\" for \"timechart\" (known: bins, min_bin, empty_bins, offset); frame(...) is a separate argument: frame(back:1h)"},
        {"statsby n:percentile(bytes, 95), group_by(service)", "logs", "1:29: error: \"percentile\" argument 2 must be between 0 and 1"},
        {"statsby n:count(), group_by(service) filter n > 2", "logs", "1:38: error: unexpected \"filter\"; put \"|\" or a new line between statements"},
        {"make_col c:m(\"cpu_usage\")", "logs", "1:12: error: Please only use metric selection function \"m\" in \"align\" verb"},
        {"filter service = @owners.service", "logs", "1:18: error: \"@owners.service\" must be accessed with a join verb (join, leftjoin, lookup, exists, follow, ...)"},
        {"filter array_contains($svc, service)", "logs", "1:23: error: reference to parameter svc: no value supplied for it"},
        {"@a <- @ { filter level = \"error\"", "logs", "1:9: error: unterminated subquery \"@a\": missing \"}\""},
    }));
    CHECK(check_text(text, dataset).diagnostics == diagnostic + "\n");
}

TEST_CASE("every verb is checked without arguments, with too many, and with what it cannot take") {
    for (const auto& verb : domain::opal::parse::verbs()) {
        for (const char* arguments : {"", " @logs", " 1, 2, 3, 4, 5, 6, 7, 8, 9", " a:1, b:\"x\"", " options(), group_by(), frame(), pk()"}) {
            for (const char* dataset : {"logs", "pods"}) {
                INFO(verb.name << arguments << " over " << dataset);
                CHECK_NOTHROW(check_text(std::string(verb.name) + arguments, dataset));
            }
        }
    }
}

TEST_CASE("all errors of a script come at once") {
    CHECK(check_text("filter levl = \"x\"\n"
                     "make_col n:strlength(body), k:lower(bytes)\n"
                     "filtr n > 1\n"
                     "filter other = 1\n"
                     "make_col z:sum(body)")
              .diagnostics ==
          "1:8: error: the field \"levl\" does not exist among fields " + kFields + "; did you mean \"level\"?\n" +
          "2:12: error: unknown function \"strlength\"; did you mean \"strlen\"?\n"
          "2:37: error: \"lower\" argument 1 (\"str\") must be of type string, but is currently of type int64; use string(bytes)\n"
          "3:1: error: unknown verb \"filtr\"; did you mean \"filter\"?\n"
          "5:12: error: aggregate function \"sum\" is not accepted in the current context; use it in statsby, timechart, aggregate or inside window()\n");
}
