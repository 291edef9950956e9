#include "gateway/cel/cel.hpp"

#include <tuple>

#include <catch2/catch.hpp>

namespace {

using domain::base::ErrorCode;
namespace cel = gateway::cel;

const cel::Value kRecord = cel::Value::parse(R"({"id": 41000001, "label": "Web/Errors \"x\"", "kind": "Event", "empty": null,
    "enabled": true, "ratio": 0.5, "primaryKey": ["a", "b"], "createdBy": {"id": "12"},
    "fieldList": [{"name": "time", "type": {"tag": "TIMESTAMP"}}, {"name": "n", "type": {"tag": "INT64"}}]})");

}  // namespace

TEST_CASE("conditions hold or not") {
    const auto [text, holds] = GENERATE(table<std::string, bool>({
        {"true", true},
        {"id == 41000001", true},
        {"id in [1, 41000001]", true},
        {"id < 41000001 || id >= 41000001", true},
        {"kind == \"Event\" && label.startsWith('Web/')", true},
        {"!(kind == \"Event\")", false},
        {"kind != \"Event\" || enabled", true},
        {"label.lowerAscii().contains(\"ERRORS\".lowerAscii())", true},
        {"label.contains(\"\\\"x\\\"\")", true},
        {"label.matches(\"(?i)^web/\")", true},
        {"label.matches(r\"^\\w+/\")", true},
        {"label.endsWith(\"y\")", false},
        {"label.size() == 14 && size(primaryKey) == 2", true},
        {"\"b\" in primaryKey && !(\"c\" in primaryKey)", true},
        {"primaryKey[0] == \"a\" && primaryKey[5] == \"a\"", false},
        {"createdBy.id == \"12\" && int(createdBy.id) == 12", true},
        {"has(createdBy.id) && !has(createdBy.name) && !has(empty)", true},
        {"fieldList.exists(f, f.name == \"n\" && f.type.tag == \"INT64\")", true},
        {"fieldList.all(f, f.type.tag == \"INT64\")", false},
        {"enabled ? ratio + 0.5 == 1.0 : false", true},
        {"id - 1 + 1 == id", true},
        {"-1 < 0", true},
        // Null has no members, no size and no order: no value, so the filter keeps nothing, and the other side decides.
        {"empty.contains(\"x\")", false},
        {"empty > 1", false},
        {"empty.contains(\"x\") || kind == \"Event\"", true},
        {"empty == null", true},
    }));
    INFO(text);
    const auto expression = cel::Expression::parse(text);
    REQUIRE(expression.has_value());
    const auto result = expression->holds(kRecord);
    REQUIRE(result.has_value());
    CHECK(*result == holds);
}

TEST_CASE("what is no expression is refused with its place") {
    const auto [text, message] = GENERATE(table<std::string, std::string>({
        {"", "malformed expression at character 1: expected a value, found the end"},
        {"a ==", "malformed expression at character 5: expected a value, found the end"},
        {"a == 1 b", "malformed expression at character 8: unexpected \"b\""},
        {"(a", "malformed expression at character 3: expected \")\""},
        {"a.", "malformed expression at character 3: expected a name"},
        {"\"abc", "malformed expression at character 5: the string does not end"},
        {"'\\q'", "malformed expression at character 4: unknown escape in a string"},
        {"a ? b", "malformed expression at character 6: expected \":\""},
        {"1.2.3", "malformed expression at character 1: malformed number"},
        {"99999999999999999999", "malformed expression at character 1: malformed number"},
    }));
    const auto expression = cel::Expression::parse(text);
    REQUIRE(expression.has_error());
    CHECK(expression.error().code() == ErrorCode::kInvalidArgument);
    CHECK(expression.error().message() == message);
}

TEST_CASE("nesting and length are bounded") {
    CHECK(cel::Expression::parse(std::string(1000, '(')).has_error());
    CHECK(cel::Expression::parse(std::string(1000, '!') + "true").has_error());
    CHECK(cel::Expression::parse(std::string(1000, '[')).has_error());
    CHECK(cel::Expression::parse("\"" + std::string(100'000, 'x') + "\"").has_error());
    std::string deep = "a";
    for (int i = 0; i < 1000; ++i) deep = "a ? b : " + deep;
    CHECK(cel::Expression::parse(deep).has_error());
}

TEST_CASE("what cannot be evaluated is told") {
    const auto [text, message] = GENERATE(table<std::string, std::string>({
        {"labl == \"x\"", "expression: unknown name \"labl\""},
        {"label", "expression: the filter is no condition"},
        {"label < 1", "expression: \"<\" needs two numbers or two strings"},
        {"label && true", "expression: \"&&\" needs two conditions"},
        {"id.contains(\"x\")", "expression: \"contains\" needs a string"},
        {"label.matches(\"(\")", "expression: malformed regular expression: missing ): ("},
        {"hasCorrelationTag(\"a\", \"b\")", "expression: unknown function \"hasCorrelationTag\" with this number of arguments"},
        {"label.trim()", "expression: unknown function \"trim\" with this number of arguments"},
        {"9223372036854775807 + 1 == 0", "expression: integer overflow"},
    }));
    INFO(text);
    const auto result = cel::Expression::parse(text).value().holds(kRecord);
    REQUIRE(result.has_error());
    CHECK(result.error().code() == ErrorCode::kInvalidArgument);
    CHECK(result.error().message() == message);
}

TEST_CASE("an order is a list of expressions with directions") {
    const auto order = cel::parse_order("label, -id, size(primaryKey) desc, kind asc");
    REQUIRE(order.has_value());
    REQUIRE(order->size() == 4);
    CHECK_FALSE((*order)[0].is_descending);
    CHECK((*order)[1].is_descending);
    CHECK((*order)[1].value.evaluate(kRecord).value() == 41000001);
    CHECK((*order)[2].is_descending);
    CHECK_FALSE((*order)[3].is_descending);
    CHECK(cel::parse_order("label upwards").has_error());
    CHECK(cel::parse_order("label,").has_error());
}
