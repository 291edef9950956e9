#include <catch2/catch.hpp>

#include <pqxx/pqxx>

#include "infra/postgres/compaction_store.hpp"
#include "infra/postgres/control_store.hpp"
#include "infra/postgres/landing_store.hpp"
#include "infra/postgres/postgres_catalog.hpp"
#include "infra/postgres/usage_ledger.hpp"
#include "domain/catalog/schema_json.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/integration/postgres/admin_commands.hpp"
#include "tests/integration/postgres/test_database.hpp"

namespace {

using namespace tests::postgres;  // NOLINT: scenarios read better bare
namespace catalog = domain::catalog;
using domain::base::DatasetId;
using domain::base::ErrorCode;
using domain::base::TenantId;
using infra::runtime::run_async;

domain::base::Timestamp at(std::int64_t nanoseconds) { return domain::base::from_nanoseconds(nanoseconds); }

catalog::Segment segment(const std::string& tenant, std::int64_t dataset, const std::string& id, std::int64_t from,
                         std::int64_t to, const std::string& path = "/a") {
    catalog::Segment made;
    made.id = domain::base::SegmentId(id);
    made.tenant = TenantId(tenant);
    made.dataset = DatasetId(dataset);
    made.file = tenant + "/" + std::to_string(dataset) + "/" + id + ".parquet";
    made.time_min = at(from);
    made.time_max = at(to);
    made.rows = 10;
    made.bytes = 1000;
    made.raw_bytes = 5000;
    made.layout.columns = {{catalog::PathBase::kFields, path, catalog::LeafType::kString, "c0"}};
    made.layout.fields_rest = true;
    made.ranges = {{catalog::PathBase::kExtra, "/n", -1, from, true}, {catalog::PathBase::kFields, "/o'\"", INT64_MIN, INT64_MAX, false}};
    return made;
}

struct CatalogFixture {
    catalog::LandingBatch batch(std::int64_t expected, std::int64_t next, std::vector<catalog::Segment> segments) {
        catalog::LandingBatch made;
        made.group = domain::eventlog::GroupId("landing");
        made.topic = "opalite.observations";
        made.checkpoints = {catalog::CheckpointMove(domain::eventlog::PartitionId(0), domain::eventlog::Offset(expected),
                                                    domain::eventlog::Offset(next))};
        made.segments = std::move(segments);
        return made;
    }
    std::vector<std::string> ids(const std::string& tenant, std::int64_t dataset, std::int64_t from, std::int64_t to) {
        std::vector<catalog::SegmentQuery> queries{{DatasetId(dataset), at(from), at(to)}};
        const auto lists = run_async(store_catalog.segments(TenantId(tenant), queries)).value();
        std::vector<std::string> found;
        for (const auto& one : lists.at(0)) found.push_back(one.id.value());
        return found;
    }
    std::vector<bool> known_keys(std::vector<catalog::IdempotencyKey> keys) {
        catalog::LandingQuestion question;
        question.keys = std::move(keys);
        return run_async(landing.facts(std::move(question))).value().known_keys;
    }
    void create(const std::string& tenant, const std::string& name) {
        domain::admin::CommandBatch commands;
        commands.group = domain::eventlog::GroupId("admin");
        commands.topic = tenant;
        commands.next = domain::eventlog::Offset(2);
        commands.commands = {{domain::eventlog::Offset(0), command("1", tenant, create_tenant())},
                             {domain::eventlog::Offset(1), command("2", tenant, create_datastream(41000010, name))}};
        run_async(control.apply(commands)).value();
    }

