#include <algorithm>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "domain/catalog/segment.hpp"

namespace domain::catalog {
namespace {

using Json = nlohmann::ordered_json;
using PathName = std::pair<PathBase, std::string>;

/// What is said of a path in some of the segments.
struct Merging {
    PathRange range;
    std::size_t segments = 0;
};

bool has_column(const SegmentLayout& layout, PathBase base, const std::string& path) {
    return std::any_of(layout.columns.begin(), layout.columns.end(),
                       [&](const PathColumn& column) { return column.base == base && column.path == path; });
}

base::Error malformed_ranges(const std::string& detail) {
    return base::Error(base::ErrorCode::kInvalidArgument, "malformed segment ranges: " + detail);
}

}  // namespace

bool is_whole(const SegmentLayout& layout, PathBase base, const std::string& path) {
    if (!(base == PathBase::kFields ? layout.fields_rest : layout.extra_rest)) return true;
    return std::any_of(layout.columns.begin(), layout.columns.end(), [&](const PathColumn& column) {
        return column.base == base && column.path == path && column.complete;
    });
}

std::vector<PathRange> merged_ranges(std::span<const Segment> segments, const SegmentLayout& layout) {
    std::map<PathName, Merging> merging;
    for (const Segment& segment : segments) {
        for (const PathRange& range : segment.ranges) {
            Merging& all = merging.try_emplace({range.base, range.path}, Merging{range, 0}).first->second;
            all.range.min = std::min(all.range.min, range.min);
            all.range.max = std::max(all.range.max, range.max);
            all.range.everywhere = all.range.everywhere && range.everywhere;
            ++all.segments;
        }
    }
    std::vector<PathRange> merged;
    for (auto& [name, all] : merging) {
        const auto& [base, path] = name;
        if (!is_whole(layout, base, path)) continue;
        // A segment that says nothing of the path must not have it at all.
        const auto with_column = std::count_if(segments.begin(), segments.end(), [&](const Segment& segment) {
            return has_column(segment.layout, name.first, name.second);
        });
        if (static_cast<std::size_t>(with_column) != all.segments) continue;
        all.range.everywhere = all.range.everywhere && all.segments == segments.size();
        merged.push_back(std::move(all.range));
    }
    keep_telling(merged);
    return merged;
}

void keep_telling(std::vector<PathRange>& ranges) {
    if (ranges.size() <= segment_ranges_max) return;
    std::sort(ranges.begin(), ranges.end(), [](const PathRange& a, const PathRange& b) { return a.min > b.min; });
    ranges.resize(segment_ranges_max);
}

// [["f"|"e", path, min, max, everywhere], …]
std::string to_json(const std::vector<PathRange>& ranges) {
    Json list = Json::array();
    for (const PathRange& range : ranges) {
        list.push_back(Json::array({range.base == PathBase::kFields ? "f" : "e", range.path, range.min, range.max, range.everywhere}));
    }
    return list.dump();
}

base::Result<std::vector<PathRange>> ranges_from_json(const std::string& text) {
    try {
        std::vector<PathRange> ranges;
        for (const Json& entry : Json::parse(text)) {
            const auto base = entry.at(0).get<std::string>();
            if (base != "f" && base != "e") return malformed_ranges(entry.dump());
            ranges.push_back({base == "f" ? PathBase::kFields : PathBase::kExtra, entry.at(1).get<std::string>(),
                              entry.at(2).get<std::int64_t>(), entry.at(3).get<std::int64_t>(), entry.at(4).get<bool>()});
        }
        return ranges;
    } catch (const Json::exception& exception) {
        return malformed_ranges(exception.what());
    }
}

}  // namespace domain::catalog
