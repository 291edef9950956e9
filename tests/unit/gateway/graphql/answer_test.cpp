#include "gateway/graphql/answer.hpp"

#include <catch2/catch.hpp>

using gateway::graphql::FieldSpec;
using gateway::graphql::Match;
using gateway::graphql::Schema;
using gateway::graphql::Tables;
using domain::base::Error;
using domain::base::ErrorCode;
using Json = nlohmann::ordered_json;

namespace {

const Schema& schema() {
    static const Schema types = [] {
        FieldSpec room{"Room", false, "rooms", {{"id", "id", true}}};
        FieldSpec rooms{"Room", true, "rooms", {{"matches", "name", false, Match::kContains}}};
        FieldSpec house{"House", false, "houses", {}};
        FieldSpec within{"Room", true, "rooms", {}, "id", "house"};
        FieldSpec named{"Room", false, "rooms", {{"name", "name", true}}, "id", "house"};
        FieldSpec found{"Found", true, "rooms", {}};
        FieldSpec self;
        self.type = "Room";
        self.is_self = true;
        FieldSpec doors{"Door", true};
        Schema made;
        made["Query"] = {{"room", room}, {"rooms", rooms}, {"house", house}, {"search", found}};
        made["House"] = {{"id", {}}, {"rooms", within}, {"room", named}};
        made["Room"] = {{"id", {}}, {"name", {}}, {"doors", doors}};
        made["Door"] = {{"width", {}}};
        made["Found"] = {{"room", self}};
        return made;
    }();
    return types;
}

Json rooms() {
    return Json::parse(R"([{"id":"1","name":"Kitchen","house":"7","doors":[{"width":90},{"width":80}]},
                           {"id":"2","name":"Bath","house":"8","doors":[]}])");
}

std::string answer(std::string_view text) {
    const auto plan = gateway::graphql::make_plan(text, "", nullptr, schema());
    const Tables tables = {{"rooms", rooms()}, {"houses", Json::parse(R"([{"id":"7"}])")}};
    return gateway::graphql::answer(plan.value(), tables).dump();
}

}  // namespace

TEST_CASE("an answer has what was asked for, in that order and under those names") {
    const auto [asked, told] = GENERATE(table<std::string, std::string>({
        {"{ rooms { name id } }", R"({"data":{"rooms":[{"name":"Kitchen","id":"1"},{"name":"Bath","id":"2"}]}})"},
        {"{ a: room(id: 2) { n: name } b: room(id: \"1\") { __typename doors { w: width } } }",
         R"({"data":{"a":{"n":"Bath"},"b":{"__typename":"Room","doors":[{"w":90},{"w":80}]}}})"},
        {"{ rooms(matches: [\"ITCH\", \"x\"]) { id } }", R"({"data":{"rooms":[{"id":"1"}]}})"},
        {"{ rooms(matches: \"a\") { id } }", R"({"data":{"rooms":[{"id":"2"}]}})"},
        {"{ rooms(matches: []) { id } }", R"({"data":{"rooms":[{"id":"1"},{"id":"2"}]}})"},
        {"{ house { id rooms { name } room(name: \"Kitchen\") { id } none: room(name: \"Bath\") { id } } }",
         R"({"data":{"house":{"id":"7","rooms":[{"name":"Kitchen"}],"room":{"id":"1"},"none":null}}})"},
        {"{ search { room { id } } __typename }", R"({"data":{"search":[{"room":{"id":"1"}},{"room":{"id":"2"}}],"__typename":"Query"}})"},
        {"{ ok: room(id: 1) { id } x: room(id: 3) { id } }",
         R"({"data":null,"errors":[{"message":"room not found: 3","path":["x"],"extensions":{"code":"NOT_FOUND"}}]})"},
    }));
    CHECK(answer(asked) == told);
}

TEST_CASE("bytes that are no UTF-8 are looked for and not found") {
    CHECK(answer("{ rooms(matches: [[\"\xc9\"], {k: \"\xff\"}]) { id } }") == R"({"data":{"rooms":[]}})");
    CHECK(answer("{ rooms(matches: [\"\xc9\", [\"\xc9\"], \"itch\"]) { id } }") == R"({"data":{"rooms":[{"id":"1"}]}})");
}

TEST_CASE("an answer is bounded") {
    Json many = Json::array();
    for (int i = 0; i < 500; ++i) many.push_back({{"id", "7"}, {"house", "7"}});
    const auto plan = gateway::graphql::make_plan("{ rooms { id } house { rooms { id name } } }", "", nullptr, schema());
    CHECK(gateway::graphql::answer(plan.value(), {{"rooms", many}, {"houses", many}}).contains("errors") == false);
    FieldSpec houses{"House", true, "houses", {}};
    Schema wide = schema();
    wide["Query"]["houses"] = houses;
    const auto wide_plan = gateway::graphql::make_plan("{ houses { rooms { id } } }", "", nullptr, wide);
    const auto told = gateway::graphql::answer(wide_plan.value(), {{"rooms", many}, {"houses", many}});
    CHECK(told["data"].is_null());
    CHECK(told["errors"][0]["message"] == "the answer has too many values, the limit is 200000");
}

TEST_CASE("a failure has a code that clients know, and keeps what is inside") {
    const auto code = [](ErrorCode of) { return gateway::graphql::failure(Error(of, "m"))["errors"][0]["extensions"]["code"]; };
    CHECK(code(ErrorCode::kInvalidArgument) == "BAD_REQUEST");
    CHECK(code(ErrorCode::kNotFound) == "NOT_FOUND");
    CHECK(code(ErrorCode::kPermissionDenied) == "FORBIDDEN");
    CHECK(code(ErrorCode::kResourceExhausted) == "RESOURCE_EXHAUSTED");
    CHECK(code(ErrorCode::kUnavailable) == "UNAVAILABLE");
    CHECK(gateway::graphql::failure(Error(ErrorCode::kInternal, "secret"), "a").dump() ==
          R"({"data":null,"errors":[{"message":"internal error","path":["a"],"extensions":{"code":"INTERNAL"}}]})");
}
