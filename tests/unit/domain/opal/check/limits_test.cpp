// Beyond every bound there is a diagnostic, never a crash.
#include "domain/base/limits.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/domain/opal/opal_fixture.hpp"

using opal_test::check_text;
namespace limits = domain::base::limits;

namespace {

std::string repeat(const std::string& text, std::size_t count) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += text;
    return result;
}

}  // namespace

TEST_CASE("expressions have a greatest depth, however they nest") {
    const std::size_t many = 15'000;
    const auto [open, core, close] = GENERATE(table<std::string, std::string, std::string>({
        {"(", "1", ")"},
        {"-", "a", ""},
        {"not ", "true", ""},
        {"lower(", "level", ")"},
        {"1 + ", "1", ""},
        {"make_object(a:", "1", ")"},
        {"* = (", "1", ")"},
        {"level ~ (", "1", ")"},
    }));
    const auto checked = check_text("make_col x:" + repeat(open, many) + core + repeat(close, many));
    CHECK(checked.diagnostics.find("the expression is nested more than 200 levels deep") != std::string::npos);
}

TEST_CASE("long chains of and, or and paths are no nesting") {
    CHECK(check_text("filter true" + repeat(" and true", 5000)).diagnostics.empty());
    CHECK(check_text("filter true" + repeat(" or true", 5000)).diagnostics.empty());
    CHECK(check_text("make_col x:attrs" + repeat(".a", 5000)).diagnostics.empty());
    CHECK(check_text("make_col x:attrs" + repeat("[0]", 5000)).diagnostics.empty());
}

TEST_CASE("a depth below the bound is fine") {
    CHECK(check_text("make_col x:" + repeat("(", 150) + "1" + repeat(")", 150)).diagnostics.empty());
    CHECK(check_text("make_col x:1" + repeat(" + 1", 150)).diagnostics.empty());
}

TEST_CASE("statements, subqueries and columns have a greatest number") {
    CHECK(check_text(repeat("filter true\n", limits::opal_statements_max)).diagnostics.empty());
    CHECK(check_text(repeat("filter true\n", limits::opal_statements_max + 5)).diagnostics ==
          "1002:1: error: the script has more than 1000 statements\n");
    CHECK(check_text(repeat("@a <- @ { }\n", limits::opal_stages_max + 1)).diagnostics.find(
              "the script has more than 64 subqueries") != std::string::npos);
    std::string bindings;
    for (std::size_t i = 0; i < limits::opal_columns_max; ++i) bindings += (i > 0 ? "," : "") + ("c" + std::to_string(i)) + ":1";
    CHECK(check_text("make_col " + bindings).diagnostics ==
          "1:1: error: the dataset would have 2001 columns, at most 2000 are allowed\n");
    CHECK(check_text("pick_col timestamp," + bindings).diagnostics ==
          "1:1: error: the dataset would have 2001 columns, at most 2000 are allowed\n");
}

TEST_CASE("searches in all fields have a greatest total size") {
    std::string columns;
    for (int i = 0; i < 1500; ++i) columns += (i > 0 ? "," : "") + ("c" + std::to_string(i)) + ":\"x\"";
    const auto checked = check_text("make_col " + columns + "\nfilter <a>" + repeat(" and <b>", 1000));
    CHECK(checked.diagnostics.find("the script searches all fields too often; name the field: field ~ text") !=
          std::string::npos);
    const auto nested = check_text("filter " + repeat("* = (", 20) + "\"x\"" + repeat(")", 20));
    CHECK(nested.diagnostics.find("the script searches all fields too often") != std::string::npos);
}
