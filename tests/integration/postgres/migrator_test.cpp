#include "infra/postgres/migrator.hpp"

#include <thread>

#include <catch2/catch.hpp>

#include "tests/integration/postgres/test_database.hpp"

namespace {

using domain::base::ErrorCode;
using infra::postgres::embedded_migrations;
using infra::postgres::migrate;
using infra::postgres::Migration;
using tests::postgres::TestDatabase;

std::vector<Migration> two_steps() {
    return {{1, "0001_one.sql", "aaa", "create table one (a integer)"},
            {2, "0002_two.sql", "bbb", "create table two (b integer); insert into one values (1)"}};
}

}  // namespace

TEST_CASE("an empty database gets every embedded step once", "[postgres]") {
    const TestDatabase database(TestDatabase::Schema::kEmpty);
    const auto first = migrate(database.url());
    REQUIRE(first.has_value());
    CHECK(*first == static_cast<int>(embedded_migrations().size()));
    const auto second = migrate(database.url());
    REQUIRE(second.has_value());
    CHECK(*second == 0);
}

TEST_CASE("embedded steps are numbered in order and keep the text of their files", "[postgres]") {
    int last = 0;
    for (const Migration& migration : embedded_migrations()) {
        CHECK(migration.version > last);
        last = migration.version;
        CHECK(migration.checksum.size() == 64);
        CHECK(!migration.sql.empty());
    }
}

TEST_CASE("every table with a tenant has forced row-level security", "[postgres]") {
    const TestDatabase database;
    CHECK(database.execute("select string_agg(c.relname, ',') from pg_class c join pg_attribute a on a.attrelid = c.oid "
                           "where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'tenant' "
                           "and not (c.relrowsecurity and c.relforcerowsecurity)") == "");
    // And there is no other table than the ones that hold no tenant's rows.
    CHECK(database.execute("select string_agg(c.relname, ',' order by c.relname) from pg_class c "
                           "where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not exists (select "
                           "from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant')") ==
          "checkpoints,gateway_demands,opalite_migrations");
}

TEST_CASE("a step that changed after it was applied is refused by name", "[postgres]") {
    const TestDatabase database(TestDatabase::Schema::kEmpty);
    auto steps = two_steps();
    REQUIRE(migrate(database.url(), steps).has_value());
    steps[0].checksum = "ccc";
    const auto refused = migrate(database.url(), steps);
    REQUIRE(refused.has_error());
    CHECK(refused.error().code() == ErrorCode::kConflict);
    CHECK(refused.error().message().find("0001_one.sql") != std::string::npos);
}

TEST_CASE("a database from a newer version is refused", "[postgres]") {
    const TestDatabase database(TestDatabase::Schema::kEmpty);
    auto steps = two_steps();
    REQUIRE(migrate(database.url(), steps).has_value());
    steps.pop_back();
    const auto refused = migrate(database.url(), steps);
    REQUIRE(refused.has_error());
    CHECK(refused.error().message().find("0002_two.sql") != std::string::npos);
}

TEST_CASE("a step that fails leaves nothing of itself and can be repaired", "[postgres]") {
    const TestDatabase database(TestDatabase::Schema::kEmpty);
    auto steps = two_steps();
    steps[1].sql = "create table two (b integer); insert into nowhere values (1)";
    const auto failed = migrate(database.url(), steps);
    REQUIRE(failed.has_error());
    CHECK(failed.error().message().find("0002_two.sql") != std::string::npos);
    CHECK(database.execute("select to_regclass('two')") == "");
    const auto repaired = migrate(database.url(), two_steps());
    REQUIRE(repaired.has_value());
    CHECK(*repaired == 1);
}

TEST_CASE("processes that start together apply each step once", "[postgres]") {
    const TestDatabase database(TestDatabase::Schema::kEmpty);
    std::vector<int> applied(4, -1);
    std::vector<std::thread> threads;
    for (int& count : applied) {
        threads.emplace_back([&] {
            const auto result = migrate(database.url());
            if (result) count = *result;
        });
    }
    for (std::thread& thread : threads) thread.join();
    int sum = 0;
    for (const int count : applied) {
        CHECK(count >= 0);
        sum += count;
    }
    CHECK(sum == static_cast<int>(embedded_migrations().size()));
}

TEST_CASE("an unreachable server and a broken connection string are told apart", "[postgres]") {
    const auto unreachable = migrate("postgresql:///x?host=/nowhere");
    REQUIRE(unreachable.has_error());
    CHECK(unreachable.error().code() == ErrorCode::kUnavailable);
    const auto broken = migrate("postgresql://user:hush@host/x?nonsense=1");
    REQUIRE(broken.has_error());
    CHECK(broken.error().code() == ErrorCode::kInvalidArgument);
    CHECK(broken.error().message().find("hush") == std::string::npos);
}
