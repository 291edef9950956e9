#include "domain/catalog/compaction.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "domain/catalog/skeleton.hpp"

namespace domain::catalog {
namespace {

using PathKey = std::tuple<PathBase, std::string, LeafType>;

/// Clusters that are tried at once; a segment that fits into none of them waits for another job.
constexpr std::size_t kClustersMax = 16;

PathKey key_of(const PathColumn& column) { return {column.base, column.path, column.type}; }

/// Segments that can become one.
class Cluster {
public:
    enum class Fit { kYes, kOtherPaths, kFull };

    Fit add(std::size_t index, const Segment& segment, const CompactionLimits& limits) {
        std::vector<PathKey> missing;
        if (last_ == nullptr || last_->columns != segment.layout.columns) {
            for (const PathColumn& column : segment.layout.columns) {
                PathKey key = key_of(column);
                if (!paths_.contains(key)) missing.push_back(std::move(key));
            }
        }
        const std::size_t columns = paths_.size() + missing.size();
        if (columns > limits.path_columns_max) return Fit::kOtherPaths;
        if (!has_room(segment, limits)) return Fit::kFull;
        paths_.insert(std::make_move_iterator(missing.begin()), std::make_move_iterator(missing.end()));
        layouts_.insert(&segment.layout);
        members.push_back(index);
        bytes_ += segment.bytes;
        rows_ += segment.rows;
        raw_bytes_ += segment.raw_bytes;
        last_ = &segment.layout;
        return Fit::kYes;
    }

    std::vector<std::size_t> members;

private:
    struct ByValue {
        bool operator()(const SegmentLayout* a, const SegmentLayout* b) const { return *a < *b; }
    };

    bool has_room(const Segment& segment, const CompactionLimits& limits) const {
        if (members.size() == limits.segments_max || bytes_ + segment.bytes > limits.bytes_max) return false;
        if (rows_ + segment.rows > limits.rows_max || raw_bytes_ + segment.raw_bytes > limits.raw_bytes_max) return false;
        return layouts_.size() < limits.layouts_max || layouts_.contains(&segment.layout);
    }

    std::set<PathKey> paths_;
    std::set<const SegmentLayout*, ByValue> layouts_;
    const SegmentLayout* last_ = nullptr;
    std::int64_t bytes_ = 0;
    std::int64_t rows_ = 0;
    std::int64_t raw_bytes_ = 0;
};

std::vector<Segment> members_of(std::vector<Segment>& all, const Cluster& cluster) {
    std::vector<Segment> chosen;
    chosen.reserve(cluster.members.size());
    for (const std::size_t index : cluster.members) chosen.push_back(std::move(all[index]));
    return chosen;
}

}  // namespace

std::vector<Segment> choose_segments(std::vector<Segment> small, std::size_t segments_min, const CompactionLimits& limits) {
    std::vector<Cluster> clusters;
    for (std::size_t i = 0; i < small.size(); ++i) {
        auto fit = Cluster::Fit::kOtherPaths;
        for (Cluster& cluster : clusters) {
            fit = cluster.add(i, small[i], limits);
            if (fit == Cluster::Fit::kYes) break;
            // One that is full with fewer has grown wide: its segments have little in common.
            if (fit == Cluster::Fit::kFull && cluster.members.size() >= limits.split_segments_min) {
                return members_of(small, cluster);
            }
        }
        if (fit == Cluster::Fit::kYes || clusters.size() == kClustersMax) continue;
        clusters.emplace_back().add(i, small[i], limits);
    }
    const auto largest = std::max_element(clusters.begin(), clusters.end(), [](const Cluster& a, const Cluster& b) {
        return a.members.size() < b.members.size();
    });
    const std::size_t needed = clusters.size() > 1 ? std::min(limits.split_segments_min, segments_min) : segments_min;
    if (largest == clusters.end() || small.size() < segments_min || largest->members.size() < needed) return {};
    return members_of(small, *largest);
}

SegmentLayout merged_layout(std::span<const Segment> segments) {
    SegmentLayout merged;
    std::set<PathKey> paths;
    for (const Segment& segment : segments) {
        merged.fields_rest |= segment.layout.fields_rest;
        merged.extra_rest |= segment.layout.extra_rest;
        for (const PathColumn& column : segment.layout.columns) paths.insert(key_of(column));
    }
    std::set<std::string> names;
    for (const auto& [base, path, type] : paths) {
        PathColumn& column = merged.columns.emplace_back(PathColumn{base, path, type, {}});
        column.column = column_name(column);
        while (!names.insert(column.column).second) column.column += 'x';
        column.complete = std::all_of(segments.begin(), segments.end(), [&](const Segment& segment) {
            return is_whole(segment.layout, column.base, column.path);
        });
    }
    return merged;
}

}  // namespace domain::catalog
