#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/catalog/dataset.hpp"
#include "domain/catalog/segment.hpp"

namespace domain::catalog {

/// Up to where a follower has seen what landed: the store's own text.
struct FeedPosition {
    FeedPosition() = default;
    explicit FeedPosition(std::string the_text) : text(std::move(the_text)) {}
    std::string text;
};

/// What there was when someone began to follow.
struct FeedStart {
    FeedStart() = default;
    FeedPosition position;
    std::vector<std::vector<Segment>> segments;  ///< one list for each query
};

/// What has landed since a position.
struct FeedStep {
    FeedStep() = default;
    FeedPosition position;
    std::vector<Segment> segments;  ///< in the order in which they landed
    std::int64_t skipped_rows = 0;  ///< of segments that landed and are not in the list
};

/// Segments as they land: each one once, in the order of the transactions that landed them, whatever compaction does meanwhile.
/// Segments that a compaction makes, and those of reference tables, do not land. Thread-safe. All calls fail with kUnavailable.
class SegmentFeed {
public:
    virtual ~SegmentFeed() = default;

    /// Position and segments of one snapshot; nothing that next() gives is among them.
    virtual base::Task<base::Result<FeedStart>> begin(const base::TenantId& tenant, std::vector<SegmentQuery> queries) = 0;

    /// What landed in the datasets behind `after`: the newest `segments_max` of it, and how many rows the others have. What was
    /// compacted meanwhile, and so cannot be told apart, counts as skipped. `after` is at most some minutes old: of what landed
    /// before that nothing is known.
    virtual base::Task<base::Result<FeedStep>> next(const base::TenantId& tenant, FeedPosition after,
                                                    std::vector<base::DatasetId> datasets, std::size_t segments_max) = 0;
};

}  // namespace domain::catalog
