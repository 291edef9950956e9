#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::check_text;

namespace {

/// As in expression_checker_test: #0 service, #1 team, #2 ip, #3 tier int64, #4 score float64, #5 tags array, #6 any variant.
std::string typed_calls(const std::string& text, const std::string& dataset = "owners") {
    const auto checked = check_text("make_col x:" + text, dataset);
    if (!checked.diagnostics.empty()) return checked.diagnostics;
    const auto& column = *checked.script.result().output().find("x");
    const std::size_t equals = checked.text.find('=');
    return checked.text.substr(equals + 1, checked.text.size() - equals - 2) + " " +
           std::string(domain::catalog::name(column.type));
}

std::string aggregate(const std::string& text) {
    const auto checked = check_text("statsby x:" + text + ", group_by(service)");
    if (!checked.diagnostics.empty()) return checked.diagnostics;
    REQUIRE(checked.text.starts_with("statsby keys [#1=#1] aggregates ["));
    const std::size_t equals = checked.text.find('=', 20);
    const auto& column = *checked.script.result().output().find("x");
    return checked.text.substr(equals + 1, checked.text.size() - equals - 3) + " " +
           std::string(domain::catalog::name(column.type));
}

}  // namespace

TEST_CASE("casts vanish where they change nothing") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"string(any.k)", "string(#6.\"k\") string"},
        {"string(string(tier))", "string(#3) string"},
        {"int64(tier)", "#3 int64"},
        {"float64(tier)", "float64(#3) float64"},
        {"bool(any)", "bool(#6) bool"},
        {"object(any)", "object(#6) object"},
        {"array(tags)", "#5 array"},
        {"ipv4(team)", "ipv4(#1) ipv4"},
        {"duration(tier)", "duration(#3) duration"},
        {"duration(now(), now())", "duration(now(), now()) duration"},
        {"timestamp_ms(any.k)", "from_milliseconds(#6.\"k\") timestamp"},
    }));
    CHECK(typed_calls(text) == result);
}

TEST_CASE("overloads are chosen by the arguments") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"if(tier > 1, 1, 2)", "if(op.gt(#3, 1), 1, 2) int64"},
        {"if(tier > 1, 1, 2.5)", "if(op.gt(#3, 1), 1.0, 2.5) float64"},
        {"if(tier > 1, tier, score)", "if(op.gt(#3, 1), float64(#3), #4) float64"},
        {"if(tier > 1, null, team)", "if(op.gt(#3, 1), null, #1) string"},
        {"if(null, null, null)", "if(null, null, null) variant"},
        {"case(tier > 1, \"a\", true, \"b\")", "case(op.gt(#3, 1), \"a\", true, \"b\") string"},
        {"case(tier > 1, 1, true, score)", "case(op.gt(#3, 1), 1.0, true, #4) float64"},
        {"coalesce(team, service, \"x\")", "coalesce(#1, #0, \"x\") string"},
        {"coalesce(tier, 0.5)", "coalesce(float64(#3), 0.5) float64"},
        {"if_null(score, 0)", "if_null(#4, 0.0) float64"},
        {"null_if(team, \"\")", "null_if(#1, \"\") string"},
        {"max(tier, score, 3)", "max(float64(#3), #4, 3.0) float64"},
        {"min(team, service)", "min(#1, #0) string"},
        {"avg(tier, 2)", "avg(#3, 2) float64"},
        {"abs(tier)", "abs(#3) int64"},
        {"abs(duration_sec(tier))", "abs(duration_sec(#3)) duration"},
        {"mod(tier, 2)", "mod(#3, 2) int64"},
        {"mod(score, 2)", "mod(#4, 2) float64"},
        {"round(score)", "round(#4) float64"},
        {"round(score, -1)", "round(#4, -1) float64"},
        {"pi()", "pi() float64"},
        {"is_null(any.k)", "is_null(#6.\"k\") bool"},
        {"in(tier, 1, 2.5, any)", "in(#3, 1, 2.5, #6) bool"},
        {"eq(tier, 1)", "op.eq(#3, 1) bool"},
        {"same(team, null)", "op.same(#1, null) bool"},
        {"concat_strings(team, null, \"x\")", "concat_strings(#1, null, \"x\") string"},
        {"substring(team, 1)", "substring(#1, 1) string"},
        {"substring(team, 1, 2)", "substring(#1, 1, 2) string"},
        {"split_part(team, \"/\", -1)", "split_part(#1, \"/\", -1) string"},
        {"trim(team)", "trim(#1) string"},
        {"trim(team, \"x\")", "trim(#1, \"x\") string"},
        {"format_time(now(), \"YYYY\")", "format_time(now(), \"YYYY\") string"},
        {"array_length(array(any.k))", "array_length(array(#6.\"k\")) int64"},
        {"array_contains(tags, \"slow\")", "array_contains(#5, \"slow\") bool"},
        {"make_array()", "make_array() array"},
        {"make_array(1, \"x\", null)", "make_array(1, \"x\", null) array"},
        {"get_item(tags, 0)", "get_item(#5, 0) variant"},
        {"parse_kvs(team)", "parse_kvs(#1) object"},
        {"ipv4_address_in_network(ip, \"10.0.0.0/8\")", "ipv4_address_in_network(#2, \"10.0.0.0/8\") bool"},
        {"query_start_time()", "query_start_time() timestamp"},
        {"int64_null()", "null int64"},
        {"exponential_histogram_null()", "null exponential_histogram"},
        {"row_start_time()", "null timestamp"},
        {"row_end_time()", "null timestamp"},
    }));
    CHECK(typed_calls(text) == result);
}

