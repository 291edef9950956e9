#include <catch2/catch.hpp>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "infra/runtime/io_runtime.hpp"
#include "infra/runtime/task_group.hpp"
#include "tests/integration/duckdb/store_fixture.hpp"

namespace {

using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::catalog::Type;
using domain::query::ExecutableQuery;
using infra::runtime::run_async;
using tests::rows_of;
using tests::StoreFixture;
using tests::text_query;

constexpr const char* kEndless = "SELECT count(*)::VARCHAR FROM range(1000000000000) t(x) WHERE hash(x) = 0";

/// The code a query fails with; kInternal's neighbour for success.
Task<ErrorCode> failure_of(domain::query::QueryStore& store, ExecutableQuery query, domain::base::Timestamp deadline) {
    auto stream = co_await store.run(std::move(query), deadline);
    if (!stream) co_return stream.error().code();
    for (;;) {
        auto batch = co_await (*stream)->next();
        if (!batch) co_return batch.error().code();
        REQUIRE(*batch != nullptr);
    }
}

ErrorCode failure_of(StoreFixture& fixture, const std::string& sql) {
    return run_async(failure_of(fixture.store(), text_query(sql), tests::in_a_minute()));
}

Task<void> check_types(domain::query::QueryStore& store, ExecutableQuery query) {
    auto stream = co_await store.run(std::move(query), tests::in_a_minute());
    REQUIRE(stream.has_value());
    auto batch = co_await (*stream)->next();
    REQUIRE(batch.has_value());
    REQUIRE((*batch)->rows() == 1);
    const auto& columns = (*batch)->columns();
    CHECK(columns[0].values<domain::query::StringCell>()[0].view() == "a long text that is not inlined");
    CHECK(columns[1].values<std::int64_t>()[0] == 7);
    CHECK(columns[2].values<std::int64_t>()[0] == 6);
    CHECK(columns[3].values<double>()[0] == 1.5);
    CHECK(columns[4].values<bool>()[0]);
    CHECK(columns[5].values<std::uint32_t>()[0] == 12);
    CHECK(columns[6].values<std::int64_t>()[0] == 1'000'000'000);
    CHECK(columns[7].values<domain::query::StringCell>()[0].view() == "[1, 2]");
    CHECK_FALSE(columns[8].is_valid(0));
    auto end = co_await (*stream)->next();
    REQUIRE(end.has_value());
    CHECK(*end == nullptr);
}

TEST_CASE("physical types reach the reader as declared", "[duckdb]") {
    StoreFixture fixture;
    ExecutableQuery query;
    query.sql = "SELECT 'a long text that is not inlined', 7::SMALLINT, sum(x), 1.5::DECIMAL(9,2), true, 12::UINTEGER, "
                "TIMESTAMP '1970-01-01 00:00:01', [1, 2], NULL::BIGINT FROM range(4) t(x);";
    query.columns = {{"s", Type::kString},   {"i", Type::kInt64},     {"h", Type::kInt64},
                     {"d", Type::kFloat64},  {"b", Type::kBool},      {"ip", Type::kIpv4},
                     {"t", Type::kTimestamp}, {"l", Type::kString},   {"n", Type::kInt64}};
    run_async(check_types(fixture.store(), query));
}

TEST_CASE("parameters are bound, also where a type hangs on them", "[duckdb]") {
    StoreFixture fixture;
    ExecutableQuery query = text_query("SELECT $1, $2::VARCHAR, $3 || 'x', $4, $5", 5);
    query.parameters = {std::int64_t{42}, 2.5, std::string("te'xt"), true, nullptr};
    const auto rows = run_async(rows_of(fixture.store(), query));
    REQUIRE(rows.has_value());
    CHECK(*rows == std::vector<std::vector<std::string>>{{"42", "2.5", "te'xtx", "true", "NULL"}});
}

TEST_CASE("rows stream in order and without a cap", "[duckdb]") {
    StoreFixture fixture;
    const auto rows = run_async(rows_of(fixture.store(), text_query("SELECT x::VARCHAR FROM range(300000) t(x)")));
    REQUIRE(rows.has_value());
    REQUIRE(rows->size() == 300000);
    CHECK((*rows)[299999][0] == "299999");
}

TEST_CASE("errors of values are the caller's, of the store ours", "[duckdb]") {
    StoreFixture fixture;
    CHECK(failure_of(fixture, "SELECT (9223372036854775807 + x)::VARCHAR FROM range(3) t(x)") == ErrorCode::kInvalidArgument);
    CHECK(failure_of(fixture, "SELECT 'x'::INTEGER::VARCHAR") == ErrorCode::kInvalidArgument);
    CHECK(failure_of(fixture, "SELECT regexp_matches('a' || x, '[')::VARCHAR FROM range(2) t(x)") == ErrorCode::kInvalidArgument);
    CHECK(failure_of(fixture, "SELECT nothing") == ErrorCode::kInternal);
    CHECK(failure_of(fixture, "FROM opalite_segments(['1/2/absent.parquet'])") == ErrorCode::kUnavailable);
    CHECK(failure_of(fixture, "SELECT content FROM read_text('/etc/passwd')") == ErrorCode::kInternal);
    CHECK(failure_of(fixture, "SELECT count(*)::VARCHAR FROM opalite_segments(['../x.parquet'])") == ErrorCode::kInternal);
    const auto error = run_async(rows_of(fixture.store(), text_query("SELECT 'x'::INTEGER::VARCHAR"))).error();
    CHECK(error.message() == "could not convert string 'x' to INT32");
}

TEST_CASE("a sum beyond int64 is the caller's mistake", "[duckdb]") {
    StoreFixture fixture;
    ExecutableQuery query;
    query.sql = "SELECT sum(9223372036854775807::BIGINT) FROM range(3)";
    query.columns = {{"s", Type::kInt64}};
    CHECK(run_async(failure_of(fixture.store(), query, tests::in_a_minute())) == ErrorCode::kInvalidArgument);
}

TEST_CASE("memory has a limit", "[duckdb]") {
    StoreFixture fixture(1, 1, std::size_t{32} << 20);
    CHECK(failure_of(fixture, "SELECT string_agg(x::VARCHAR, 'abcdefghij') FROM range(30000000) t(x)") ==
          ErrorCode::kResourceExhausted);
}

TEST_CASE("a deadline interrupts a running query", "[duckdb]") {
    StoreFixture fixture;
    const auto soon = domain::base::SystemClock().now() + std::chrono::milliseconds(50);
    CHECK(run_async(failure_of(fixture.store(), text_query(kEndless), soon)) == ErrorCode::kDeadlineExceeded);
}

Task<void> drop_streams(domain::query::QueryStore& store) {
    for (int i = 0; i < 20; ++i) {
        auto stream = co_await store.run(text_query("SELECT repeat('x', 1000) FROM range(10000000)"),
                                         tests::in_a_minute());
        REQUIRE(stream.has_value());
        auto batch = co_await (*stream)->next();
        REQUIRE(batch.has_value());
    }
}

TEST_CASE("a stream that is dropped gives its place to the next query", "[duckdb]") {
    StoreFixture fixture(1, 1);
    run_async(drop_streams(fixture.store()));
}

TEST_CASE("a cancelled coroutine interrupts its query", "[duckdb]") {
    infra::runtime::IoRuntime io(1);  // outlives the store, whose threads post to it
    StoreFixture fixture(1, 1);
    {
        infra::runtime::TaskGroup group(io.context(), [](const std::string&, const std::string& what) { FAIL(what); });
        group.spawn("endless", [&]() -> Task<void> {
            co_await failure_of(fixture.store(), text_query(kEndless), tests::in_a_minute());
        });
        group.cancel();
        group.wait();
    }
    const auto rows = run_async(rows_of(fixture.store(), text_query("SELECT 'free'")));
    REQUIRE(rows.has_value());
    CHECK((*rows)[0][0] == "free");
}

TEST_CASE("beyond the running and the waiting, queries are refused", "[duckdb]") {
    infra::runtime::IoRuntime io(2);
    StoreFixture fixture(1, 1);
    std::atomic<int> refused{0};
    std::atomic<int> late{0};
    infra::runtime::TaskGroup group(io.context(), [](const std::string&, const std::string& what) { FAIL(what); });
    const auto soon = domain::base::SystemClock().now() + std::chrono::milliseconds(200);
    for (int i = 0; i < 6; ++i) {
        group.spawn("query", [&]() -> Task<void> {
            const auto code = co_await failure_of(fixture.store(), text_query(kEndless), soon);
            if (code == ErrorCode::kResourceExhausted) ++refused;
            if (code == ErrorCode::kDeadlineExceeded) ++late;
        });
    }
    group.wait();
    CHECK(refused == 4);
    CHECK(late == 2);
}

}  // namespace
