#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::check_text;

namespace {

/// Diagnostics, or else the typed statements and the names of the output.
std::string outcome(const std::string& text, const std::string& dataset = "logs") {
    const auto checked = check_text(text, dataset);
    if (!checked.diagnostics.empty()) return checked.diagnostics;
    std::string names;
    for (const auto& column : checked.script.result().output().columns) names += " " + column.name;
    return checked.text + "=>" + names;
}

}  // namespace

TEST_CASE("make_col appends columns and replaces them in place") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"make_col tier:lower(team), x:tier",
         "make #30=lower(#1), #31=#30\n=> service team ip tier score tags any x"},
        {"make_col a:tier + 1, b:a * 2, a:b", "make #30=op.add(#3, 1), #31=op.mul(#30, 2), #32=#31\n=> service team ip tier score tags any a b"},
        {"make_col lower(team), team, \"Δ x\":1",
         "make #30=lower(#1), #31=#1, #32=1\n=> service team ip tier score tags any lower_team Δ x"},
        {"make_col tier+1, tier  + 1", "make #30=op.add(#3, 1), #31=op.add(#3, 1)\n=> service team ip tier score tags any tier_1 tier_1_2"},
    }));
    CHECK(outcome(text, "owners") == result);
}

TEST_CASE("make_col protects time and the key of a Resource") {
    CHECK(outcome("make_col timestamp:now()") ==
          "1:10: error: cannot overwrite 'valid from' column \"timestamp\"; give the new column another name\n");
    CHECK(outcome("make_col end_time:now()", "spans") ==
          "1:10: error: cannot overwrite 'valid to' column \"end_time\"; give the new column another name\n");
    CHECK(outcome("make_col pod_uid:\"x\"", "pods") ==
          "1:10: error: cannot overwrite primary key column \"pod_uid\" of a Resource; give the new column another name\n");
    CHECK(outcome("make_col") == "1:1: error: \"make_col\" parameter \"name:expression\" has no matching argument\n");
    CHECK(outcome("make_col a:b + 1, b:2").ends_with("bindings are evaluated from left to right\n"));
    // The key of another kind of dataset is lost with its column.
    CHECK(check_text("make_col span_id:\"x\"", "spans").script.result().output().primary_key.empty());
}

TEST_CASE("pick_col keeps exactly what is listed") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"pick_col timestamp, level", "project [#0 timestamp, #3 level]\n=> timestamp level"},
        {"pick_col time:timestamp, who:string(attrs.u)",
         "make #30=string(#5.\"u\")\nproject [#0 time, #30 who]\n=> time who"},
        {"pick_col when:row_start_time(), @.level", "project [#0 when, #3 level]\n=> when level"},
        {"pick_col timestamp, t2:timestamp, a:level, b:level",
         "make #30=#0, #31=#3\nproject [#0 timestamp, #30 t2, #3 a, #31 b]\n=> timestamp t2 a b"},
        {"pick_col timestamp, body:level, level:body", "project [#0 timestamp, #3 body, #4 level]\n=> timestamp body level"},
        {"pick_col level", "1:1: error: need to pick 'valid from' column \"timestamp\"\n"},
        {"pick_col timestamp, a:level, a:body", "1:30: error: \"pick_col\" cannot create column \"a\" more than once\n"},
        {"pick_col", "1:1: error: \"pick_col\" parameter \"column\" has no matching argument\n"},
        {"pick_col timestamp, x:nope",
         "1:23: error: the field \"nope\" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]\n"},
    }));
    CHECK(outcome(text) == result);
}

TEST_CASE("pick_col asks for the roles of the dataset") {
    CHECK(outcome("pick_col start_time, trace_id", "spans") == "1:1: error: need to pick 'valid to' column \"end_time\"\n");
    CHECK(outcome("pick_col from:row_start_time(), to:row_end_time(), trace_id", "spans").ends_with("=> from to trace_id"));
    CHECK(outcome("pick_col valid_from, valid_to, pod", "pods") == "1:1: error: need to pick primary key column \"pod_uid\"\n");
    CHECK(outcome("pick_col team", "owners").ends_with("=> team"));
    const auto renamed = check_text("pick_col valid_from, valid_to, id:pod_uid", "pods").script.result().output();
    CHECK(renamed.primary_key.size() == 1);
    CHECK_FALSE(renamed.label);
}

