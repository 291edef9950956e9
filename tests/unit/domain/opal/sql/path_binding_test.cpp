#include "domain/opal/sql/path_binding.hpp"

#include <catch2/catch.hpp>

namespace {

using domain::catalog::LeafType;
using domain::catalog::PathBase;
using domain::catalog::PathColumn;
using domain::catalog::SegmentLayout;
using domain::opal::plan::ColumnSource;
using domain::opal::plan::FixedColumn;
using domain::opal::plan::PathDemand;
using domain::opal::plan::Wanted;
using domain::opal::sql::bind_source;

SegmentLayout layout(std::vector<PathColumn> columns, bool has_rest = false) {
    SegmentLayout result;
    result.columns = std::move(columns);
    result.fields_rest = has_rest;
    return result;
}

ColumnSource path(std::vector<std::string> keys, Wanted wanted) {
    return PathDemand{PathBase::kFields, std::move(keys), wanted};
}

PathColumn column(std::string pointer, LeafType type, std::string name) {
    return {PathBase::kFields, std::move(pointer), type, std::move(name), false};
}

TEST_CASE("one column of the wanted type is that column") {
    const auto text = layout({column("/a/b", LeafType::kString, "c1")});
    CHECK(bind_source(path({"a", "b"}, Wanted::kString), text) == "s.c1");
    CHECK(bind_source(FixedColumn::kTimestamp, text) == "s.ts");
}

TEST_CASE("a path that a segment does not have is a typed null") {
    CHECK(bind_source(path({"x"}, Wanted::kInt64), layout({})) == "CAST(NULL AS BIGINT)");
    CHECK(bind_source(path({"x"}, Wanted::kString), layout({})) == "CAST(NULL AS VARCHAR)");
    CHECK(bind_source(path({"x"}, Wanted::kArray), layout({})) == "CAST(NULL AS VARCHAR)");
}

TEST_CASE("several types are joined with conversions") {
    const auto mixed = layout({column("/a", LeafType::kFloat64, "c1"), column("/a", LeafType::kInt64, "c2"),
                               column("/a", LeafType::kString, "c3")});
    CHECK(bind_source(path({"a"}, Wanted::kInt64), mixed) ==
          "coalesce(s.c2, TRY_CAST(round(s.c1) AS BIGINT), opalite_int64(s.c3))");
    CHECK(bind_source(path({"a"}, Wanted::kString), mixed) ==
          "coalesce(s.c3, CAST(s.c2 AS VARCHAR), opalite_float_text(s.c1))");
    CHECK(bind_source(path({"a"}, Wanted::kBool), mixed) == "coalesce((s.c2 <> 0), (s.c1 <> 0), opalite_bool(s.c3))");
}

TEST_CASE("the remainder is asked last") {
    const auto rest = layout({column("/a", LeafType::kInt64, "c1")}, true);
    CHECK(bind_source(path({"a"}, Wanted::kInt64), rest) ==
          "coalesce(s.c1, opalite_json_int64(opalite_rest('/a', s.shape, s.rest)))");
    CHECK(bind_source(path({"b"}, Wanted::kFloat64), rest) == "opalite_json_float64(opalite_rest('/b', s.shape, s.rest))");
}

TEST_CASE("complete columns need no remainder") {
    auto rest = layout({column("/a", LeafType::kInt64, "c1"), column("/b/x", LeafType::kInt64, "c2")}, true);
    for (PathColumn& each : rest.columns) each.complete = true;
    CHECK(bind_source(path({"a"}, Wanted::kInt64), rest) == "s.c1");
    CHECK(bind_source(path({"b"}, Wanted::kInt64), rest) == "CAST(NULL AS BIGINT)");
    CHECK(bind_source(path({"rare"}, Wanted::kInt64), rest) ==
          "opalite_json_int64(opalite_rest('/rare', s.shape, s.rest))");
}

TEST_CASE("text of an object takes the columns below the path") {
    const auto object = layout({column("/a/x", LeafType::kInt64, "c1"), column("/ab", LeafType::kInt64, "c2")});
    CHECK(bind_source(path({"a"}, Wanted::kString), object) ==
          "opalite_value_text(opalite_object('/a', '/a/x:i\n', s.shape, CAST(NULL AS VARCHAR), s.c1))");
}

TEST_CASE("presence is asked of the skeleton") {
    CHECK(bind_source(path({"a"}, Wanted::kExists), layout({}, true)) == "opalite_has('/a', s.shape, s.rest)");
    CHECK(bind_source(path({}, Wanted::kExists), layout({})) == "true");
}

TEST_CASE("keys are escaped as JSON Pointers, and texts as SQL") {
    CHECK(domain::opal::sql::json_pointer({"a/b", "c~d", ""}) == "/a~1b/c~0d/");
    CHECK(bind_source(path({"it's"}, Wanted::kExists), layout({})) ==
          "opalite_has('/it''s', s.shape, CAST(NULL AS VARCHAR))");
}

}  // namespace