TEST_CASE("regex functions take a constant with its flags") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"match_regex(team, /a+/)", "match_regex(#1, /a+/) bool"},
        {"match_regex(team, /a+/, \"i\")", "match_regex(#1, /a+/i) bool"},
        {"match_regex(team, \"a+\")", "match_regex(#1, /a+/) bool"},
        {"match_regex(team, regex(\"a+\", \"si\"))", "match_regex(#1, /a+/is) bool"},
        {"match_regex(tags, /a+/)", "match_regex(string(#5), /a+/) bool"},
        {"get_regex(team, /a(b)/)", "get_regex(#1, /a(b)/) string"},
        {"get_regex(team, /a(b)/, 1)", "get_regex(#1, /a(b)/, 1) string"},
        {"get_regex(team, /a(b)/, 1, \"i\")", "get_regex(#1, /a(b)/i, 1) string"},
        {"get_regex(team, /a(b)/, \"i\")", "get_regex(#1, /a(b)/i) string"},
        {"get_regex_all(tier, /[0-9]/)", "get_regex_all(string(#3), /[0-9]/) array"},
        {"replace_regex(team, /a/c, \"b\")", "replace_regex(#1, /a/, \"b\") string"},
        {"replace_regex(team, /a/, \"b\", 1, \"m\")", "replace_regex(#1, /a/m, \"b\", 1) string"},
        {"count_regex_matches(team, /a/)", "count_regex_matches(#1, /a/) int64"},
    }));
    CHECK(typed_calls(text) == result);
}

TEST_CASE("some functions become something else") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"make_object()", "make_object(false) object"},
        {"make_object(a:tier, \"b c\":any.k)", "make_object(false, \"a\", #3, \"b c\", #6.\"k\") object"},
        {"make_object(options(keep_nulls:true), a:1)", "make_object(true, \"a\", 1) object"},
        {"path_exists(any, \"a.b\")", "op.not(is_null(#6.\"a\".\"b\")) bool"},
        {"search(team, \"A b\", \"c\")", "(#1 ~ <\"A b\" \"c\">) bool"},
        {"search(tags, \"x\")", "(string(#5) ~ <\"x\">) bool"},
    }));
    CHECK(typed_calls(text) == result);
    CHECK(typed_calls("row_timestamp()", "logs") == "#0 timestamp");
    CHECK(typed_calls("row_end_time()", "logs") == "null timestamp");
    CHECK(typed_calls("row_end_time()", "spans") == "#1 timestamp");
}

TEST_CASE("aggregates have overloads and orders") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"count()", "count() int64"},
        {"count(1)", "count() int64"},
        {"count(bytes, body)", "count(#6, #4) int64"},
        {"sum(bytes)", "sum(#6) int64"},
        {"sum(bytes * 1.5)", "sum(op.mul(#6, 1.5)) float64"},
        {"sum(bytes * 1s)", "sum(op.mul(#6, 1000000000ns)) duration"},
        {"avg(bytes)", "avg(#6) float64"},
        {"avg(bytes * 1s)", "avg(op.mul(#6, 1000000000ns)) duration"},
        {"max(body)", "max(#4) string"},
        {"max(timestamp)", "max(#0) timestamp"},
        {"any(attrs.k)", "any(#5.\"k\") variant"},
        {"count_distinct(host, body)", "count_distinct(#2, #4) int64"},
        {"percentile(bytes, 1)", "percentile(#6, 1.0) float64"},
        {"percentile_disc(bytes, 0.5)", "percentile_disc(#6, 0.5) int64"},
        {"first(body)", "first(#4 order #0 asc) string"},
        {"first(body, order_by(bytes))", "first(#4 order #6 asc) string"},
        {"last_not_null(body, order_by(desc(bytes), host))", "last_not_null(#4 order #6 desc, #2 asc) string"},
        {"array_agg(body, desc(bytes))", "array_agg(#4 order #6 desc) array"},
        {"array_agg(body, order_by(bytes, true))", "array_agg(#4 order #6 desc) array"},
        {"string_agg(body, \",\")", "string_agg(#4, \",\" order #0 asc) string"},
        {"string_agg(body, \",\", bytes)", "string_agg(#4, \",\" order #6 asc) string"},
        {"array_agg_distinct(body)", "array_agg_distinct(#4) array"},
        {"100.0 * sum(bytes) / count()", "op.div(op.mul(100.0, sum(#6)), count()) float64"},
        {"max(sum(bytes), 2)", "max(sum(#6), 2) int64"},
        {"if(service = \"a\", count(), 0)", "if(op.eq(#1, \"a\"), count(), 0) int64"},
        {"count() / to_seconds(bin_size())", "op.div(count(), to_seconds(bin_size())) float64"},
    }));
    CHECK(aggregate(text) == result);
}