TEST_CASE("drop_col removes what is not needed") {
    const auto [text, dataset, result] = GENERATE(table<std::string, std::string, std::string>({
        {"drop_col team, @.ip, tier", "owners", "project [#0 service, #4 score, #5 tags, #6 any]\n=> service score tags any"},
        {"drop_col timestamp", "logs", "1:10: error: cannot drop 'valid from' column \"timestamp\"; use make_table to remove time\n"},
        {"drop_col end_time", "spans", "1:10: error: cannot drop 'valid to' column \"end_time\"; use make_table to remove time\n"},
        {"drop_col pod_uid", "pods", "1:10: error: cannot drop primary key column \"pod_uid\" of a Resource\n"},
        {"drop_col lvl", "logs", "1:10: error: the field \"lvl\" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]\n"},
        {"drop_col service, team, ip, tier, score, tags, any", "owners", "1:1: error: \"drop_col\" would leave no columns\n"},
        {"drop_col", "logs", "1:1: error: \"drop_col\" parameter \"column\" has no matching argument\n"},
        {"drop_col attrs.k", "logs", "1:10: error: \"drop_col\" takes names of columns here\n"},
        {"drop_col x:level", "logs", "1:10: error: \"drop_col\" has no named argument \"x\"\n"},
        {"drop_col @owners.team", "logs",
         "1:10: error: \"@owners.team\" must be accessed with a join verb (join, leftjoin, lookup, exists, follow, ...)\n"},
    }));
    CHECK(outcome(text, dataset) == result);
}

TEST_CASE("rename_col renames all at once") {
    const auto [text, dataset, result] = GENERATE(table<std::string, std::string, std::string>({
        {"rename_col team:service, service:team", "owners",
         "project [#0 team, #1 service, #2 ip, #3 tier, #4 score, #5 tags, #6 any]\n=> team service ip tier score tags any"},
        {"rename_col team:tier", "owners",
         "project [#0 service, #2 ip, #3 team, #4 score, #5 tags, #6 any]\n=> service ip team score tags any"},
        {"rename_col ts:@.timestamp | drop_col host, level, body, attrs, bytes, trace_id", "logs",
         "project [#0 ts, #1 service, #2 host, #3 level, #4 body, #5 attrs, #6 bytes, #7 trace_id]\n"
         "project [#0 ts, #1 service]\n=> ts service"},
        {"rename_col a:level, b:level", "logs", "1:23: error: \"rename_col\" cannot rename column \"level\" more than once\n"},
        {"rename_col a:level, a:body", "logs", "1:21: error: \"rename_col\" cannot create column \"a\" more than once\n"},
        {"rename_col level", "logs", "1:12: error: \"rename_col\" needs pairs new:old, the new name first\n"},
        {"rename_col timestamp:level", "logs", "1:12: error: cannot overwrite 'valid from' column \"timestamp\"\n"},
        {"rename_col pod_uid:pod", "pods", "1:12: error: cannot overwrite primary key column \"pod_uid\" of a Resource\n"},
        {"rename_col a:lower(level)", "logs", "1:14: error: \"rename_col\" takes names of columns here\n"},
        {"rename_col", "logs", "1:1: error: \"rename_col\" parameter \"new:old\" has no matching argument\n"},
    }));
    CHECK(outcome(text, dataset) == result);
    const auto renamed = check_text("rename_col uid:pod_uid, since:valid_from", "pods").script.result().output();
    CHECK(renamed.find(*renamed.valid_from)->name == "since");
    CHECK(renamed.find(renamed.primary_key.at(0))->name == "uid");
}

