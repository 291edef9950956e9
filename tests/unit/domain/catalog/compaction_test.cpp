#include "domain/catalog/compaction.hpp"

#include <algorithm>
#include <chrono>
#include <map>
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
    const auto& tiers = compaction_tiers;
    const auto next = std::upper_bound(tiers.begin(), tiers.end(), raw_bytes, [](std::int64_t bytes, const CompactionTier& tier) { return bytes < tier.raw_bytes; });
    return static_cast<std::size_t>(next - tiers.begin() - 1);
}

bool is_small(const Segment& segment, const CompactionLimits& limits) {
    return segment.bytes < limits.small_bytes && segment.rows < limits.small_rows && segment.raw_bytes < limits.small_raw_bytes;
}

/// The catalog of one dataset under compaction, as the store does it: groups of one tier and one day.
class Compacted {
public:
    /// A new segment, and then all the jobs there are.
    void add(Segment next, std::int64_t day) {
        landed_bytes += next.raw_bytes;
        for (;;) {
            if (!is_small(next, limits)) {
                large.push_back(next);
                return;
            }
            const std::size_t tier = tier_of(next.raw_bytes);
            std::vector<Segment>& group = small[{day, tier}];
            group.push_back(next);
            const auto job = choose_segments(group, compaction_tiers[tier].segments_min, limits);
            if (job.empty()) return;
            next = Segment();
            next.id = domain::base::SegmentId("m" + std::to_string(++jobs));
            for (const Segment& part : job) {
                next.rows += part.rows;
                next.raw_bytes += part.raw_bytes;
                next.bytes += part.bytes;
                std::erase_if(group, [&](const Segment& other) { return other.id == part.id; });
            }
            CHECK((!is_small(next, limits) || tier_of(next.raw_bytes) > tier));
            written_bytes += next.raw_bytes;
        }
    }
    std::size_t count() const {
        std::size_t sum = large.size();
        for (const auto& [key, group] : small) sum += group.size();
        return sum;
    }

    const CompactionLimits limits;
    std::map<std::pair<std::int64_t, std::size_t>, std::vector<Segment>> small;
    std::vector<Segment> large;
    std::int64_t landed_bytes = 0;
    std::int64_t written_bytes = 0;
    int jobs = 0;
};

}  // namespace

TEST_CASE("a job has enough segments, or is full", "[catalog]") {
    const CompactionLimits limits;
    const auto [count, least, raw_bytes, rows, chosen] = GENERATE(table<int, std::size_t, std::int64_t, std::int64_t, std::size_t>({
        {0, 32, 1000, 10, 0},
        {31, 32, 1000, 10, 0},
        {32, 32, 1000, 10, 32},
        {4, 4, 1000, 10, 4},
        {300, 32, 1000, 10, 256},
        {20, 32, 62'000'000, 10, 8},  // full by what was sent
        {20, 32, 1000, 120'000, 8},   // full by rows
    }));
    std::vector<Segment> small;
    for (int i = 0; i < count; ++i) small.push_back(segment(i, raw_bytes, rows));
    const auto job = choose_segments(small, least, limits);
    REQUIRE(job.size() == chosen);
    for (std::size_t i = 0; i < job.size(); ++i) CHECK(job[i].id == small[i].id);
}

TEST_CASE("segments whose paths do not fit together become several jobs", "[catalog]") {
    std::vector<Segment> small;
    for (int i = 0; i < 40; ++i) {
        small.push_back(segment(i));
        add_paths(small.back(), i % 3 == 0 ? 200 : 0, 200);
    }
    const auto job = choose_segments(small, 32, CompactionLimits());
    CHECK(job.size() == 26);
    CHECK(merged_layout(job).columns.size() == 200);
    // Hardly two that fit together are no job.
    for (int i = 0; i < 40; ++i) {
        small[static_cast<std::size_t>(i)].layout.columns.clear();
        add_paths(small[static_cast<std::size_t>(i)], i * 200, 200);
    }
    CHECK(choose_segments(small, 32, CompactionLimits()).empty());
}

TEST_CASE("a job has a bounded number of layouts", "[catalog]") {
    std::vector<Segment> small;
    for (int i = 0; i < 100; ++i) {
        small.push_back(segment(i));
        add_paths(small.back(), i, 1);
    }
    CHECK(choose_segments(small, 32, CompactionLimits()).size() == CompactionLimits().layouts_max);
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
    const auto [raw_bytes, rows, rewritten_max] = GENERATE(table<std::int64_t, std::int64_t, double>({
        {1000, 2, 4.0},              // single requests
        {200'000, 400, 3.0},         // a megabyte a second
        {4'000'000, 8000, 2.0},
        {30'000'000, 60'000, 1.0},   // at full load
    }));
    Compacted dataset;
    const std::int64_t count = std::min<std::int64_t>(50'000, 20'000'000'000 / raw_bytes);
    for (std::int64_t i = 0; i < count; ++i) dataset.add(segment(static_cast<int>(i), raw_bytes + i % 100, rows), 0);
    CHECK(static_cast<double>(dataset.written_bytes) <= rewritten_max * static_cast<double>(dataset.landed_bytes));
    CHECK(dataset.count() - dataset.large.size() < 150);
    // What is large has the size of eight that are not, at least.
    CHECK(static_cast<std::int64_t>(dataset.large.size()) <= dataset.landed_bytes / dataset.limits.small_raw_bytes + 1);
}

TEST_CASE("a week of steady ingest leaves a bounded number of segments", "[catalog]") {
    using namespace std::chrono_literals;
    domain::base::Timestamp now{};
    const domain::base::Timestamp end = now + 7 * 24h;
    Compacted dataset;
    for (int i = 0; now < end; now += 5s, ++i) {
        dataset.add(segment(i, 60'000 + i % 1000, 120), std::chrono::floor<std::chrono::days>(now).time_since_epoch().count());
    }
    // 120,960 flushes of 7.3 GB together: of each day what no job was found for, and the large ones.
    CHECK(dataset.landed_bytes > 7'000'000'000);
    CHECK(dataset.count() < 7 * 70);
    for (const auto& [key, group] : dataset.small) CHECK(group.size() < compaction_tiers[key.second].segments_min);
}
