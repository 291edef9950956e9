#include "gateway/graphql/parser.hpp"

#include <catch2/catch.hpp>

using gateway::graphql::Document;
using gateway::graphql::parse;
using gateway::graphql::Selection;
using gateway::graphql::Value;

namespace {

std::string fault(std::string_view text) {
    const auto read = parse(text);
    return read ? "none" : read.error().message();
}

std::string repeated(const std::string& text, std::size_t times) {
    std::string made;
    for (std::size_t i = 0; i < times; ++i) made += text;
    return made;
}

}  // namespace

TEST_CASE("a document has operations and fragments") {
    const Document document = parse("\xef\xbb\xbf# a comment\r\n" R"(
        query One($id: ObjectId!, $all: [String!]! = ["a", -1.5e3, ENUM, null, true, {k: "v"}]) {
          mine: user(id: $id) @include(if: true) { id, ...Short ... on User { email } ... @skip(if: false) { label } }
        }
        mutation { remove(id: "x") { success } }
        { plain }
        fragment Short on User { name })").value();
    REQUIRE(document.operations.size() == 3);
    const auto& one = document.operations[0];
    CHECK((one.name == "One" && !one.is_mutation));
    REQUIRE(one.variables.size() == 2);
    CHECK((one.variables[0].name == "id" && one.variables[0].is_required && !one.variables[0].usual));
    CHECK_FALSE(one.variables[1].is_required);
    CHECK(one.variables[1].usual->items.size() == 6);
    CHECK(one.variables[1].usual->items[1].text == "-1.5e3");
    CHECK(one.variables[1].usual->items[5].names[0] == "k");
    const Selection& user = one.selections[0];
    CHECK((user.key == "mine" && user.name == "user" && user.directives[0].name == "include"));
    CHECK((user.arguments[0].first == "id" && user.arguments[0].second.kind == Value::Kind::kVariable));
    REQUIRE(user.selections.size() == 4);
    CHECK((user.selections[1].kind == Selection::Kind::kSpread && user.selections[1].name == "Short"));
    CHECK((user.selections[2].kind == Selection::Kind::kInline && user.selections[2].type == "User"));
    CHECK((user.selections[3].kind == Selection::Kind::kInline && user.selections[3].type.empty()));
    CHECK(document.operations[1].is_mutation);
    CHECK(document.operations[2].selections[0].name == "plain");
    CHECK((document.fragments[0].name == "Short" && document.fragments[0].type == "User"));
}

TEST_CASE("strings are decoded") {
    const auto text = [](const std::string& literal) {
        return parse("{a(b:" + literal + ")}").value().operations[0].selections[0].arguments[0].second.text;
    };
    CHECK(text(R"("a\"\\\/\b\f\n\r\t")") == "a\"\\/\b\f\n\r\t");
    CHECK(text(R"("\u00e9\u20AC\uD83D\uDE00")") == "\u00e9\u20ac\U0001F600");
    CHECK(text("\"K\u00f6ln # no comment\"") == "K\u00f6ln # no comment");
    CHECK(text(R"("")").empty());
}

TEST_CASE("what is malformed is told with its place") {
    const auto [document, message] = GENERATE(table<std::string, std::string>({
        {"", "the document has no operation (line 1, column 1)"},
        {"fragment F on User { id }", "the document has no operation (line 1, column 26)"},
        {"{", "expected a name, found the end (line 1, column 2)"},
        {"{}", "a selection must not be empty (line 1, column 2)"},
        {"{ a {} }", "a selection must not be empty (line 1, column 6)"},
        {"{ a }\n  }", "expected query, mutation or fragment, found } (line 2, column 3)"},
        {"subscription { a }", "subscriptions are not supported (line 1, column 1)"},
        {"select { a }", "expected query, mutation or fragment, found select (line 1, column 1)"},
        {"{ a(b) }", "expected :, found ) (line 1, column 6)"},
        {"{ a(b: ) }", "expected a value, found ) (line 1, column 8)"},
        {"{ a(b: 01) }", "malformed number (line 1, column 8)"},
        {"{ a(b: 1.) }", "malformed number (line 1, column 8)"},
        {"{ a(b: 1x) }", "malformed number (line 1, column 8)"},
        {"{ a(b: -) }", "malformed number (line 1, column 8)"},
        {"{ a(b: \"x) }", "a string has no end (line 1, column 8)"},
        {"{ a(b: \"x\n\") }", "a string has no end (line 1, column 8)"},
        {"{ a(b: \"\\x\") }", "unknown escape in a string (line 1, column 9)"},
        {"{ a(b: \"\\u12\") }", "\\u needs four hexadecimal digits (line 1, column 12)"},
        {"{ a(b: \"\\uD83D\") }", "half of a character in a string (line 1, column 9)"},
        {"{ a(b: \"\\uDE00\") }", "half of a character in a string (line 1, column 9)"},
        {"{ a(b: \"\"\"x\"\"\") }", "block strings are not supported (line 1, column 8)"},
        {"{ a; }", "a character that begins nothing (line 1, column 4)"},
        {"{ a .. }", "a character that begins nothing (line 1, column 5)"},
        {"query ($a: Int = $b) { c }", "a default must not have a variable (line 1, column 18)"},
        {"query ($a Int) { c }", "expected :, found Int (line 1, column 11)"},
        {"query Q @x { a }", "an operation has no directives here (line 1, column 9)"},
        {"{ a } fragment on on User { id }", "a fragment must not be named on (line 1, column 16)"},
        {"{ a } fragment F User { id }", "expected on, found User (line 1, column 18)"},
    }));
    CHECK(fault(document) == message);
}

TEST_CASE("depth and tokens are bounded") {
    CHECK(fault(repeated("{a", 20) + repeated("}", 20)) == "none");
    CHECK_THAT(fault(repeated("{a", 21) + repeated("}", 21)), Catch::StartsWith("nested too deeply, the limit is 20"));
    CHECK_THAT(fault(repeated("{a", 100'000)), Catch::StartsWith("nested too deeply"));
    CHECK_THAT(fault("{a(b:" + repeated("[", 100'000)), Catch::StartsWith("nested too deeply"));
    CHECK_THAT(fault("{a(b:" + repeated("{c:", 100'000)), Catch::StartsWith("nested too deeply"));
    CHECK_THAT(fault("query($a:" + repeated("[", 100'000)), Catch::StartsWith("nested too deeply"));
    CHECK_THAT(fault("{" + repeated("a ", 10'000) + "}"), Catch::StartsWith("the document has too many tokens, the limit is 10000"));
}
