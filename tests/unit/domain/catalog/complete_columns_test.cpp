#include <catch2/catch.hpp>

#include "domain/catalog/skeleton.hpp"

namespace {

namespace catalog = domain::catalog;
using catalog::LeafType;
using catalog::PathBase;

std::string complete_paths(std::vector<std::string_view> skeletons) {
    catalog::SegmentLayout layout;
    for (const char* path : {"/a", "/o/x", "/o/y", "/p"}) {
        layout.columns.push_back({PathBase::kFields, path, LeafType::kString, "c", false});
    }
    catalog::mark_complete(layout, PathBase::kFields, skeletons);
    std::string text;
    for (const auto& column : layout.columns) text += column.complete ? column.path : "";
    return text;
}

TEST_CASE("columns are complete where nothing of their paths is in a remainder") {
    CHECK(complete_paths({R"({"a":s,"o":{"x":s,"y":s},"p":s})"}) == "/a/o/x/o/y/p");
    CHECK(complete_paths({R"({"a":s,+})", R"({"a":s,"o":{"x":s}})"}) == "/a/o/x/o/y/p");
    CHECK(complete_paths({R"({"a":r})"}) == "/o/x/o/y/p");
    CHECK(complete_paths({R"({"o":r})"}) == "/a/p");
    CHECK(complete_paths({R"({"p":{+}})"}) == "/a/o/x/o/y");
    CHECK(complete_paths({R"({"p":{"q":r}})"}) == "/a/o/x/o/y");
    CHECK(complete_paths({"r"}).empty());
    CHECK(complete_paths({"{}", "malformed"}).empty());
}

TEST_CASE("a layout keeps what is complete") {
    catalog::SegmentLayout layout;
    layout.columns.push_back({PathBase::kFields, "/a", LeafType::kString, "c1", true});
    layout.columns.push_back({PathBase::kExtra, "/b", LeafType::kInt64, "c2", false});
    CHECK((catalog::layout_from_json(catalog::to_json(layout)).value() == layout));
}

}  // namespace
