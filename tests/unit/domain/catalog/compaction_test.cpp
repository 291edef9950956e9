#include "domain/catalog/compaction.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include <catch2/catch.hpp>

namespace {

using namespace domain::catalog;

Segment segment(int number, std::int64_t raw_bytes = 1000, std::int64_t rows = 10) {
    Segment made;
    made.id = domain::base::SegmentId("s" + std::to_string(number));
    made.rows = rows;
    made.raw_bytes = raw_bytes;
    made.bytes = raw_bytes / 4 + 1;
    return made;
}

void add_paths(Segment& segment, int first, int count) {
    for (int i = first; i < first + count; ++i) {
        segment.layout.columns.push_back({PathBase::kFields, "/p" + std::to_string(1000 + i), LeafType::kString, "c"});
    }
}

std::size_t tier_of(std::int64_t raw_bytes) {
    const auto& bounds = compaction_tier_bounds;
    return static_cast<std::size_t>(std::upper_bound(bounds.begin(), bounds.end(), raw_bytes) - bounds.begin());
}

}  // namespace

TEST_CASE("a job has enough segments, or is full", "[catalog]") {
    const CompactionLimits limits;
    const auto [count, raw_bytes, rows, chosen] = GENERATE(table<int, std::int64_t, std::int64_t, std::size_t>({
        {0, 1000, 10, 0},
        {31, 1000, 10, 0},
        {32, 1000, 10, 32},
        {300, 1000, 10, 256},
        {20, 5'000'000, 10, 10},   // full by the size of its texts
        {20, 1000, 60'000, 10},    // full by the number of its values
        {40, 1000, 80'000, 0},     // small no more
    }));
    std::vector<Segment> small;
    for (int i = 0; i < count; ++i) small.push_back(segment(i, raw_bytes, rows));
    const auto job = choose_segments(small, limits);
    REQUIRE(job.size() == chosen);
    for (std::size_t i = 0; i < job.size(); ++i) CHECK(job[i].id == small[i].id);
}

TEST_CASE("segments whose paths do not fit together become several jobs", "[catalog]") {
    std::vector<Segment> small;
    for (int i = 0; i < 40; ++i) {
        small.push_back(segment(i));
        add_paths(small.back(), i % 3 == 0 ? 200 : 0, 200);
    }
    const auto job = choose_segments(small, CompactionLimits());
    CHECK(job.size() == 26);
    CHECK(merged_layout(job).columns.size() == 200);
    // Hardly two that fit together are no job.
    for (int i = 0; i < 40; ++i) {
        small[static_cast<std::size_t>(i)].layout.columns.clear();
        add_paths(small[static_cast<std::size_t>(i)], i * 200, 200);
    }
    CHECK(choose_segments(small, CompactionLimits()).empty());
}

TEST_CASE("a job has a bounded number of layouts", "[catalog]") {
    std::vector<Segment> small;
    for (int i = 0; i < 100; ++i) {
        small.push_back(segment(i));
        add_paths(small.back(), i, 1);
    }
    CHECK(choose_segments(small, CompactionLimits()).size() == CompactionLimits().layouts_max);
}

TEST_CASE("a merged layout has each path and type once", "[catalog]") {
    std::vector<Segment> parts{segment(0), segment(1)};
    parts[0].layout.columns = {{PathBase::kFields, "/a", LeafType::kInt64, "c0"},
                               {PathBase::kFields, "/b", LeafType::kString, "c1"}};
    parts[1].layout.columns = {{PathBase::kFields, "/a", LeafType::kString, "c0"},
                               {PathBase::kFields, "/b", LeafType::kString, "c1"},
                               {PathBase::kExtra, "/a", LeafType::kInt64, "c2"}};
    parts[1].layout.extra_rest = true;
    const auto merged = merged_layout(parts);
    CHECK(merged.columns.size() == 4);
    CHECK(std::is_sorted(merged.columns.begin(), merged.columns.end(), [](const auto& a, const auto& b) {
        return std::tie(a.base, a.path, a.type) < std::tie(b.base, b.path, b.type);
    }));
    CHECK_FALSE(merged.fields_rest);
    CHECK(merged.extra_rest);
}

TEST_CASE("however long a dataset grows, a row is rewritten a few times only", "[catalog]") {
    const CompactionLimits limits;
    std::array<std::vector<Segment>, compaction_tier_bounds.size() + 1> tiers;
    std::int64_t written = 0;
    constexpr int kSegments = 50'000;
    for (int i = 0; i < kSegments; ++i) {
        Segment next = segment(i, 1000 + i % 100, 2);
        for (;;) {
            auto& tier = tiers[tier_of(next.raw_bytes)];
            tier.push_back(next);
            const auto job = choose_segments(tier, limits);
            if (job.empty()) break;
            next = segment(i, 0, 0);
            for (const Segment& part : job) {
                next.rows += part.rows;
                next.raw_bytes += part.raw_bytes;
                next.bytes += part.bytes;
                std::erase_if(tier, [&](const Segment& other) { return other.id == part.id && other.rows == part.rows; });
            }
            written += next.rows;
        }
    }
    CHECK(written <= 4 * std::int64_t{kSegments} * 2);
    std::size_t left = 0;
    for (const auto& tier : tiers) left += tier.size();
    CHECK(left < 150);
}
