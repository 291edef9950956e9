#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/base/task.hpp"
#include "domain/catalog/compaction.hpp"

namespace domain::catalog {

/// Segments to merge, of one dataset, oldest first, at least two. The lease on their group belongs to `attempt`, a text that
/// no other job has.
struct CompactionJob {
    CompactionJob() = default;
    std::vector<Segment> segments;
    std::string attempt;
    int tier = 0;
    std::int64_t span_start = 0;
};

/// Where merged segments take the place of small ones. Thread-safe; any number of processes may work side by side: leases
/// keep them from doing the same work, and the swap alone decides. All calls fail with kUnavailable when the store did not
/// answer.
class CompactionStore {
public:
    virtual ~CompactionStore() = default;

    /// The job that helps most among those that nobody has leased, leased to the caller for `lease`; nothing when there is
    /// none.
    virtual base::Task<base::Result<std::optional<CompactionJob>>> claim(CompactionLimits limits,
                                                                         std::chrono::seconds lease) = 0;

    /// One transaction: the segments of the job leave the catalog, their files become retired, `merged` enters, the lease
    /// ends. Fails with kConflict when one of them has left the catalog already, and with kInternal when `merged` has not
    /// exactly their rows; then nothing has changed. On other failures the outcome is unknown, so only after
    /// kConflict may the new file be deleted.
    virtual base::Task<base::Result<void>> swap(const CompactionJob& job, const Segment& merged) = 0;

    /// Ends the lease early: somebody may try again at once. A job that failed is better left leased for a while.
    virtual base::Task<base::Result<void>> release(const CompactionJob& job) = 0;

    /// At most `files_max` files that left the catalog longer than `age` ago, by the store's own clock, and that no segment
    /// names.
    virtual base::Task<base::Result<std::vector<std::string>>> retired(std::chrono::seconds age,
                                                                       std::size_t files_max) = 0;

    /// These files have been deleted.
    virtual base::Task<base::Result<void>> forget(std::vector<std::string> files) = 0;
};

}  // namespace domain::catalog
