#include "gateway/graphql/plan.hpp"

#include <catch2/catch.hpp>

using gateway::graphql::ArgumentSpec;
using gateway::graphql::FieldSpec;
using gateway::graphql::make_plan;
using gateway::graphql::Match;
using gateway::graphql::Plan;
using gateway::graphql::Schema;
using ParsedJson = nlohmann::json;

namespace {

FieldSpec of(std::string type, std::string table, std::vector<ArgumentSpec> arguments) {
    FieldSpec spec;
    spec.type = std::move(type);
    spec.table = std::move(table);
    spec.arguments = std::move(arguments);
    return spec;
}

const Schema& house_schema() {
    static const Schema types = {
        {"Query", {{"user", of("User", "users", {{"id", "id", true}})},
                   {"me", of("User", "me", {})},
                   {"find", of("User", "users", {{"names", "name", false, Match::kContains}})}}},
        {"User", {{"id", {}}, {"name", {}}, {"boss", of("User", "bosses", {})}}},
    };
    return types;
}

Plan plan(std::string_view text, const ParsedJson& variables = nullptr, const std::string& wanted = {}) {
    return make_plan(text, wanted, variables, house_schema()).value();
}

std::string plan_fault(std::string_view text, const ParsedJson& variables = nullptr, const std::string& wanted = {}) {
    const auto made = make_plan(text, wanted, variables, house_schema());
    return made ? "none" : made.error().message();
}

std::string keys(const std::vector<gateway::graphql::PlannedField>& fields) {
    std::string text;
    for (const auto& field : fields) text += (text.empty() ? "" : " ") + field.key + (field.selection.empty() ? "" : "{" + keys(field.selection) + "}");
    return text;
}

}  // namespace

TEST_CASE("fragments are opened and equal keys are one field") {
    const char* text = "{ me { ...A id ... on User { name ...B } } me { again: name } }"
                       "fragment A on User { id ...B } fragment B on User { boss { id } boss { name } }";
    CHECK(keys(plan(text).fields) == "me{id boss{id name} name again}");
    CHECK(plan(text).tables() == std::set<std::string>{"bosses", "me"});
}

TEST_CASE("variables and defaults become values") {
    const char* text = "query Q($id: UserId! = 7, $names: [String!]) { user(id: $id) { id } find(names: $names) { id } }";
    CHECK(plan(text).fields[0].arguments.at("id") == 7);
    CHECK(plan(text, {{"id", "8"}, {"other", 1}}).fields[0].arguments.at("id") == "8");
    CHECK(plan(text).fields[1].arguments.empty());
    CHECK(plan(text, {{"names", {"a", "b"}}}).fields[1].arguments.at("names") == ParsedJson({"a", "b"}));
    CHECK(plan("query A { me { id } } query B { user(id: 1) { id } }", nullptr, "B").fields[0].name == "user");
}

TEST_CASE("skip and include decide before anything is checked") {
    const char* text = "query Q($yes: Boolean!) { me { id @include(if: $yes) name @skip(if: $yes) ...F @skip(if: $yes) } } fragment F on User { b: id }";
    CHECK(keys(plan(text, {{"yes", true}}).fields) == "me{id}");
    CHECK(keys(plan(text, {{"yes", false}}).fields) == "me{name b}");
}

TEST_CASE("what the schema does not have is a fault") {
    const auto [text, message] = GENERATE(table<std::string, std::string>({
        {"{ nobody }", "unknown field of Query: nobody"},
        {"{ __schema { types { name } } }", "unknown field of Query: __schema"},
        {"{ me { id } } mutation { me { id } }", "operationName must say which of the operations is meant"},
        {"mutation { me { id } }", "there are no mutations"},
        {"{ me }", "a field needs a selection: me"},
        {"{ me { id { x } } }", "a field has no fields to select: id"},
        {"{ __typename { x } }", "a field has no fields to select: __typename"},
        {"{ user { id } }", "an argument of Query.user is missing: id"},
        {"{ user(id: null) { id } }", "an argument of Query.user is missing: id"},
        {"{ user(id: 1, name: 2) { id } }", "unknown argument of Query.user: name"},
        {"{ user(id: 1, id: 2) { id } }", "an argument stands twice: id"},
        {"{ user(id: [1]) { id } }", "an argument of Query.user must be one value: id"},
        {"{ user(id: {a: 1}) { id } }", "an argument of Query.user must be one value: id"},
        {"{ user(id: 1e999) { id } }", "a number is too large: 1e999"},
        {"{ user(id: $id) { id } }", "a variable is not declared: id"},
        {"query ($id: Id!) { user(id: $id) { id } }", "a variable must have a value: id"},
        {"query ($a: Id, $a: Id) { me { id } }", "a variable is declared twice: a"},
        {"{ me { ...F } }", "unknown fragment: F"},
        {"{ me { ...F } } fragment F on User { ...G } fragment G on User { ...F }", "a fragment contains itself: F"},
        {"{ me { ... on Query { me { id } } } }", "a fragment on Query does not fit into User"},
        {"{ me { ... on Person { id } } }", "unknown type: Person"},
        {"{ me { a: id a: name } }", "two fields have the same key: a"},
        {"{ user(id: 1) { id } user(id: 2) { id } }", "two fields have the same key: user"},
        {"{ me { id @upper } }", "unknown directive: @upper"},
        {"{ me { id @skip } }", "@skip needs the argument if, true or false"},
        {"{ me { id @skip(if: 1) } }", "@skip needs the argument if, true or false"},
    }));
    CHECK(plan_fault(text) == message);
}

TEST_CASE("variables and operations that are not there are faults") {
    CHECK(plan_fault("{ me { id } }", ParsedJson::array()) == "variables must be an object");
    CHECK(plan_fault("query A { me { id } }", nullptr, "B") == "unknown operation: B");
    CHECK(plan_fault("query ($id: Id!) { user(id: $id) { id } }", {{"id", nullptr}}) == "a variable must have a value: id");
}

TEST_CASE("fragments cannot multiply without end") {
    std::string text = "{ me { ...F0 } }";
    for (int i = 0; i < 15; ++i) {
        const std::string next = "...F" + std::to_string(i + 1);
        text += " fragment F" + std::to_string(i) + " on User { a" + std::to_string(i) + ": boss {" + next + "} b" + std::to_string(i) + ": boss {" + next + "} }";
    }
    text += " fragment F15 on User { id }";
    CHECK(plan_fault(text) == "too many fields, the limit is 1000");
}