    TestDatabase database;
    infra::postgres::ConnectionPool pool{{database.url(), 2}};
    infra::postgres::PostgresLandingStore landing{pool};
    infra::postgres::PostgresControlStore control{pool};
    infra::postgres::PostgresCatalog store_catalog{pool};
};

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("a dataset is found by id and by path, in its tenant only", "[postgres]") {
    CatalogFixture f;
    f.create("100", "kubernetes/Container.Logs");
    f.create("200", "Other");
    const auto found = run_async(f.store_catalog.find_by_path(TenantId("100"), "Default.kubernetes/Container.Logs")).value();
    CHECK(found.id == DatasetId(41000011));
    CHECK(found.workspace == "Default");
    CHECK(found.name == "kubernetes/Container.Logs");
    CHECK(found.schema.columns == catalog::observation_schema().columns);
    CHECK(run_async(f.store_catalog.find(TenantId("100"), DatasetId(41000011))).value().name == found.name);
    CHECK(run_async(f.store_catalog.find(TenantId("200"), DatasetId(41000011))).value().name == "Other");
    CHECK(run_async(f.store_catalog.find(TenantId("300"), DatasetId(41000011))).error().code() == ErrorCode::kNotFound);
    for (const std::string path : {"Default.Other", "kubernetes/Container.Logs", "Default", "", "x.y", "Default.Other\0"}) {
        CHECK(run_async(f.store_catalog.find_by_path(TenantId("100"), path)).error().code() == ErrorCode::kNotFound);
    }
}

TEST_CASE("segments of a window are found, oldest first, several windows at once", "[postgres]") {
    CatalogFixture f;
    REQUIRE(run_async(f.landing.commit(f.batch(0, 5, {segment("100", 1, "b", 200, 300), segment("100", 1, "a", 100, 199),
                                                      segment("100", 1, "c", 301, 400, "/other"),
                                                      segment("100", 2, "d", 100, 400),
                                                      segment("200", 1, "e", 100, 400)})))
                .has_value());
    CHECK(f.ids("100", 1, 0, 1000) == Ids{"a", "b", "c"});
    CHECK(f.ids("100", 1, 199, 200) == Ids{"a"});  // the end is exclusive, both bounds of a segment are inclusive
    CHECK(f.ids("100", 1, 300, 301) == Ids{"b"});
    CHECK(f.ids("100", 1, 300, 302) == Ids{"b", "c"});
    CHECK(f.ids("100", 1, 401, 1000).empty());
    CHECK(f.ids("200", 2, 0, 1000).empty());

    std::vector<catalog::SegmentQuery> queries{{DatasetId(2), at(0), at(1000)}, {DatasetId(9), at(0), at(1000)},
                                               {DatasetId(1), at(0), at(150)}, {DatasetId(2), at(0), at(1000)}};
    const auto lists = run_async(f.store_catalog.segments(TenantId("100"), queries)).value();
    REQUIRE(lists.size() == 4);
    CHECK(lists[0].size() == 1);
    CHECK(lists[1].empty());
    CHECK(lists[2].size() == 1);
    CHECK(lists[3].size() == 1);
    const auto& one = lists[2][0];
    const auto expected = segment("100", 1, "a", 100, 199);
    CHECK(one.file == expected.file);
    CHECK(one.time_max == expected.time_max);
    CHECK(one.rows == 10);
    CHECK(one.bytes == 1000);
    CHECK(one.raw_bytes == 5000);
    CHECK(one.layout == expected.layout);
    CHECK(one.ranges.empty());
    queries[0].with_ranges = true;
    const auto with_ranges = run_async(f.store_catalog.segments(TenantId("100"), queries)).value();
    CHECK(with_ranges[0][0].ranges == segment("100", 2, "d", 100, 400).ranges);
    CHECK(with_ranges[3][0].ranges.empty());
    CHECK(f.database.execute("select count(*) from segment_layouts where tenant = '100'") == "2");
    CHECK(run_async(f.store_catalog.segments(TenantId("100"), {})).value().empty());
}

TEST_CASE("a batch lands once, whole or not at all", "[postgres]") {
    CatalogFixture f;
    auto first = f.batch(0, 5, {segment("100", 1, "a", 100, 199)});
    first.keys = {{TenantId("100"), "key \xff\0"}, {TenantId("100"), "twice"}, {TenantId("100"), "twice"}};
    REQUIRE(run_async(f.landing.commit(first)).has_value());
    // The same again: the checkpoint has moved.
    CHECK(run_async(f.landing.commit(first)).error().code() == ErrorCode::kConflict);
    // A segment that is there already keeps everything else out.
    auto repeated = f.batch(5, 9, {segment("100", 1, "b", 1, 2), segment("100", 1, "a", 100, 199)});
    repeated.keys = {{TenantId("100"), "new"}};
    CHECK(run_async(f.landing.commit(repeated)).error().code() == ErrorCode::kConflict);
    CHECK(f.ids("100", 1, 0, 1000) == Ids{"a"});
    // Of two partitions one has moved.
    auto both = f.batch(5, 9, {segment("100", 1, "c", 1, 2)});
    both.checkpoints.push_back(catalog::CheckpointMove(domain::eventlog::PartitionId(1), domain::eventlog::Offset(3),
                                                       domain::eventlog::Offset(4)));
    CHECK(run_async(f.landing.commit(both)).error().code() == ErrorCode::kConflict);
    CHECK(f.database.execute("select string_agg(next_offset::text, ',') from checkpoints") == "5");
    REQUIRE(run_async(f.landing.commit({})).has_value());

    CHECK(f.known_keys({{TenantId("100"), "new"}, {TenantId("100"), "twice"}, {TenantId("200"), "twice"},
                        {TenantId("100"), "key \xff\0"}}) == std::vector<bool>{false, true, false, true});
    CHECK(f.known_keys({}).empty());
}

TEST_CASE("a key is forgotten after a day", "[postgres]") {
    CatalogFixture f;
    auto batch = f.batch(0, 5, {});
    batch.keys = {{TenantId("100"), "old"}, {TenantId("100"), "young"}};
    REQUIRE(run_async(f.landing.commit(batch)).has_value());
    f.database.execute("set opalite.tenant = '*'; update idempotency_keys set landed_at = landed_at - 86400000000001 "
                       "where key = 'old'");
    CHECK(f.known_keys({{TenantId("100"), "old"}, {TenantId("100"), "young"}}) == std::vector<bool>{false, true});
    CHECK(run_async(f.landing.forget_old_keys(100)).value() == 1);
    CHECK(f.database.execute("set opalite.tenant = '*'; select count(*) from idempotency_keys") == "1");
}

TEST_CASE("files that no row names are found", "[postgres]") {
    CatalogFixture f;
    const auto landed = segment("100", 1, "a", 1, 2);
    REQUIRE(run_async(f.landing.commit(f.batch(0, 1, {landed}))).has_value());
    f.database.execute("insert into retired_files values ('100', '100/1/retired.parquet', 1)");
    const auto unknown = run_async(f.landing.unknown_files({"x/2.parquet", landed.file, "100/1/retired.parquet", "x/1.parquet"}));
    CHECK(unknown.value() == Ids{"x/2.parquet", "x/1.parquet"});
}

TEST_CASE("a schema survives its stored form", "[postgres]") {
    auto schema = catalog::observation_schema();
    schema.kind = catalog::DatasetKind::kInterval;
    schema.valid_to = "END";
    schema.primary_key = {"a", "b"};
    schema.label = "l";
    schema.columns.push_back({"quoted \" name", catalog::Type::kExponentialHistogram});
    const auto read = catalog::schema_from_json(catalog::to_json(schema)).value();
    CHECK(read.kind == schema.kind);
    CHECK(read.columns == schema.columns);
    CHECK(read.valid_from == schema.valid_from);
    CHECK(read.valid_to == schema.valid_to);
    CHECK(read.primary_key == schema.primary_key);
    CHECK(read.label == schema.label);
    for (const std::string broken : {"", "{}", "[]", R"({"v":2})", R"({"v":1,"kind":"x","columns":[]})"}) {
        CHECK(catalog::schema_from_json(broken).has_error());
    }
}

TEST_CASE("the feed gives each landed segment once, in order, and counts what it cannot give", "[postgres]") {
    CatalogFixture f;
    const TenantId tenant("100");
    const auto follow = [&](const catalog::FeedPosition& after, std::size_t segments_max = 10) {
        return run_async(f.store_catalog.next(tenant, after, std::vector<DatasetId>{DatasetId(1), DatasetId(2)}, segments_max)).value();
    };
    const auto names = [](const catalog::FeedStep& step) {
        std::vector<std::string> found;
        for (const auto& each : step.segments) found.push_back(each.id.value());
        return found;
    };
    run_async(f.landing.commit(f.batch(0, 1, {segment("100", 1, "before", 5, 9), segment("200", 1, "theirs", 5, 9)}))).value();
    const auto start = run_async(f.store_catalog.begin(tenant, {{DatasetId(1), at(0), at(100)}, {DatasetId(2), at(0), at(100)}})).value();
    REQUIRE(start.segments.size() == 2);
    REQUIRE(start.segments[0].size() == 1);
    CHECK(start.segments[0][0].id.value() == "before");
    CHECK(start.segments[1].empty());
    CHECK(run_async(f.store_catalog.begin(tenant, {})).value().segments.empty());
    const auto nothing = follow(start.position);
    CHECK(nothing.segments.empty());
    CHECK(nothing.skipped_rows == 0);

    // Older times, later ids: the order is that of the transactions.
    run_async(f.landing.commit(f.batch(1, 2, {segment("100", 1, "z", 50, 60), segment("200", 1, "also theirs", 5, 9)}))).value();
    run_async(f.landing.commit(f.batch(2, 3, {segment("100", 2, "a", 20, 30), segment("100", 3, "of another dataset", 1, 2)}))).value();
    const auto both = follow(nothing.position);
    CHECK(names(both) == Ids{"z", "a"});
    CHECK(both.segments[0].layout.columns.size() == 1);
    CHECK(both.skipped_rows == 0);
    CHECK(follow(both.position).segments.empty());
    CHECK(names(follow(start.position)) == Ids{"z", "a"});

    const auto newest = follow(start.position, 1);
    CHECK(names(newest) == Ids{"a"});
    CHECK(newest.skipped_rows == 10);

    // What a compaction has merged can only be counted; what it made did not land.
    infra::postgres::PostgresCompactionStore compaction(f.pool);
    catalog::CompactionJob job;
    job.attempt = "1";
    job.segments = {segment("100", 1, "z", 50, 60)};
    run_async(compaction.swap(job, segment("100", 1, "merged", 50, 60))).value();
    const auto merged = follow(start.position);
    CHECK(names(merged) == Ids{"a"});
    CHECK(merged.skipped_rows == 10);
}

TEST_CASE("the feed waits for transactions that began before it looked", "[postgres]") {
    CatalogFixture f;
    const TenantId tenant("100");
    const std::vector<DatasetId> datasets{DatasetId(1)};
    auto position = run_async(f.store_catalog.begin(tenant, {})).value().position;
    std::vector<std::string> found;
    const auto look = [&] {
        auto step = run_async(f.store_catalog.next(tenant, position, datasets, 10)).value();
        position = step.position;
        for (const auto& each : step.segments) found.push_back(each.id.value());
    };
    pqxx::connection other(f.database.url());
    pqxx::work slow(other);
    slow.exec("select set_config('opalite.tenant', '*', true)");
    slow.exec("insert into segment_layouts (tenant, hash, layout) values ('100', '00000000-0000-0000-0000-000000000001', "
              "'" + domain::catalog::to_json(catalog::SegmentLayout()) + "')");
    slow.exec("insert into segments (tenant, id, dataset_id, file, time_min, time_max, row_count, byte_count, raw_bytes, layout_hash) "
              "values ('100', 'slow', 1, 'f', 1, 2, 3, 4, 5, '00000000-0000-0000-0000-000000000001')");
    slow.exec("insert into segment_landings (tenant, segment_id, dataset_id, row_count) values ('100', 'slow', 1, 3)");
    run_async(f.landing.commit(f.batch(0, 1, {segment("100", 1, "fast", 5, 9)}))).value();
    look();
    CHECK(found == Ids{"fast"});
    slow.commit();
    look();
    look();
    CHECK(found == Ids{"fast", "slow"});
}

TEST_CASE("usage of minutes that are over is told once, and unchanged or not at all", "[postgres]") {
    CatalogFixture f;
    infra::postgres::PostgresUsageLedger ledger(f.pool);
    catalog::UsageCount count;
    count.tenant = TenantId("100");
    count.schema = catalog::usage_schema;
    count.datastream = domain::base::DatastreamId(7);
    count.source = "ds1";
    count.path = "/v1/http";
    count.minute = at(60'000'000'000);
    count.observations = 3;
    count.bytes = 30;
    catalog::UsageCount now = count;
    now.minute = std::chrono::floor<std::chrono::minutes>(domain::base::SystemClock().now());
    auto landed = f.batch(0, 1, {});
    landed.usage = {count, now};
    REQUIRE(run_async(f.landing.commit(landed)).has_value());
    landed = f.batch(1, 2, {});
    landed.usage = {count};
    REQUIRE(run_async(f.landing.commit(landed)).has_value());
    CHECK(run_async(ledger.due(10)).value().empty());  // more may be on its way

    const auto quiet = [&] { f.database.execute("set opalite.tenant = '*'; update usage_minutes set changed_at = 0"); };
    quiet();
    const auto due = run_async(ledger.due(10)).value();
    REQUIRE(due.size() == 1);  // the minute that is still running is not
    CHECK(due[0].path == "/v1/http");
    CHECK(due[0].observations == 6);
    CHECK(due[0].bytes == 60);

    landed = f.batch(2, 3, {});
    landed.usage = {count};
    REQUIRE(run_async(f.landing.commit(landed)).has_value());
    catalog::LandingBatch telling;
    telling.segments = {segment("100", 40000002, "u", 60, 60)};
    telling.told = due;
    CHECK(run_async(f.landing.commit(telling)).error().code() == ErrorCode::kConflict);
    CHECK(f.ids("100", 40000002, 0, 1000).empty());
    quiet();
    telling.told = run_async(ledger.due(10)).value();
    REQUIRE(telling.told.size() == 1);
    CHECK(telling.told[0].observations == 9);
    REQUIRE(run_async(f.landing.commit(telling)).has_value());
    CHECK(f.ids("100", 40000002, 0, 1000) == Ids{"u"});
    CHECK(run_async(ledger.due(10)).value().empty());

    // The same once more: somebody else has told it.
    telling.segments = {segment("100", 40000002, "v", 60, 60)};
    CHECK(run_async(f.landing.commit(telling)).error().code() == ErrorCode::kConflict);
}

TEST_CASE("what was rejected waits until it lands, in its tenant", "[postgres]") {
    CatalogFixture f;
    f.create("100", "Known");
    catalog::LandingQuestion question;
    question.datasets = {{TenantId("100"), DatasetId(41000011)}, {TenantId("100"), DatasetId(9)}, {TenantId("200"), DatasetId(41000011)},
                         {TenantId("100"), DatasetId(40000003)}};
    question.replays = {{TenantId("100"), "0/1/0"}, {TenantId("200"), "0/1/0"}, {TenantId("100"), "0/2/0"}};
    const auto ask = [&] { return run_async(f.landing.facts(question)).value(); };
    CHECK(ask().datasets == std::vector<bool>{true, false, false, true});
    CHECK(ask().waiting == std::vector<bool>{false, false, false});

    auto batch = f.batch(0, 1, {});
    catalog::Rejected rejected;
    rejected.name = {TenantId("100"), "0/1/0"};
    rejected.dataset = DatasetId(7);
    batch.rejected = {rejected};
    REQUIRE(run_async(f.landing.commit(batch)).has_value());
    CHECK(ask().waiting == std::vector<bool>{true, false, false});

    infra::postgres::PostgresLandingStore::WaitingFilter filter;
    filter.names = question.replays;
    CHECK(run_async(f.landing.waiting(filter)).value() == std::vector<bool>{true, false, false});
    filter.dataset = DatasetId(8);
    CHECK(run_async(f.landing.waiting(filter)).value() == std::vector<bool>{false, false, false});
    filter.dataset = DatasetId(7);
    filter.since = domain::base::SystemClock().now() + std::chrono::hours(1);
    CHECK(run_async(f.landing.waiting(filter)).value() == std::vector<bool>{false, false, false});

    batch = f.batch(1, 2, {});
    batch.replayed = {rejected.name};
    REQUIRE(run_async(f.landing.commit(batch)).has_value());
    CHECK(ask().waiting == std::vector<bool>{false, false, false});
    batch = f.batch(2, 3, {segment("100", 1, "again", 1, 2)});
    batch.replayed = {rejected.name};
    CHECK(run_async(f.landing.commit(batch)).error().code() == ErrorCode::kConflict);
    CHECK(f.ids("100", 1, 0, 1000).empty());
}
