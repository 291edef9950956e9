#include "consumers/landing/compaction_loop.hpp"

#include <algorithm>

#include "consumers/landing/log.hpp"
#include "infra/telemetry/log.hpp"

namespace consumers::landing {
namespace {

namespace base = domain::base;
using domain::catalog::CompactionJob;
using domain::catalog::Segment;
using SteadyClock = std::chrono::steady_clock;

}  // namespace

CompactionLoop::CompactionLoop(domain::catalog::CompactionStore& store, Compactor& compactor,
                               infra::telemetry::Metrics& metrics, CompactionConfig config)
    : store_(store), compactor_(compactor), config_(config),
      segments_(metrics.counter("opalite_compaction_segments_total", "Small segments that were merged into larger ones.")),
      bytes_(metrics.counter("opalite_compaction_bytes_total", "Bytes of the files that were merged.")),
      conflicts_(metrics.counter("opalite_compaction_conflicts_total",
                                 "Merges for nothing: a segment had left the catalog meanwhile.")),
      failures_(metrics.counter("opalite_compaction_failures_total", "Rounds of compaction that failed.")),
      deleted_(metrics.counter("opalite_compaction_files_deleted_total", "Replaced files that were deleted.")),
      seconds_(metrics.histogram("opalite_compaction_seconds", "Duration of one merge, without the swap.")) {}

void CompactionLoop::stop() {
    stopping_ = true;
    compactor_.stop();
    stop_signal_.notify_all();
}

base::Task<void> CompactionLoop::run() {
    while (!stopping_) {
        const std::uint64_t seen = stop_signal_.generation();
        const auto begin = SteadyClock::now();
        const bool merged = co_await run_once();
        const double share = std::clamp(config_.core_share_max, 0.01, 1.0);
        const auto rest = std::chrono::duration_cast<SteadyClock::duration>((SteadyClock::now() - begin) *
                                                                            ((1.0 - share) / share));
        const SteadyClock::duration least = merged ? config_.busy_pause : config_.idle_pause;
        if (!stopping_) co_await stop_signal_.wait(seen, std::max(rest, least));
    }
}

base::Task<bool> CompactionLoop::run_once() {
    const bool merged = co_await merge_one();
    if (!stopping_) co_await delete_retired();
    co_return merged;
}

base::Task<bool> CompactionLoop::merge_one() {
    auto claimed = co_await store_.claim(config_.limits, config_.lease);
    if (!claimed) {
        failures_.add();
        log().warn("no compaction job claimed", {{"error", claimed.error().message()}});
        co_return false;
    }
    if (!*claimed) co_return false;
    auto job = std::make_shared<const CompactionJob>(std::move(**claimed));
    auto work = [this, job] {
        const auto begin = SteadyClock::now();
        auto merged = compactor_.merge(*job);
        if (merged) seconds_.observe(std::chrono::duration<double>(SteadyClock::now() - begin).count());
        return merged;
    };
    auto merged = co_await thread_.run(std::move(work));
    if (merged) {
        co_await replace(*job, *merged);
        co_return true;
    }
    if (stopping_) {
        co_await store_.release(*job);
        co_return false;
    }
    // The lease stays: trying the same again at once would fail again.
    failures_.add();
    log().error("segments not merged", {{"error", merged.error().message()},
                                        {"tenant", job->segments.front().tenant.value()},
                                        {"dataset", job->segments.front().dataset.value()},
                                        {"segments", job->segments.size()}});
    co_return false;
}

base::Task<void> CompactionLoop::replace(const CompactionJob& job, const Segment& merged) {
    double bytes = 0;
    for (const Segment& segment : job.segments) bytes += static_cast<double>(segment.bytes);
    const auto swapped = co_await store_.swap(job, merged);
    if (swapped) {
        segments_.add(static_cast<double>(job.segments.size()));
        bytes_.add(bytes);
        co_return;
    }
    const base::ErrorCode code = swapped.error().code();
    (code == base::ErrorCode::kConflict ? conflicts_ : failures_).add();
    log().warn("merged segment not swapped in", {{"error", swapped.error().message()}, {"file", merged.file}});
    // When the outcome is unknown the file may be in the catalog; if it is not, it is an orphan.
    if (code != base::ErrorCode::kConflict) co_return;
    auto work = [this, file = merged.file] { return compactor_.remove({file}); };
    co_await thread_.run(std::move(work));
    co_await store_.release(job);
}

base::Task<void> CompactionLoop::delete_retired() {
    auto files = co_await store_.retired(config_.retired_file_grace, config_.files_deleted_max);
    if (files && files->empty()) co_return;
    base::Result<void> forgotten;
    if (files) {
        auto work = [this, names = std::move(*files)] { return compactor_.remove(names); };
        auto removed = co_await thread_.run(std::move(work));
        deleted_.add(static_cast<double>(removed.size()));
        forgotten = co_await store_.forget(std::move(removed));
    }
    if (files && forgotten) co_return;
    failures_.add();
    log().warn("replaced files not deleted", {{"error", (files ? forgotten.error() : files.error()).message()}});
}

}  // namespace consumers::landing
