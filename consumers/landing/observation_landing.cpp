#include "consumers/landing/observation_landing.hpp"

#include <atomic>
#include <optional>

#include <boost/asio/experimental/awaitable_operators.hpp>

#include "consumers/landing/log.hpp"
#include "consumers/landing/rejected_rows.hpp"
#include "infra/telemetry/log.hpp"

namespace consumers::landing {

namespace base = domain::base;
namespace catalog = domain::catalog;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::Task;
using domain::eventlog::Delivery;
using domain::eventlog::Offset;
using domain::eventlog::PartitionAssigned;
using domain::eventlog::PartitionId;
using domain::eventlog::PartitionRevoked;
using domain::eventlog::RecordBatch;
using Clock = std::chrono::steady_clock;

namespace {

}  // namespace

struct ObservationLanding::Counters {
    explicit Counters(infra::telemetry::Metrics& metrics)
        : rows(metrics.counter("opalite_landing_rows_total", "Observations that became rows of a segment")),
          raw_bytes(metrics.counter("opalite_landing_raw_bytes_total", "Bytes of landed observations as they were sent")),
          segments(metrics.counter("opalite_landing_segments_total", "Segments committed")),
          segment_bytes(metrics.counter("opalite_landing_segment_bytes_total", "Bytes of committed segments")),
          repeats(metrics.counter("opalite_landing_repeats_total", "Records left out because their request had landed")),
          dead_letters(metrics.counter("opalite_landing_dead_letters_total", "Records, or parts, that could not be landed")),
          replays_in_vain(metrics.counter("opalite_landing_replays_in_vain_total", "Rejected records put in again that were rejected once more")),
          failures(metrics.counter("opalite_landing_flush_failures_total", "Flushes that failed and will be repeated")),
          gathered(metrics.gauge("opalite_landing_gathered_bytes", "Bytes of records that wait for a flush")),
          flush_seconds(metrics.histogram("opalite_landing_flush_seconds", "Time from taking a batch to its commit")) {}
    infra::telemetry::Counter& rows;
    infra::telemetry::Counter& raw_bytes;
    infra::telemetry::Counter& segments;
    infra::telemetry::Counter& segment_bytes;
    infra::telemetry::Counter& repeats;
    infra::telemetry::Counter& dead_letters;
    infra::telemetry::Counter& replays_in_vain;
    infra::telemetry::Counter& failures;
    infra::telemetry::Gauge& gathered;
    infra::telemetry::Histogram& flush_seconds;
};

/// One flush. Shared by its lanes, each of which takes the next request that no other has.
struct ObservationLanding::Flush {
    explicit Flush(GatheredBatch the_batch) : batch(std::move(the_batch)) {}
    GatheredBatch batch;
    std::optional<FlushPlan> plan;
    std::atomic<std::size_t> next_request{0};
    std::mutex mutex;  // guards what follows
    std::vector<catalog::Segment> segments;
    std::optional<Error> failure;
};

ObservationLanding::ObservationLanding(domain::eventlog::GroupId group, domain::eventlog::Topic topic,
                                       const GatheringLimits& limits, LandingPorts ports)
    : group_(std::move(group)), topic_(std::move(topic)), limits_(limits), ports_(ports),
      counters_(std::make_unique<Counters>(ports.metrics)), gathering_(limits) {}

ObservationLanding::~ObservationLanding() = default;

/// Says that the loop has ended, whichever way.
class ObservationLanding::LoopGuard {
public:
    explicit LoopGuard(ObservationLanding& landing) : landing_(landing) {}
    LoopGuard(const LoopGuard&) = delete;
    LoopGuard& operator=(const LoopGuard&) = delete;
    ~LoopGuard() {
        {
            const std::scoped_lock lock(landing_.mutex_);
            landing_.loop_runs_ = false;
        }
        landing_.changed_.notify_all();
    }

private:
    ObservationLanding& landing_;
};

void ObservationLanding::begin(domain::eventlog::Subscription& subscription) {
    {
        const std::scoped_lock lock(mutex_);
        gathering_.clear();
        subscription_ = &subscription;
        over_ = false;
        loop_runs_ = true;
    }
    // A group that was cancelled starts nothing, but then the runner, which belongs to it, is being cancelled too.
    ports_.tasks.spawn("landing flushes", [this] { return flush_loop(); });
}

Task<void> ObservationLanding::end() {
    {
        const std::scoped_lock lock(mutex_);
        over_ = true;
        subscription_ = nullptr;
        gathering_.clear();
    }
    changed_.notify_all();
    for (;;) {
        const auto seen = changed_.generation();
        {
            const std::scoped_lock lock(mutex_);
            if (!loop_runs_) co_return;
        }
        co_await changed_.wait(seen, std::chrono::hours(1));
    }
}

void ObservationLanding::fail(const Error& error) {
    counters_->failures.add();
    log().warn("flush failed, starting again from the checkpoints", {{"reason", error.message()}});
    {
        const std::scoped_lock lock(mutex_);
        over_ = true;
        gathering_.clear();
        if (subscription_ != nullptr) subscription_->close();
    }
    changed_.notify_all();
}

Task<Result<void>> ObservationLanding::handle(Delivery delivery) {
    if (const auto* assigned = std::get_if<PartitionAssigned>(&delivery)) {
        co_return co_await assign(assigned->partition);
    }
    if (const auto* revoked = std::get_if<PartitionRevoked>(&delivery)) {
        const std::scoped_lock lock(mutex_);
        gathering_.revoke(revoked->partition);
        co_return Result<void>();
    }
    co_return co_await add(std::get<RecordBatch>(std::move(delivery)));
}

Task<Result<void>> ObservationLanding::assign(PartitionId partition) {
    // The log read the checkpoint too, perhaps earlier: its first records may then have been committed since, by the
    // member that had the partition before. Gathering leaves those out.
    auto read = [this, partition] { return ports_.checkpoints.next_offset(group_, topic_, partition); };
    const auto checkpoint = co_await ports_.pool.run(std::move(read));
    if (!checkpoint) co_return checkpoint.error();
    const std::scoped_lock lock(mutex_);
    gathering_.assign(partition, *checkpoint);
    co_return Result<void>();
}

Task<Result<void>> ObservationLanding::add(RecordBatch batch) {
    {
        const std::scoped_lock lock(mutex_);
        gathering_.add(std::move(batch), Clock::now());
        counters_->gathered.set(static_cast<double>(gathering_.bytes()));
    }
    changed_.notify_all();
    for (;;) {
        const auto seen = changed_.generation();
        {
            const std::scoped_lock lock(mutex_);
            if (over_) co_return Error(ErrorCode::kUnavailable, "landing has stopped");
            if (!gathering_.is_full()) co_return Result<void>();
        }
        co_await changed_.wait(seen, std::chrono::hours(1));
    }
}

Task<void> ObservationLanding::flush_loop() {
    const LoopGuard guard(*this);
    for (;;) {
        const auto seen = changed_.generation();
        std::optional<GatheredBatch> batch;
        Clock::duration pause = std::chrono::hours(1);
        {
            const std::scoped_lock lock(mutex_);
            if (over_) co_return;
            const auto due = gathering_.due();
            const auto now = Clock::now();
            if (due && *due <= now) {
                batch.emplace(gathering_.take());
                counters_->gathered.set(0);
            } else if (due) {
                pause = *due - now;
            }
        }
        if (!batch) {
            co_await changed_.wait(seen, pause);
            continue;
        }
        changed_.notify_all();  // there is room again
        const auto start = Clock::now();
        const auto done = co_await flush(std::move(*batch));
        const auto end = Clock::now();
        if (!done) {
            fail(done.error());
            co_return;
        }
        counters_->flush_seconds.observe(std::chrono::duration<double>(end - start).count());
        const std::scoped_lock lock(mutex_);
        gathering_.flushed(start, end);
    }
}

Task<Result<void>> ObservationLanding::flush(GatheredBatch batch) {
    const auto work = std::make_shared<Flush>(std::move(batch));
    auto done = co_await prepare(work);
    if (done) done = co_await land_all(work);
    if (done) done = co_await bury(work);
    if (!done) {
        // Nothing of this was committed, and nobody else knows these files.
        for (const catalog::Segment& segment : work->segments) ports_.lander.discard(segment);
        co_return done.error();
    }
    co_return co_await commit(work);
}

Task<Result<void>> ObservationLanding::prepare(std::shared_ptr<Flush> work) {
    auto decode = [this, work] { work->plan.emplace(work->batch, topic_.name); };
    co_await ports_.pool.run(std::move(decode));
    auto question = work->plan->question();
    auto facts = co_await ports_.store.facts(std::move(question));
    if (!facts) co_return facts.error();
    work->plan->decide(*facts, limits_.segment_bytes_max);
    co_return Result<void>();
}

Task<Result<void>> ObservationLanding::land_all(std::shared_ptr<Flush> work) {
    // With many datasets most of a flush is waiting for fsync, so several requests go side by side.
    using namespace boost::asio::experimental::awaitable_operators;
    if (work->plan->requests().size() == 1) {
        co_await land_some(work);
    } else if (!work->plan->requests().empty()) {
        auto first = land_some(work);
        auto second = land_some(work);
        auto third = land_some(work);
        auto fourth = land_some(work);
        co_await (std::move(first) && std::move(second) && std::move(third) && std::move(fourth));
    }
    if (work->failure) co_return *work->failure;
    co_return Result<void>();
}

Task<void> ObservationLanding::land_some(std::shared_ptr<Flush> work) {
    for (;;) {
        const std::size_t place = work->next_request++;
        if (place >= work->plan->requests().size() || work->failure) co_return;
        const auto landed = co_await land_one(work, place);
        if (landed) continue;
        const std::scoped_lock lock(work->mutex);
        work->failure = landed.error();
    }
}

Task<Result<void>> ObservationLanding::land_one(std::shared_ptr<Flush> work, std::size_t place) {
    // Aliases the plan, which the work owns.
    const std::shared_ptr<const LandingRequest> request(work, &work->plan->requests()[place]);
    auto landed = co_await land(request);
    if (!landed) co_return landed.error();
    RequestDrops drops;
    const auto& rules = work->plan->rules(place);
    if (!rules.empty() && landed->segment.rows > 0) drops = co_await ports_.drop_filters.choose(*request, landed->segment, rules);
    if (!drops.records.empty()) {
        // The segment is made once more, without what is dropped.
        ports_.lander.discard(landed->segment);
        const auto rest = std::make_shared<LandingRequest>(*request);
        for (std::size_t i = 0; i < rest->records.size(); ++i) rest->records[i].drops = &drops.records[i];
        auto again = co_await land(rest);
        if (!again) co_return again.error();
        landed = std::move(again);
    }
    const std::scoped_lock lock(work->mutex);
    work->plan->landed(place, *landed, drops);
    if (landed->segment.rows > 0) work->segments.push_back(std::move(landed->segment));
    co_return Result<void>();
}

Task<Result<LandedRequest>> ObservationLanding::land(std::shared_ptr<const LandingRequest> request) {
    auto work = [this, request = std::move(request)] { return ports_.lander.land(*request); };
    auto landed = co_await ports_.pool.run(std::move(work));
    co_return landed;
}

Task<Result<void>> ObservationLanding::bury(std::shared_ptr<Flush> work) {
    const auto& dead = work->plan->dead();
    if (dead.empty()) co_return Result<void>();
    for (const DeadLetter& letter : dead) {
        log().warn("record goes to the dead letters", {{"partition", letter.position.partition.value()},
                                                       {"offset", letter.position.offset.value()},
                                                       {"reason", letter.reason}});
    }
    counters_->dead_letters.add(static_cast<double>(dead.size()));
    std::vector<DeadLetter> letters = dead;
    auto buried = co_await ports_.dead_letters.add(std::move(letters));
    if (!buried) co_return buried.error();
    co_return co_await show_rejected(work);
}

/// Makes a row of each dead letter, in the dataset of its tenant.
Task<Result<void>> ObservationLanding::show_rejected(std::shared_ptr<Flush> work) {
    RejectedRows rows(work->plan->dead());
    auto question = rows.question();
    const auto facts = co_await ports_.store.facts(std::move(question));
    if (!facts) co_return facts.error();
    rows.keep_existing(*facts);
    const auto requests = std::make_shared<std::vector<LandingRequest>>(rows.requests(work->plan->name()));
    auto land = [this, work, requests] {
        for (const LandingRequest& request : *requests) {
            auto landed = ports_.lander.land(request);
            if (!landed) return Result<void>(landed.error());
            if (landed->segment.rows > 0) work->segments.push_back(std::move(landed->segment));
        }
        return Result<void>();
    };
    co_return co_await ports_.pool.run(std::move(land));
}

Task<Result<void>> ObservationLanding::commit(std::shared_ptr<Flush> work) {
    catalog::LandingBatch batch;
    batch.group = group_;
    batch.topic = topic_.name;
    batch.checkpoints = work->plan->checkpoints();
    batch.segments = work->segments;
    batch.keys = work->plan->landed_keys();
    batch.arrivals = work->plan->arrivals();
    batch.usage = work->plan->usage();
    batch.drops = work->plan->drops();
    batch.replayed = work->plan->replayed();
    for (const DeadLetter& letter : work->plan->dead()) batch.rejected.push_back(to_rejected(letter));
    const auto committed = co_await ports_.store.commit(std::move(batch));
    if (!committed) {
        if (committed.error().code() == ErrorCode::kConflict) {
            for (const catalog::Segment& segment : work->segments) ports_.lander.discard(segment);
        }
        co_return committed.error();
    }
    for (const catalog::Segment& segment : work->segments) {
        counters_->rows.add(static_cast<double>(segment.rows));
        counters_->raw_bytes.add(static_cast<double>(segment.raw_bytes));
        counters_->segment_bytes.add(static_cast<double>(segment.bytes));
    }
    counters_->segments.add(static_cast<double>(work->segments.size()));
    counters_->repeats.add(static_cast<double>(work->plan->repeats()));
    counters_->replays_in_vain.add(static_cast<double>(work->plan->replays_in_vain()));
    co_return Result<void>();
}

}  // namespace consumers::landing
