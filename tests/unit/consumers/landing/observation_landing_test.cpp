#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>
#include <map>

#include "consumers/landing/observation_landing.hpp"
#include "consumers/landing/orphan_collector.hpp"
#include "domain/admin/system_datasets.hpp"
#include "domain/eventlog/topics.hpp"
#include "infra/duckdb/duckdb_query_store.hpp"
#include "infra/runtime/io_runtime.hpp"
#include "tests/support/in_memory_event_log.hpp"
#include "tests/unit/consumers/landing/fake_landing_store.hpp"
#include "tests/unit/consumers/landing/landing_fixture.hpp"

namespace {

namespace fs = std::filesystem;
using consumers::SubscriptionRunner;
using consumers::landing::ObservationLanding;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Task;
using domain::ingest::BundleHeader;
using tests::FakeLandingStore;

/// One consumer process: log, store and directory belong to the test, and outlive it.
class Member {
public:
    Member(tests::InMemoryEventLog& log, FakeLandingStore& store, tests::FakeDeadLetters& dead, const fs::path& segments)
        : lander_(segments, "test" + std::to_string(++made_)),
          drop_filters_([segments] { return open_store(segments); }, clock_, metrics_),
          landing_(kGroup, domain::eventlog::observations_topic(), {}, ports(store, dead)),
          runner_(log, store, kGroup, domain::eventlog::observations_topic(), landing_,
                  {std::chrono::milliseconds(1), std::chrono::milliseconds(10)}) {
        tasks_.spawn("runner", [this] { return runner_.run(); });
    }
    ~Member() {
        runner_.stop();
        tasks_.wait();
    }
    Member(const Member&) = delete;
    Member& operator=(const Member&) = delete;

private:
    static inline int made_ = 0;
    static inline const domain::eventlog::GroupId kGroup{"landing"};

    consumers::landing::LandingPorts ports(FakeLandingStore& store, tests::FakeDeadLetters& dead) {
        return {store, store, dead, drop_filters_, lander_, pool_, tasks_, metrics_};
    }

    static domain::base::Result<std::unique_ptr<domain::query::QueryStore>> open_store(const fs::path& segments) {
        infra::duckdb::DuckDbQueryStoreConfig config;
        config.segment_directory = segments;
        config.temp_directory = segments.parent_path() / "tmp" / "filters";
        return std::unique_ptr<domain::query::QueryStore>(std::move(infra::duckdb::DuckDbQueryStore::open(config).value()));
    }

    infra::runtime::IoRuntime io_{2};
    infra::runtime::BlockingPool pool_{2};
    infra::telemetry::Metrics metrics_;
    infra::runtime::TaskGroup tasks_{io_.context(), [](const std::string&, const std::string& what) { WARN(what); }};
    domain::base::SystemClock clock_;
    consumers::landing::ParquetLander lander_;
    consumers::landing::DropFilters drop_filters_;
    ObservationLanding landing_;
    SubscriptionRunner runner_;
};

struct Scene {
    tests::InMemoryEventLog log;
    FakeLandingStore store;
    tests::FakeDeadLetters dead;
    tests::StoreFixture query;

