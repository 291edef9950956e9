#include <catch2/catch.hpp>

#include "domain/catalog/skeleton.hpp"
#include "tests/integration/duckdb/store_fixture.hpp"

namespace {

using infra::runtime::run_async;

std::string value_of(tests::StoreFixture& fixture, const std::string& expression) {
    const auto rows = run_async(tests::rows_of(fixture.store(), tests::text_query("SELECT " + expression)));
    return rows ? rows->front().front() : "error: " + rows.error().message();
}

TEST_CASE("an object is put together from skeleton, remainder and columns", "[duckdb]") {
    tests::StoreFixture fixture;
    const std::string map = R"('/a:i
/b/c:s
/b/d:d
/b/e:b
/l:a
')";
    const std::string shape = R"('{"a":i,+,"b":{"c":s,"d":d,"e":b,"n":n,"r":r,+},"l":a,"o":{}}')";
    const std::string rest = R"('[{"x7":true},[1,2],{ "y":{"z":1}}]')";
    const std::string columns = R"(7::BIGINT, 'te"xt', 1.0::DOUBLE, true, '[1,{}]')";
    const auto object = [&](const std::string& prefix) {
        return value_of(fixture, "opalite_object('" + prefix + "', " + map + ", " + shape + ", " + rest + ", " + columns + ")");
    };
    CHECK(object("") ==
          R"({"a":7,"x7":true,"b":{"c":"te\"xt","d":1.0,"e":true,"n":null,"r":[1,2],"y":{"z":1}},"l":[1,{}],"o":{}})");
    CHECK(object("/b/c") == R"("te\"xt")");
    CHECK(object("/b/n") == "null");
    CHECK(object("/b/r") == "[1,2]");
    CHECK(object("/b/y/z") == "1");
    CHECK(object("/b/q") == "NULL");
    CHECK(object("/x7") == "true");
    CHECK(object("/a/b") == "NULL");
    CHECK(object("/o") == "{}");

    const auto rest_of = [&](const std::string& path) {
        return value_of(fixture, "opalite_rest('" + path + "', " + shape + ", " + rest + ")");
    };
    CHECK(rest_of("/a") == "NULL");
    CHECK(rest_of("/x7") == "true");
    CHECK(rest_of("/b/y") == R"({"z":1})");
    CHECK(rest_of("/b") == R"({"r":[1,2],"y":{"z":1}})");
    CHECK(rest_of("/l") == "NULL");

    const auto has = [&](const std::string& path) {
        return value_of(fixture, "opalite_has('" + path + "', " + shape + ", " + rest + ")::VARCHAR");
    };
    CHECK(has("/a") == "true");
    CHECK(has("/b/n") == "true");
    CHECK(has("/b/y/z") == "true");
    CHECK(has("/b/y/q") == "false");
    CHECK(has("/o") == "true");
    CHECK(has("/zz") == "false");
}

TEST_CASE("a whole object in the remainder is found", "[duckdb]") {
    tests::StoreFixture fixture;
    CHECK(value_of(fixture, R"(opalite_object('', '', 'r', '[{"a":1}]'))") == R"({"a":1})");
    CHECK(value_of(fixture, R"(opalite_object('/a', '', 'r', '[{"a":1}]'))") == "1");
    CHECK(value_of(fixture, R"(opalite_rest('', 'r', '[{"a":1}]'))") == R"({"a":1})");
    CHECK(value_of(fixture, R"(opalite_object('/a', '', NULL, '[{"a":1}]'))") == "NULL");
}

TEST_CASE("mistakes of the emitter are refused", "[duckdb]") {
    tests::StoreFixture fixture;
    CHECK(value_of(fixture, "opalite_object('', '/a:i\n', '{}', NULL)").starts_with("error: "));
    CHECK(value_of(fixture, "opalite_object('', '/a:i\n', '{}', NULL, 'text')").starts_with("error: "));
    CHECK(value_of(fixture, "opalite_object('', '', '{\"a\":i}', NULL)").starts_with("error: "));
    CHECK(value_of(fixture, "opalite_rest('/' || x, '{}', NULL) FROM range(2) t(x)").starts_with("error: "));
}

TEST_CASE("a column map survives keys with line breaks", "[duckdb]") {
    const std::vector<domain::catalog::PathColumn> columns{
        {domain::catalog::PathBase::kFields, "/a\nb:c~0", domain::catalog::LeafType::kInt64, "c0"}};
    const auto parsed = domain::catalog::parse_column_map(domain::catalog::column_map(columns));
    REQUIRE(parsed.has_value());
    REQUIRE(parsed->size() == 1);
    CHECK(parsed->front().path == "/a\nb:c~0");
}

}  // namespace
