#include "domain/opal/jmespath/jmespath.hpp"

#include <catch2/catch.hpp>

namespace {

namespace jmespath = domain::opal::jmespath;

/// The result as JSON text, `null`, or `fault at N: …`.
std::string result_of(const std::string& expression, const std::string& json) {
    const auto parsed = jmespath::Expression::parse(expression);
    if (const auto* fault = std::get_if<jmespath::Fault>(&parsed)) {
        return "fault at " + std::to_string(fault->at) + ": " + fault->message;
    }
    std::string out;
    return std::get<jmespath::Expression>(parsed).evaluate(out, json) ? out : "null";
}

constexpr const char* kPeople =
    R"({"people":[{"name":"Ada","age":36,"tags":["a","b"]},{"name":"Bob","age":7,"tags":[]},{"name":"Cy","tags":["c"]}],)"
    R"("odd key":{"x":1,"y":2},"n":null,"words":["b","a","c"],"nested":[[1,2],[3],4,[[5]]],"big":12345678901234567890})";

TEST_CASE("steps, projections and filters") {
    const auto [expression, result] = GENERATE(table<std::string, std::string>({
        {"people[0].name", "\"Ada\""},
        {"people[-1].name", "\"Cy\""},
        {"people[9]", "null"},
        {"nope.deeper", "null"},
        {"n", "null"},
        {"\"odd key\".x", "1"},
        {"people[*].name", R"(["Ada","Bob","Cy"])"},
        {"people[*].age", "[36,7]"},
        {"people[].tags[]", R"(["a","b","c"])"},
        {"people[*].tags[0]", R"(["a","c"])"},
        {"people[*].tags | [0]", R"(["a","b"])"},
        {"people[?age > `10`].name", R"(["Ada"])"},
        {"people[?age < `10` || name == 'Cy'].name", R"(["Bob","Cy"])"},
        {"people[?!age].name", R"(["Cy"])"},
        {"people[?tags && name != 'Ada'].name | [0]", "\"Cy\""},
        {"\"odd key\".*", "[1,2]"},
        {"nested[]", "[1,2,3,4,[5]]"},
        {"nested[][]", "[1,2,3,4,5]"},
        {"words[1:]", R"(["a","c"])"},
        {"words[::-1]", R"(["c","a","b"])"},
        {"words[-2:-1]", R"(["a"])"},
        {"words[0:99:2]", R"(["b","c"])"},
        {"people[0].[name, age]", R"(["Ada",36])"},
        {"people[*].{who: name, first: tags[0]}",
         R"([{"who":"Ada","first":"a"},{"who":"Bob","first":null},{"who":"Cy","first":"c"}])"},
        {"people[0] | name", "\"Ada\""},
        {"@.words[0]", "\"b\""},
        {"`{\"a\": [1.50, true]}`.a", "[1.50,true]"},
        {"'it\\'s'", "\"it's\""},
        {"big", "12345678901234567890"},
        {"people[0].age == `36.0`", "true"},
        {"(people || words)[0].age", "36"},
        {"words < `1`", "null"},
    }));
    INFO(expression);
    CHECK(result_of(expression, kPeople) == result);
}

TEST_CASE("functions") {
    const auto [expression, result] = GENERATE(table<std::string, std::string>({
        {"abs(`-1.5`)", "1.5"},
        {"avg(people[*].age)", "21.5"},
        {"avg(`[]`)", "null"},
        {"ceil(`1.2`)", "2"},
        {"floor(`-1.2`)", "-2"},
        {"sum(people[*].age)", "43"},
        {"contains(words, 'a')", "true"},
        {"contains('abc', 'bc')", "true"},
        {"contains('abc', `1`)", "false"},
        {"starts_with('abc', 'ab')", "true"},
        {"ends_with('abc', 'ab')", "false"},
        {"join('-', words)", "\"b-a-c\""},
        {"keys(\"odd key\")", R"(["x","y"])"},
        {"values(\"odd key\")", "[1,2]"},
        {"length('äb')", "2"},
        {"length(words)", "3"},
        {"length(\"odd key\")", "2"},
        {"map(&length(tags), people)", "[2,0,1]"},
        {"max(people[*].age)", "36"},
        {"min(words)", "\"a\""},
        {"max(`[]`)", "null"},
        {"max_by(people[:2], &age).name", "\"Ada\""},
        {"min_by(people[:2], &age).name", "\"Bob\""},
        {"merge(\"odd key\", `{\"x\": 9, \"z\": 0}`)", R"({"x":9,"y":2,"z":0})"},
        {"not_null(n, nope, words[0])", "\"b\""},
        {"not_null(n)", "null"},
        {"reverse(words)", R"(["c","a","b"])"},
        {"reverse('aä')", "\"äa\""},
        {"sort(words)", R"(["a","b","c"])"},
        {"sort_by(people[:2], &age)[*].name", R"(["Bob","Ada"])"},
        {"to_array(n)", "[null]"},
        {"to_array(words)", R"(["b","a","c"])"},
        {"to_string(people[0].tags)", R"("[\"a\",\"b\"]")"},
        {"to_number('1.5e1')", "1.5e1"},
        {"to_number('x')", "null"},
        {"type(n)", "\"null\""},
        {"[type(@), type(words), type('x'), type(`1`), type(`true`)]", R"(["object","array","string","number","boolean"])"},
    }));
    INFO(expression);
    CHECK(result_of(expression, kPeople) == result);
}

TEST_CASE("a value of the wrong type makes the result null") {
    const std::string expression = GENERATE("abs('x')", "sum(words)", "join(',', people)", "keys(words)", "length(n)",
                                            "sort(people)", "sort_by(people, &age)", "max_by(words, words)", "map(words, words)",
                                            "merge(words)", "starts_with(n, 'a')", "contains(n, 'a')", "reverse(n)",
                                            "people[?abs(name) > `0`]", "[abs('x')]", "ceil(@)", "avg(words)");
    INFO(expression);
    CHECK(result_of(expression, kPeople) == "null");
}

TEST_CASE("faults say where they are") {
    const auto [expression, fault] = GENERATE(table<std::string, std::string>({
        {"", "fault at 0: unexpected the end"},
        {"a.", "fault at 2: a dot is followed by a name, *, a list or an object"},
        {"a[0", "fault at 3: unexpected the end"},
        {"a]", "fault at 1: unexpected ]"},
        {"a[b]", "fault at 2: unexpected a name"},
        {"a[::0]", "fault at 1: the step of a slice cannot be 0"},
        {"a b", "fault at 2: unexpected a name"},
        {"a == b == ", "fault at 10: unexpected the end"},
        {"`{`", "fault at 0: a literal between backticks must be JSON"},
        {"'abc", "fault at 0: unterminated text"},
        {"\"abc", "fault at 0: unterminated name"},
        {"a # b", "fault at 2: unexpected character"},
        {"{a}", "fault at 2: expected :, found }"},
        {"{'a': b}", "fault at 1: an object has name: value pairs"},
        {"nope(a)", "fault at 0: unknown function nope()"},
        {"length()", "fault at 0: length() takes 1 argument, got 0"},
        {"merge()", "fault at 0: merge() takes at least 1 argument, got 0"},
        {"\"length\"(a)", "fault at 0: the name of a function has no quotes"},
        {"a[*].b()", "fault at 5: unknown function b()"},
        {"&a", "fault at 0: unexpected &"},
        {"(a", "fault at 2: expected ), found the end"},
        {"@(a)", "fault at 1: only a name can be called"},
    }));
    INFO(expression);
    CHECK(result_of(expression, "{}") == fault);
}

TEST_CASE("depth is bounded") {
    CHECK(result_of(std::string(1000, '(') + "a" + std::string(1000, ')'), "{}").find("nested too deep") != std::string::npos);
    CHECK(result_of(std::string(90, '(') + "a" + std::string(90, ')'), R"({"a":1})") == "1");
    CHECK(result_of(std::string(1000, '!') + "a", "{}").find("nested too deep") != std::string::npos);
    CHECK(result_of("@", std::string(1000, '[') + std::string(1000, ']')) == "null");
}

TEST_CASE("what is no JSON has no result") {
    CHECK(result_of("@", "") == "null");
    CHECK(result_of("@", "{") == "null");
    CHECK(result_of("@", "nul") == "null");
    CHECK(result_of("a", " {\"a\" : [ 1 , 2 ] } ") == "[1,2]");
    CHECK(result_of("a", R"({"a":1,"a":2})") == "2");
}

}  // namespace
