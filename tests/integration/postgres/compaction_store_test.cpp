#include "infra/postgres/compaction_store.hpp"

#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

#include "infra/postgres/landing_store.hpp"
#include "infra/postgres/postgres_catalog.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/integration/postgres/test_database.hpp"

namespace {

using namespace std::chrono_literals;
using domain::base::ErrorCode;
using domain::catalog::CompactionJob;
using domain::catalog::CompactionLimits;
using domain::catalog::Segment;
using infra::postgres::ConnectionPool;
using infra::postgres::PostgresCompactionStore;
using infra::runtime::run_async;
using tests::postgres::TestDatabase;

const domain::base::TenantId kTenant("4711");
const domain::base::DatasetId kDataset(42);

struct Stores {
    TestDatabase database;
    ConnectionPool pool{{database.url(), 4}};
    PostgresCompactionStore compaction{pool};
    infra::postgres::PostgresLandingStore landing{pool};
    infra::postgres::PostgresCatalog catalog{pool};

    void land(std::vector<Segment> segments) {
        domain::catalog::LandingBatch batch;
        batch.group = domain::eventlog::GroupId("landing");
        batch.topic = "opalite.observations";
        batch.segments = std::move(segments);
        REQUIRE(run_async(landing.commit(std::move(batch))).has_value());
    }
    std::optional<CompactionJob> claim(std::chrono::seconds lease = 600s) {
        auto claimed = run_async(compaction.claim(CompactionLimits(), lease));
        REQUIRE(claimed.has_value());
        return std::move(*claimed);
    }
    std::int64_t visible_rows() {
        domain::catalog::SegmentQuery query;
        query.dataset = kDataset;
        query.from = domain::base::Timestamp::min();
        query.to = domain::base::Timestamp::max();
        auto lists = run_async(catalog.segments(kTenant, {query}));
        REQUIRE(lists.has_value());
        std::int64_t rows = 0;
        for (const Segment& segment : lists->front()) rows += segment.rows;
        return rows;
    }
};

Segment segment(int number, std::int64_t raw_bytes = 2000, std::int64_t dataset = 42) {
    Segment made;
    made.id = domain::base::SegmentId("s" + std::to_string(number));
    made.tenant = kTenant;
    made.dataset = domain::base::DatasetId(dataset);
    made.file = "4711/" + std::to_string(dataset) + "/" + made.id.value() + ".parquet";
    made.time_min = domain::base::from_nanoseconds(1'000'000'000LL * number);
    made.time_max = made.time_min + 1s;
    made.rows = 10;
    made.bytes = 3000;
    made.raw_bytes = raw_bytes;
    return made;
}

std::vector<Segment> segments(int first, int count, std::int64_t raw_bytes = 2000, std::int64_t dataset = 42) {
    std::vector<Segment> made;
    for (int i = first; i < first + count; ++i) made.push_back(segment(i, raw_bytes, dataset));
    return made;
}

Segment merged_of(const CompactionJob& job, const std::string& id) {
    Segment merged = job.segments.front();
    merged.id = domain::base::SegmentId(id);
    merged.file = "4711/42/" + id + "~a.parquet";
    merged.rows = merged.raw_bytes = merged.bytes = 0;
    for (const Segment& part : job.segments) {
        merged.rows += part.rows;
        merged.raw_bytes += part.raw_bytes;
        merged.bytes += part.bytes;
        merged.time_max = std::max(merged.time_max, part.time_max);
    }
    merged.layout = domain::catalog::merged_layout(job.segments);
    return merged;
}

}  // namespace

TEST_CASE("a dataset with many small segments of one size makes a job", "[postgres]") {
    Stores stores;
    stores.land(segments(0, 31));
    stores.land(segments(100, 31, 900'000));
    stores.land(segments(200, 31, 2000, 43));
    CHECK_FALSE(stores.claim().has_value());
    auto last = segments(31, 1);
    last[0].layout.columns.push_back({domain::catalog::PathBase::kFields, "/a", domain::catalog::LeafType::kInt64, "c0"});
    stores.land(last);
    const auto job = stores.claim();
    REQUIRE(job.has_value());
    REQUIRE(job->segments.size() == 32);
    for (int i = 0; i < 31; ++i) CHECK(job->segments[static_cast<std::size_t>(i)].id == segment(i).id);
    CHECK(job->segments.back().layout == last[0].layout);
    CHECK(job->segments.back().file == last[0].file);
}

TEST_CASE("a tier of larger segments is content with fewer, and with fewer still once nothing new comes", "[postgres]") {
    Stores stores;
    const auto now = std::chrono::time_point_cast<domain::base::Timestamp::duration>(std::chrono::system_clock::now());
    auto landed = segments(0, 7, 3'000'000);
    for (Segment& each : landed) {
        each.time_min = now;
        each.time_max = now + 60s;
    }
    stores.land(landed);
    CHECK_FALSE(stores.claim().has_value());
    SECTION("one more makes a job") {
        Segment last = segment(7, 3'000'000);
        last.time_min = now;
        last.time_max = now + 60s;
        stores.land({last});
        CHECK(stores.claim().value().segments.size() == 8);
    }
    SECTION("time makes a job") {
        stores.database.execute("update segments set time_max = time_max - 120000000000");
        CHECK(stores.claim().value().segments.size() == 7);
    }
}

TEST_CASE("a week of steady ingest leaves a bounded number of segments", "[postgres]") {
    Stores stores;
    constexpr int kFlushes = 7 * 24 * 12;  // one each five minutes
    auto flushed = segments(0, kFlushes, 400'000);
    for (Segment& each : flushed) {
        each.time_min = domain::base::Timestamp() + 300 * (each.time_min - domain::base::Timestamp());
        each.time_max = each.time_min + 1s;
    }
    stores.land(std::move(flushed));
    int jobs = 0;
    while (const auto job = stores.claim()) {
        REQUIRE(run_async(stores.compaction.swap(*job, merged_of(*job, "m" + std::to_string(jobs++)))).has_value());
        REQUIRE(jobs < kFlushes);
    }
    CHECK(stores.visible_rows() == 10 * kFlushes);
    // Of each day's 288 flushes less than 32 are left, and less than eight of what became of the others.
    CHECK(std::stoi(stores.database.execute("select count(*) from segments")) < 7 * (32 + 8));
}

TEST_CASE("a job is leased to one process until the lease ends", "[postgres]") {
    Stores stores;
    stores.land(segments(0, 40));
    const auto job = stores.claim();
    REQUIRE(job.has_value());
    CHECK_FALSE(stores.claim().has_value());
    SECTION("because it was released") {
        REQUIRE(run_async(stores.compaction.release(*job)).has_value());
        CHECK(stores.claim().has_value());
    }
    SECTION("because its time is over") {
        stores.database.execute("update compaction_leases set expires_at = 1");
        const auto next = stores.claim();
        REQUIRE(next.has_value());
        CHECK(next->attempt != job->attempt);
        // The first holder cannot end the lease of the second.
        REQUIRE(run_async(stores.compaction.release(*job)).has_value());
        CHECK_FALSE(stores.claim().has_value());
    }
}

TEST_CASE("a swap exchanges segments and retires their files", "[postgres]") {
    Stores stores;
    stores.land(segments(0, 40));
    const auto job = stores.claim();
    REQUIRE(job.has_value());
    const Segment merged = merged_of(*job, "m1");
    REQUIRE(run_async(stores.compaction.swap(*job, merged)).has_value());
    CHECK(stores.database.execute("select string_agg(id, ',') from segments") == "m1");
    CHECK(stores.visible_rows() == 400);
    CHECK(stores.database.execute("select count(*) from retired_files") == "40");
    CHECK(stores.database.execute("select count(*) from compaction_leases") == "0");
    // Neither kind of file is an orphan.
    const auto unknown = run_async(stores.landing.unknown_files({"4711/42/s3.parquet", merged.file, "4711/42/x.parquet"}));
    CHECK(unknown.value() == std::vector<std::string>{"4711/42/x.parquet"});
    CHECK_FALSE(stores.claim().has_value());
}

TEST_CASE("a swap that comes too late, or does not add up, changes nothing", "[postgres]") {
    Stores stores;
    stores.land(segments(0, 40));
    const auto job = stores.claim();
    REQUIRE(job.has_value());
    Segment merged = merged_of(*job, "m1");
    auto expected = ErrorCode::kConflict;
    SECTION("because a segment is gone") { stores.database.execute("delete from segments where id = 's7'"); }
    SECTION("because the rows differ") {
        --merged.rows;
        expected = ErrorCode::kInternal;
    }
    const std::string before = stores.database.dump("segments");
    const auto refused = run_async(stores.compaction.swap(*job, merged));
    REQUIRE(refused.has_error());
    CHECK(refused.error().code() == expected);
    CHECK(stores.database.dump("segments") == before);
    CHECK(stores.database.execute("select count(*) from retired_files") == "0");
}

TEST_CASE("of several swaps of the same segments exactly one wins, and readers never see a difference", "[postgres]") {
    Stores stores;
    stores.land(segments(0, 40));
    const auto job = stores.claim();
    REQUIRE(job.has_value());
    std::atomic<int> won{0};
    std::atomic<int> conflicts{0};
    std::atomic<bool> done{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&, i] {
            const auto swapped = run_async(stores.compaction.swap(*job, merged_of(*job, "m" + std::to_string(i))));
            if (swapped) ++won;
            if (!swapped && swapped.error().code() == ErrorCode::kConflict) ++conflicts;
            if (won + conflicts == 3) done = true;
        });
    }
    int reads = 0;
    bool equal = true;
    for (; !done && reads < 10'000; ++reads) equal = equal && stores.visible_rows() == 400;
    for (std::thread& thread : threads) thread.join();
    CHECK(equal);
    CHECK(won == 1);
    CHECK(conflicts == 2);
}

TEST_CASE("replaced files are given out for deletion after their grace period only", "[postgres]") {
    Stores stores;
    stores.land(segments(0, 40));
    const auto job = stores.claim();
    REQUIRE(job.has_value());
    REQUIRE(run_async(stores.compaction.swap(*job, merged_of(*job, "m1"))).has_value());
    CHECK(run_async(stores.compaction.retired(domain::catalog::retired_file_grace, 100)).value().empty());
    stores.database.execute("update retired_files set retired_at = retired_at - 421000000000 where file like '%/s1_.parquet'");
    const auto files = run_async(stores.compaction.retired(domain::catalog::retired_file_grace, 100)).value();
    CHECK(files.size() == 10);
    CHECK(run_async(stores.compaction.retired(domain::catalog::retired_file_grace, 3)).value().size() == 3);
    // A file that a segment names, however that came about, is kept.
    stores.land(segments(12, 1));
    CHECK(run_async(stores.compaction.retired(domain::catalog::retired_file_grace, 100)).value().size() == 9);
    REQUIRE(run_async(stores.compaction.forget(files)).has_value());
    CHECK(stores.database.execute("select count(*) from retired_files") == "30");
}