TEST_CASE("arguments that do not fit are reported") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"strlength(team)", "1:12: error: unknown function \"strlength\"; did you mean \"strlen\"?\n"},
        {"zzzzzzzz(team)", "1:12: error: unknown function \"zzzzzzzz\"\n"},
        {"metric(team)", "1:12: error: Please only use metric selection function \"metric\" in \"rollup\" verb\n"},
        {"m(\"cpu\")", "1:12: error: Please only use metric selection function \"m\" in \"align\" verb\n"},
        {"sum(tier)", "1:12: error: aggregate function \"sum\" is not accepted in the current context; use it in statsby, timechart, aggregate or inside window()\n"},
        {"max(tier)", "1:12: error: aggregate function \"max\" is not accepted in the current context; use it in statsby, timechart, aggregate or inside window()\n"},
        {"group_by(tier)", "1:12: error: \"group_by\" is an argument of verbs, not a value\n"},
        {"desc(tier)", "1:12: error: \"desc\" is an argument of verbs, not a value\n"},
        {"bin_size()", "1:12: error: \"bin_size\" is not accepted in the current context; it stands in statsby and timechart\n"},
        {"lower(tier)", "1:18: error: \"lower\" argument 1 (\"str\") must be of type string, but is currently of type int64; use string(tier)\n"},
        {"lower(any.k)", "1:18: error: \"lower\" argument 1 (\"str\") must be of type string, but is currently of type variant; use string(any.k)\n"},
        {"lower(1)", "1:18: error: \"lower\" argument 1 (\"str\") must be of type string, but is currently of type int64\n"},
        {"lower(/x/)", "1:18: error: \"lower\" argument 1 (\"str\") must be of type string, but is currently of type regex\n"},
        {"lower()", "1:12: error: \"lower\" parameter \"str\" has no matching argument\n"},
        {"lower(team, 1)", "1:24: error: \"lower\" takes at most 1 argument, got 2\n"},
        {"lower(str:team)", "1:18: error: \"lower\" has no named argument \"str\"\n"},
        {"contains(team)", "1:12: error: \"contains\" parameter \"expr\" has no matching argument\n"},
        {"abs(team)", "1:16: error: \"abs\" argument 1 (\"val\") must be of type numeric or duration, but is currently of type string; use float64(team)\n"},
        {"to_seconds(tier)", "1:23: error: \"to_seconds\" argument 1 (\"duration\") must be of type duration, but is currently of type int64; use duration(tier)\n"},
        {"format_time(team, \"YYYY\")", "1:24: error: \"format_time\" argument 1 (\"time\") must be of type timestamp, but is currently of type string; use parse_isotime(team)\n"},
        {"format_time(now(), team)", "1:31: error: \"format_time\" argument 2 (\"format\") must be a constant\n"},
        {"if(tier, 1, 2)", "1:15: error: \"if\" argument 1 (\"condition\") must be of type bool, but is currently of type int64; use bool(tier)\n"},
        {"if(true, 1, \"no\")", "1:24: error: \"if\" argument 3 (\"onfalse\") must be of type int64, but is currently of type string\n"},
        {"coalesce(team, tier)", "1:27: error: \"coalesce\" argument 2 (\"expr\") must be of type string, but is currently of type int64; use string(tier)\n"},
        {"case(true, 1, 2)", "1:12: error: \"case\" needs condition/value pairs; got 3 arguments; write `true, 2` for the default\n"},
        {"case()", "1:12: error: \"case\" needs condition/value pairs; got 0 arguments; write `true, value` for the default\n"},
        {"case(tier, 1)", "1:17: error: \"case\" argument 1 (\"condition\") must be of type bool, but is currently of type int64; use bool(tier)\n"},
        {"case(true, 1, true, team)", "1:32: error: \"case\" argument 4 (\"value\") must be of type int64, but is currently of type string; use int64(team)\n"},
        {"in(tier)", "1:12: error: \"in\" parameter \"value\" has no matching argument\n"},
        {"in(tier, team)", "1:21: error: \"in\" argument 2 (\"value\") must be of type int64, but is currently of type string; use int64(team)\n"},
        {"eq(tier)", "1:12: error: \"eq\" parameter \"b\" has no matching argument\n"},
        {"eq(tier, team)", "1:12: error: operator \"=\" cannot be applied to int64 and string; use string(tier)\n"},
        {"match_regex(team, service)", "1:30: error: \"match_regex\" argument 2 (\"pattern\") must be a constant regular expression\n"},
        {"match_regex(team, /(a/)", "1:30: error: invalid regular expression: missing closing )\n"},
        {"match_regex(team, \"[a\")", "1:30: error: invalid regular expression: missing closing ]\n"},
        {"match_regex(team, /a/x)", "1:30: error: unknown regular expression flag \"x\"; the flags are c, i, m and s\n"},
        {"match_regex(team, /(?i)a/)", "1:30: error: no argument for repetition operator: ?; write flags after the slash: /a/i\n"},
        {"match_regex(team, /(?i:a)b/)", "1:30: error: no argument for repetition operator: ?; write flags after the slash: /…/i\n"},
        {"make_object(tier)", "1:24: error: \"make_object\" needs key:value pairs; write name:tier\n"},
        {"make_object(a:1, a:2)", "1:29: error: \"make_object\" has the key \"a\" more than once\n"},
        {"make_object(options(x:1))", "1:32: error: unknown option \"x\" for \"make_object\" (known: keep_nulls)\n"},
        {"search(team, service)", "1:25: error: \"search\" argument 2 (\"term\") must be a constant\n"},
        {"row_timestamp(1)", "1:26: error: \"row_timestamp\" takes no arguments\n"},
        {"lower(nope, nada)",
         "1:18: error: the field \"nope\" does not exist among fields [service, team, ip, tier, score, tags, any]\n"
         "1:24: error: the field \"nada\" does not exist among fields [service, team, ip, tier, score, tags, any]\n"},
    }));
    CHECK(typed_calls(text) == result);
}