TEST_CASE("extract_regex makes a column of each named group") {
    const auto checked = check_text(R"(extract_regex body, /^(?P<verb>GET|POST) (\S+) (?P<st::int64>[0-9]+)[(]\((?:x)(?P<at::parse_isotime>.*)/i)");
    CHECK(checked.diagnostics.empty());
    CHECK(checked.text ==
          "extract_regex #4 /^(?P<verb>GET|POST) (\\S+) (?P<st>[0-9]+)[(]\\((?:x)(?P<at>.*)/i groups 4 "
          "[1:#30 string, 3:#31 int64, 4:#32 parse_isotime]\n");
    CHECK(checked.output.find("#30 verb string, #31 st int64, #32 at timestamp") != std::string::npos);
}

TEST_CASE("extract_regex keeps a string column where there is no match") {
    const auto checked = check_text("extract_regex bytes, /(?P<host>x)/, \"i\"");
    CHECK(checked.text == "extract_regex string(#6) /(?P<host>x)/i groups 1 [1:#30 string else #2]\n");
    CHECK(checked.output.find("#1 service string, #30 host string, #3 level string") != std::string::npos);
}

TEST_CASE("every type of a capture group has a cast") {
    const auto [type, cast] = GENERATE(table<std::string, std::string>({
        {"string", "string string"}, {"int64", "int64 int64"}, {"float64", "float64 float64"}, {"bool", "bool bool"},
        {"ipv4", "ipv4 ipv4"}, {"parse_json", "parse_json variant"}, {"parse_isotime", "parse_isotime timestamp"},
        {"timestamp_s", "from_seconds timestamp"}, {"timestamp_ms", "from_milliseconds timestamp"},
        {"timestamp_us", "timestamp_us timestamp"}, {"timestamp_ns", "from_nanoseconds timestamp"},
        {"duration", "duration duration"},
    }));
    const auto checked = check_text("extract_regex body, /(?P<x::" + type + ">.)/");
    CHECK(checked.diagnostics.empty());
    const auto& node = std::get<domain::opal::check::ExtractRegex>(checked.script.result().statements[0].node);
    CHECK(std::string(node.groups[0].cast) + " " +
              std::string(domain::catalog::name(checked.script.result().output().find("x")->type)) == cast);
}

TEST_CASE("extract_regex says what is wrong with its regex") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"extract_regex body", "1:1: error: \"extract_regex\" parameter \"regex\" has no matching argument\n"},
        {"extract_regex body, /(?P<timestamp>.)/", "1:21: error: regex capture group 1 overwrites 'valid from' column \"timestamp\"\n"},
        {"extract_regex body, /(.)/", "1:21: error: \"extract_regex\" needs at least one named capture group (?P<name>...)\n"},
        {"extract_regex body, /(.)(?P<bytes>.)/", "1:21: error: regex capture group 2 would overwrite column \"bytes\" of type int64; only string columns can be overwritten\n"},
        {"extract_regex body, /(?P<host::int64>.)/", "1:21: error: regex capture group 1 would overwrite column \"host\" of type string; a string column can be overwritten by text only: leave out ::int64\n"},
        {"extract_regex body, /(?P<a::integer>.)/", "1:21: error: regex capture group 1 (\"a\") has the unknown type \"integer\"\n"},
        {"extract_regex body, /(?P<a::int>.)/", "1:21: error: regex capture group 1 (\"a\") has the unknown type \"int\"; did you mean \"int64\"?\n"},
        {"extract_regex body, /(?P<a>./", "1:21: error: invalid regular expression: missing closing )\n"},
        {"extract_regex body, level", "1:21: error: \"extract_regex\" argument 2 (\"regex\") must be a constant\n"},
        {"extract_regex x:body, /(?P<a>.)/", "1:15: error: \"extract_regex\" has no named argument \"x\"\n"},
        {"extract_regex body, /(?P<a>.)/, \"i\", 1", "1:38: error: \"extract_regex\" takes at most 3 arguments, got 4\n"},
        {"extract_regex bdy, /(?P<a>.)/ | filter a = \"x\"",
         "1:15: error: the field \"bdy\" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]; did you mean \"body\"?\n"},
    }));
    CHECK(outcome(text) == result);
}