    void send(const BundleHeader& header, std::string payload) {
        domain::eventlog::Record record;
        record.headers = domain::eventlog::to_headers(domain::ingest::to_cloud_event(header));
        record.value = domain::base::SharedBytes::of(std::move(payload));
        send(header.idempotency_key.empty() ? header.bundle.value() : header.idempotency_key, std::move(record));
    }
    void send(const std::string& key, domain::eventlog::Record record) {
        std::vector<domain::eventlog::Record> records;
        records.push_back(std::move(record));
        infra::runtime::run_async(log.append(domain::eventlog::observations_topic(), domain::eventlog::PartitionKey(key),
                                             std::move(records))).value();
    }
    /// `"n"` of all landed rows, sorted.
    std::vector<std::string> numbers() {
        std::vector<std::string> all;
        for (const auto& segment : store.segments()) {
            if (segment.dataset == domain::admin::rejected_dataset.id) continue;
            for (std::string& object : tests::objects_of(query, segment)) all.push_back(std::move(object));
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    std::size_t files() const {
        std::size_t count = 0;
        for (const auto& entry : fs::recursive_directory_iterator(query.segments())) count += entry.is_regular_file() ? 1 : 0;
        return count;
    }
};

std::string event(int n) { return R"({"n":)" + std::to_string(n) + "}"; }

TEST_CASE("observations land with their checkpoints, each once, over restarts", "[landing]") {
    Scene scene;
    std::vector<std::string> sent;
    for (int round = 0; round < 3; ++round) {
        Member member(scene.log, scene.store, scene.dead, scene.query.segments());
        for (int i = 0; i < 40; ++i) {
            sent.push_back(event(round * 40 + i));
            scene.send(tests::bundle_header(round * 40 + i), sent.back());
        }
        REQUIRE(scene.store.wait_for_records((round + 1) * 40));
    }
    std::sort(sent.begin(), sent.end());
    CHECK(scene.numbers() == sent);
    CHECK(scene.files() == scene.store.segments().size());
    CHECK(scene.dead.letters().empty());
}

TEST_CASE("a repeated request lands once", "[landing]") {
    Scene scene;
    Member member(scene.log, scene.store, scene.dead, scene.query.segments());
    for (int attempt = 0; attempt < 3; ++attempt) {
        BundleHeader header = tests::bundle_header(attempt);
        header.idempotency_key = "once";
        scene.send(header, event(1));
        if (attempt > 0) REQUIRE(scene.store.wait_for_records(attempt + 1));
    }
    CHECK(scene.store.rows() == 1);
}

TEST_CASE("a store that is away for a while loses nothing", "[landing]") {
    Scene scene;
    scene.store.before_commit([](const auto&) { return Error(ErrorCode::kUnavailable, "away"); });
    Member member(scene.log, scene.store, scene.dead, scene.query.segments());
    scene.send(tests::bundle_header(1), event(1));
    REQUIRE(scene.store.wait_for_attempts(3));
    scene.store.before_commit(nullptr);
    REQUIRE(scene.store.wait_for_records(1));
    CHECK(scene.numbers() == std::vector<std::string>{event(1)});
}

TEST_CASE("a commit whose answer was lost is not landed twice", "[landing]") {
    Scene scene;
    scene.store.lose_next_answer(Error(ErrorCode::kUnavailable, "no answer"));
    Member member(scene.log, scene.store, scene.dead, scene.query.segments());
    scene.send(tests::bundle_header(1), event(1));
    REQUIRE(scene.store.wait_for_records(1));
    scene.send(tests::bundle_header(2), event(2));
    REQUIRE(scene.store.wait_for_records(2));
    CHECK(scene.numbers() == std::vector<std::string>{event(1), event(2)});
}

TEST_CASE("a member that lost its partition changes nothing and deletes its files", "[landing]") {
    Scene scene;
    BundleHeader header = tests::bundle_header(1);
    scene.send(header, event(1));
    // While the flush runs, the new owner commits the same record.
    scene.store.before_commit([&](const domain::catalog::LandingBatch& batch) {
        scene.store.before_commit(nullptr);
        scene.store.move_checkpoint(batch.checkpoints[0].partition, 1);
        return std::optional<Error>();
    });
    Member member(scene.log, scene.store, scene.dead, scene.query.segments());
    REQUIRE(scene.store.wait_for_attempts(1));
    scene.send(tests::bundle_header(2), event(2));
    scene.send(header, event(3));
    REQUIRE(scene.store.wait_for_records(3));
    CHECK(scene.numbers() == std::vector<std::string>{event(2), event(3)});
    CHECK(scene.files() == scene.store.segments().size());
}

TEST_CASE("what cannot be landed goes to the dead letters and stops nothing", "[landing]") {
    Scene scene;
    Member member(scene.log, scene.store, scene.dead, scene.query.segments());
    domain::eventlog::Record nonsense;
    nonsense.value = domain::base::SharedBytes::of("nonsense");
    scene.send("key", std::move(nonsense));
    scene.send(tests::bundle_header(1), event(1) + R"({"n":)");
    scene.send(tests::bundle_header(2), event(2));
    REQUIRE(scene.store.wait_for_records(3));
    CHECK(scene.numbers() == std::vector<std::string>{event(1), event(2)});
    auto letters = scene.dead.letters();
    REQUIRE(letters.size() == 2);
    std::sort(letters.begin(), letters.end(), [](const auto& a, const auto& b) { return a.value.view() > b.value.view(); });
    CHECK(letters[0].value.view() == R"({"n":)");
    CHECK(letters[1].value.view() == "nonsense");
    CHECK(letters[1].topic == "opalite.observations");
    // The one that names a tenant is shown to it; both can be put in again.
    std::vector<std::string> shown;
    for (const auto& segment : scene.store.segments()) {
        if (segment.dataset == domain::admin::rejected_dataset.id) shown = tests::objects_of(scene.query, segment);
    }
    REQUIRE(shown.size() == 1);
    CHECK(shown[0].find(R"("bytes":"{\"n\":")") != std::string::npos);
    CHECK(scene.store.rejected().size() == 2);
}

TEST_CASE("what was rejected and is put in again lands once, when its cause is gone", "[landing]") {
    Scene scene;
    Member member(scene.log, scene.store, scene.dead, scene.query.segments());
    scene.store.set_missing(domain::base::DatasetId(42), true);
    scene.send(tests::bundle_header(1), event(1));
    REQUIRE(scene.store.wait_for_records(1));
    REQUIRE(scene.store.rejected().size() == 1);
    CHECK(scene.numbers().empty());
    BundleHeader again = tests::bundle_header(1);
    again.replay_of = scene.store.rejected().front();
    scene.send(again, event(1));  // too early
    REQUIRE(scene.store.wait_for_records(2));
    CHECK(scene.numbers().empty());
    CHECK(scene.store.rejected().size() == 1);
    CHECK(scene.dead.letters().size() == 1);
    scene.store.set_missing(domain::base::DatasetId(42), false);
    scene.send(again, event(1));
    scene.send(again, event(1));
    REQUIRE(scene.store.wait_for_records(4));
    scene.send(again, event(1));
    REQUIRE(scene.store.wait_for_records(5));
    CHECK(scene.numbers() == std::vector<std::string>{event(1)});
    CHECK(scene.store.rejected().empty());
}

domain::catalog::DropRule rule(std::int64_t filter, std::string pipeline) {
    domain::catalog::DropRule made;
    made.filter = domain::base::ObjectId(filter);
    made.pipeline = std::move(pipeline);
    made.drop_share = 1'000'000;
    return made;
}

TEST_CASE("what a drop filter lets through does not land, and is counted by the first filter that drops it", "[landing]") {
    Scene scene;
    Member member(scene.log, scene.store, scene.dead, scene.query.segments());
    auto early = rule(9, "filter true");
    early.since = domain::base::from_nanoseconds(3'000'000'000);
    scene.store.set_rules(domain::base::DatasetId(42), {rule(7, "filter mod(int64(FIELDS.n), 2) = 1"), rule(8, "filter int64(FIELDS.n) > 4"),
                                                        rule(6, "filter what is this"), early});
    BundleHeader header = tests::bundle_header(1);
    header.first_index = 100;
    header.count = 6;
    header.path = "/v1/http";
    scene.send(header, event(0) + "\n" + event(1) + " " + event(2) + event(3) + "\n" + event(6) + "\n" + event(7));
    REQUIRE(scene.store.wait_for_records(1));
    CHECK(scene.numbers() == std::vector<std::string>{event(0), event(2)});
    const auto segments = scene.store.segments();
    REQUIRE(segments.size() == 1);
    CHECK(tests::column_of(scene.query, segments[0], "idx::VARCHAR") == std::vector<std::string>{"100", "102"});
    CHECK(segments[0].raw_bytes == 7 + 1 + 7);
    CHECK(scene.files() == 1);

    const auto drops = scene.store.drops();
    REQUIRE(drops.size() == 3);
    CHECK(drops[0].filter.value() == 6);
    CHECK(drops[0].failures == 6);
    CHECK(drops[0].failure == "it does not compile");
    CHECK(drops[0].observations == 0);
    CHECK(drops[1].filter.value() == 7);
    CHECK(drops[1].observations == 3);
    CHECK(drops[1].bytes == 8 + 8 + 7);
    CHECK(drops[1].last_at == header.received_at);
    CHECK(drops[2].filter.value() == 8);
    CHECK(drops[2].observations == 1);
    std::map<std::string, std::int64_t> told;
    for (const auto& count : scene.store.usage()) told[count.schema + " " + count.source] += count.observations;
    CHECK(told == std::map<std::string, std::int64_t>{{"ingest_usage ds1token", 6}, {"ingest_filtered 7", 3}, {"ingest_filtered 8", 1}});

    // Everything of a record, and one with pairs.
    BundleHeader pairs = tests::bundle_header(2);
    pairs.pairs = true;
    pairs.count = 2;
    scene.send(pairs, R"({"e":1})" + event(8) + R"({"e":2})" + event(4));
    scene.send(tests::bundle_header(4), event(2));
    REQUIRE(scene.store.wait_for_records(3));
    CHECK(scene.numbers() == std::vector<std::string>{event(0), event(2), event(4)});
}

TEST_CASE("a share is dropped by the names of the observations", "[landing]") {
    auto half = rule(5, "");
    half.drop_share = 500'000;
    auto other = half;
    other.filter = domain::base::ObjectId(6);
    int dropped = 0;
    int both = 0;
    for (int i = 0; i < 10'000; ++i) {
        const std::string bundle = "bundle " + std::to_string(i / 10);
        const bool is_dropped = consumers::landing::is_dropped(bundle, i % 10, half);
        CHECK(is_dropped == consumers::landing::is_dropped(bundle, i % 10, half));
        dropped += is_dropped ? 1 : 0;
        both += is_dropped && consumers::landing::is_dropped(bundle, i % 10, other) ? 1 : 0;
    }
    CHECK(std::abs(dropped - 5'000) < 200);
    CHECK(std::abs(both - 2'500) < 200);
    half.drop_share = 0;
    CHECK_FALSE(consumers::landing::is_dropped("x", 0, half));
}

class HandClock final : public domain::base::Clock {
public:
    domain::base::Timestamp now() const override { return time; }
    domain::base::Timestamp time{};
};

TEST_CASE("old files that no catalog row names are deleted, all others stay", "[landing]") {
    Scene scene;
    {
        Member member(scene.log, scene.store, scene.dead, scene.query.segments());
        scene.send(tests::bundle_header(1), event(1));
        REQUIRE(scene.store.wait_for_records(1));
    }
    const fs::path folder = scene.query.segments() / "4711/42";
    for (const char* name : {"orphan.parquet", "half.tmp", "other.txt"}) std::ofstream(folder / name) << "x";
    infra::runtime::BlockingPool pool(1);
    HandClock clock;
    consumers::landing::OrphanCollector collector(scene.query.segments(), scene.store, pool, clock, std::chrono::seconds(60));

    clock.time = domain::base::SystemClock().now();
    CHECK(infra::runtime::run_async(collector.collect()).value() == 0);
    clock.time += std::chrono::hours(1);
    scene.store.set_unreachable(true);
    CHECK(infra::runtime::run_async(collector.collect()).error().code() == ErrorCode::kUnavailable);
    CHECK(scene.files() == 4);
    scene.store.set_unreachable(false);
    CHECK(infra::runtime::run_async(collector.collect()).value() == 2);
    CHECK(scene.files() == 2);
    CHECK(scene.numbers() == std::vector<std::string>{event(1)});
}

}  // namespace