TEST_CASE("aggregates that do not fit are reported") {
    const auto [text, result] = GENERATE(table<std::string, std::string>({
        {"sum(body)", "1:15: error: \"sum\" argument 1 (\"expr\") must be of type numeric or duration, but is currently of type string; use float64(body)\n"},
        {"avg(body)", "1:15: error: \"avg\" argument 1 (\"expr\") must be of type numeric or duration, but is currently of type string; use float64(body)\n"},
        {"sum()", "1:11: error: \"sum\" parameter \"expr\" has no matching argument\n"},
        {"sum(sum(bytes))", "1:15: error: aggregate function \"sum\" is not accepted in the current context; aggregate functions cannot be nested\n"},
        {"percentile(bytes, 95)", "1:29: error: \"percentile\" argument 2 must be between 0 and 1\n"},
        {"percentile(bytes, -0.5)", "1:29: error: \"percentile\" argument 2 must be between 0 and 1\n"},
        {"percentile(bytes, bytes)", "1:29: error: \"percentile\" argument 2 (\"percentile\") must be a constant\n"},
        {"string_agg(body, host)", "1:28: error: \"string_agg\" argument 2 (\"delimiter\") must be a constant\n"},
        {"array_agg(body, order_by(attrs))", "1:36: error: values of type object have no order\n"},
        {"array_agg(body, desc(a, b))", "1:27: error: \"desc\" takes one value to order by\n"},
        {"metric(bytes)", "1:11: error: Please only use metric selection function \"metric\" in \"rollup\" verb\n"},
    }));
    CHECK(aggregate(text) == result);
}

TEST_CASE("older names work with a warning") {
    const auto [text, diagnostics] = GENERATE(table<std::string, std::string>({
        {"strcat(body, host)", "1:12: warning: \"strcat\" is deprecated; use concat_strings\n"},
        {"isnull(body)", "1:12: warning: \"isnull\" is deprecated; use is_null\n"},
        {"parsejson(body)", "1:12: warning: \"parsejson\" is deprecated; use parse_json\n"},
        {"splitpart(body, \",\", 1)", "1:12: warning: \"splitpart\" is deprecated; use split_part\n"},
        {"timestamp_ms(bytes)", ""},
        {"row_start_time()", ""},
    }));
    const auto checked = check_text("make_col a:" + text);
    CHECK(checked.diagnostics == diagnostics);
    CHECK(checked.script.result().statements.size() == 1);
}
