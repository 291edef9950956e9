#include <catch2/catch.hpp>

#include "domain/catalog/compaction.hpp"

namespace {

namespace catalog = domain::catalog;
using catalog::LeafType;
using catalog::PathBase;
using catalog::PathRange;
using catalog::Segment;

/// A segment whose paths are complete columns.
Segment with(std::vector<std::pair<std::string, LeafType>> columns, std::vector<PathRange> ranges, bool has_remainder = false) {
    Segment made;
    for (const auto& [path, type] : columns) made.layout.columns.push_back({PathBase::kFields, path, type, "c" + path, true});
    made.layout.fields_rest = has_remainder;
    made.ranges = std::move(ranges);
    return made;
}

std::vector<PathRange> merged(const std::vector<Segment>& segments) {
    return catalog::merged_ranges(segments, catalog::merged_layout(segments));
}

TEST_CASE("ranges come back from their JSON form") {
    const std::vector<PathRange> ranges{{PathBase::kFields, "/a~1\"b", INT64_MIN, INT64_MAX, true}, {PathBase::kExtra, "/e", -1, 0, false}};
    CHECK(catalog::ranges_from_json(catalog::to_json(ranges)).value() == ranges);
    CHECK(catalog::ranges_from_json("[]").value().empty());
    CHECK_FALSE(catalog::ranges_from_json(R"([["x","/a",1,2,true]])").has_value());
    CHECK_FALSE(catalog::ranges_from_json(R"([["f","/a",1]])").has_value());
    CHECK_FALSE(catalog::ranges_from_json("7").has_value());
}

TEST_CASE("the range of merged segments holds the values of all") {
    const auto low = with({{"/n", LeafType::kInt64}}, {{PathBase::kFields, "/n", 1, 5, true}});
    const auto high = with({{"/n", LeafType::kInt64}}, {{PathBase::kFields, "/n", 3, 9, true}});
    const auto without = with({}, {});
    CHECK(merged({low, high}) == std::vector<PathRange>{{PathBase::kFields, "/n", 1, 9, true}});
    CHECK(merged({low, without}) == std::vector<PathRange>{{PathBase::kFields, "/n", 1, 5, false}});
}

TEST_CASE("a path that one of the merged segments has in another way has no range") {
    const auto known = with({{"/n", LeafType::kInt64}}, {{PathBase::kFields, "/n", 1, 5, true}});
    CHECK(merged({known, with({{"/n", LeafType::kString}}, {})}).empty());
    CHECK(merged({known, with({{"/n", LeafType::kInt64}}, {})}).empty());  // older than ranges
    CHECK(merged({known, with({}, {}, true)}).empty());                    // perhaps in the remainder
}

TEST_CASE("of very many ranges those are kept that tell segments apart best") {
    std::vector<PathRange> ranges;
    for (std::int64_t i = 0; i < 100; ++i) ranges.push_back({PathBase::kFields, "/" + std::to_string(i), i, 1000, true});
    catalog::keep_telling(ranges);
    REQUIRE(ranges.size() == catalog::segment_ranges_max);
    for (const PathRange& range : ranges) CHECK(range.min >= 68);
}

}  // namespace
