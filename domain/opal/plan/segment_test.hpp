#pragma once

#include <vector>

#include "domain/catalog/segment.hpp"
#include "domain/opal/plan/node.hpp"

namespace domain::opal::plan {

/// Which segments of a scan can hold rows that the query keeps. Made for one scan; the plan must outlive it.
///
/// A segment is out when a condition can be true for none of its rows, judging by the times of its rows and by the ranges of its
/// int64 paths (catalog::PathRange). Looked at are the conditions of the scan, and those of filters above it as long as only
/// computations lie between. What cannot be judged keeps the segment.
class SegmentTest {
public:
    /// One for each scan of the plan, in the order of scans().
    static std::vector<SegmentTest> of(const Node& root);

    /// Whether ranges of paths can change may_match().
    bool wants_ranges() const;

    bool may_match(const catalog::Segment& segment) const;

private:
    const Scan* scan_ = nullptr;
    std::vector<const Node*> above_;  ///< the nodes over the scan, the nearest first
};

}  // namespace domain::opal::plan
