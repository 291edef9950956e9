#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::check_text;

namespace {

/// The value and type that `make_col x:<text>` gives, over @owners: #0 service, #1 team, #2 ip, #3 tier int64,
/// #4 score float64, #5 tags array, #6 any variant.
std::string typed(const std::string& text) {
    const auto checked = check_text("make_col x:" + text, "owners");
    if (!checked.diagnostics.empty()) return checked.diagnostics;
    const auto& statement = checked.script.result().statements.back();
    const auto& column = *statement.output.find("x");
    return checked.text.substr(9, checked.text.size() - 10) + " " + std::string(domain::catalog::name(column.type));
}

}  // namespace

TEST_CASE("literals and columns have types") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"1", "1 int64"},
        {"1.5", "1.5 float64"},
        {"\"a\"", "\"a\" string"},
        {"true", "true bool"},
        {"90s", "90000000000ns duration"},
        {"null", "null variant"},
        {"tier", "#3 int64"},
        {"@.tier", "#3 int64"},
        {"@owners.tier", "#3 int64"},
        {"tags[0].a.\"b.c\"", "#5[0].\"a\".\"b.c\" variant"},
        {"any[\"k\"]", "#6.\"k\" variant"},
        {"parse_json(team).a", "parse_json(#1).\"a\" variant"},
    }));
    CHECK(typed(text) == result);
}

TEST_CASE("operators have overloads") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"tier + 1", "op.add(#3, 1) int64"},
        {"tier + score", "op.add(#3, #4) float64"},
        {"tier / tier", "op.div(#3, #3) float64"},
        {"tier * 1m", "op.mul(#3, 60000000000ns) duration"},
        {"1m * score", "op.mul(60000000000ns, #4) duration"},
        {"1m / tier", "op.div(60000000000ns, #3) duration"},
        {"duration_sec(tier) / 1ms", "op.div(duration_sec(#3), 1000000ns) float64"},
        {"duration_sec(tier) + 1s", "op.add(duration_sec(#3), 1000000000ns) duration"},
        {"now() - 1h", "op.sub(now(), 3600000000000ns) timestamp"},
        {"1h + now()", "op.add(3600000000000ns, now()) timestamp"},
        {"now() - now()", "op.sub(now(), now()) duration"},
        {"-tier", "op.neg(#3) int64"},
        {"-duration_sec(tier)", "op.neg(duration_sec(#3)) duration"},
        {"2 * 3h - 1h", "18000000000000ns duration"},
        {"-(2 + 3)", "-5 int64"},
        {"9223372036854775807 + 1", "op.add(9223372036854775807, 1) int64"},
        {"duration_min(1.5)", "90000000000ns duration"},
        {"not true or false and true", "op.or(op.not(true), op.and(false, true)) bool"},
        {"null and true", "op.and(null, true) bool"},
        {"tier = 1", "op.eq(#3, 1) bool"},
        {"tier != score", "op.ne(#3, #4) bool"},
        {"any < 1", "op.lt(#6, 1) bool"},
        {"\"a\" >= any.k", "op.gte(\"a\", #6.\"k\") bool"},
        {"tags = tags", "op.eq(#5, #5) bool"},
        {"any = parse_json(\"null\")", "op.eq(#6, parse_json(\"null\")) bool"},
    }));
    CHECK(typed(text) == result);
}

TEST_CASE("operators say which types they do not take") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"team + 1", "1:17: error: operator \"+\" cannot be applied to string and int64; use concat_strings(a, b)\n"},
        {"any.k + 1", "1:18: error: operator \"+\" cannot be applied to variant and int64; use float64(any.k)\n"},
        {"now() + now()", "1:18: error: operator \"+\" cannot be applied to timestamp and timestamp\n"},
        {"1h - now()", "1:15: error: operator \"-\" cannot be applied to duration and timestamp\n"},
        {"-team", "1:12: error: operator \"-\" cannot be applied to string\n"},
        {"team = 1", "1:17: error: operator \"=\" cannot be applied to string and int64; use int64(team)\n"},
        {"1 = team", "1:14: error: operator \"=\" cannot be applied to int64 and string; use int64(team)\n"},
        {"now() > 5", "1:18: error: operator \">\" cannot be applied to timestamp and int64; use int64(now())\n"},
        {"tags < tags", "1:17: error: operator \"<\" cannot be applied to array and array\n"},
        {"ip = \"1.2.3.4\"", "1:15: error: operator \"=\" cannot be applied to ipv4 and string; use string(ip)\n"},
        {"not tier", "1:16: error: \"not\" needs values of type bool, but \"tier\" is of type int64\n"},
        {"any.k or true", "1:12: error: \"or\" needs values of type bool, but \"any.k\" is of type variant; use bool(any.k)\n"},
        {"team.x", "1:12: error: path access needs an object, array or variant, but \"team\" is of type string; use parse_json(team)\n"},
        {"tier[0]", "1:12: error: path access needs an object, array or variant, but \"tier\" is of type int64\n"},
        {"/x/", "1:12: error: a regular expression is not a value; match with field ~ /…/ or match_regex(field, /…/)\n"},
        {"regex(\"x\")", "1:12: error: a regular expression is not a value; match with field ~ /…/ or match_regex(field, /…/)\n"},
        {"@", "1:12: error: a dataset is not a value; write @.column for a column of it\n"},
        {"@logs.body", "1:12: error: \"@logs.body\" must be accessed with a join verb (join, leftjoin, lookup, exists, follow, ...)\n"},
        {"@log.body", "1:12: error: unknown dataset \"@log\"; inputs are [@owners, @logs, @spans, @pods]; did you mean \"@logs\"?\n"},
        {"$p", "1:12: error: reference to parameter p: no value supplied for it\n"},
        {"^\"Owner\"", "1:12: error: a link is not a value; write label(^Owner) for its text\n"},
    }));
    CHECK(typed(text) == result);
}

TEST_CASE("some things are only warned about") {
    CHECK(typed("tier = null") == "1:17: warning: a comparison with null is never true; use is_null(tier)\n");
    CHECK(typed("#k8s.pod") == "1:12: warning: tag \"k8s.pod\" not found\n");
    CHECK(check_text("filter service = null").text == "filter op.eq(#1, null)\n");
}

TEST_CASE("an error makes no other") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"make_col a:lower(nope) + 1, b:a + 1, c:upper(b)\nfilter b > 1 and c = 1\nstatsby x:sum(a), group_by(b)\nfilter x > 1",
         "1:18: error: the field \"nope\" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]\n"},
        {"make_resource body | filter nope = 1 | pick_col nope | limit 1", "1:1: error: \"make_resource\" needs a primary key; add primary_key(column)\n"},
        {"make_col a:( | filter a = 1", "1:14: error: unexpected \"|\"; expected a value, a column or a function call\n"},
        {"filter a( | filter level = \"x\" and nope",
         "1:11: error: unexpected \"|\"; expected a value, a column or a function call\n"
         "1:36: error: the field \"nope\" does not exist among fields [timestamp, service, host, level, body, attrs, bytes, trace_id]\n"},
    }));
    CHECK(check_text(text).diagnostics == diagnostics);
}
