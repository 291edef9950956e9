#include "infra/postgres/checkpoint_store.hpp"

#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

#include "infra/runtime/run_async.hpp"
#include "tests/integration/postgres/test_database.hpp"

namespace {

using domain::base::ErrorCode;
using domain::eventlog::Offset;
using domain::eventlog::PartitionId;
using infra::postgres::CheckpointMove;
using infra::postgres::CheckpointStore;
using infra::postgres::ConnectionPool;
using infra::runtime::run_async;
using tests::postgres::TestDatabase;

CheckpointMove move(std::int64_t expected, std::int64_t next, std::int32_t partition = 0) {
    return {domain::eventlog::GroupId("g"), "topic", PartitionId(partition), Offset(expected), Offset(next)};
}

}  // namespace

TEST_CASE("a checkpoint moves only from where the caller believes it is", "[postgres]") {
    const TestDatabase database;
    ConnectionPool pool({database.url(), 4});
    CheckpointStore store(pool);
    const domain::eventlog::Topic topic{"topic", 1, std::nullopt};
    const auto at = [&](std::int32_t partition) {
        return store.next_offset(domain::eventlog::GroupId("g"), topic, PartitionId(partition)).value().value();
    };
    CHECK(at(0) == 0);
    REQUIRE(run_async(store.advance(move(0, 5))).has_value());
    CHECK(at(0) == 5);
    CHECK(at(1) == 0);

    for (const auto& wrong : {move(0, 9), move(4, 9), move(6, 9), move(7, 9, 1)}) {
        const auto refused = run_async(store.advance(wrong));
        REQUIRE(refused.has_error());
        CHECK(refused.error().code() == ErrorCode::kConflict);
    }
    CHECK(at(0) == 5);
    REQUIRE(run_async(store.advance(move(5, 5))).has_value());
    REQUIRE(run_async(store.reset(domain::eventlog::GroupId("g"), "topic")).has_value());
    CHECK(at(0) == 0);
}

TEST_CASE("of several consumers that move a checkpoint at once exactly one wins", "[postgres]") {
    const TestDatabase database;
    ConnectionPool pool({database.url(), 4});
    CheckpointStore store(pool);
    for (std::int64_t round = 0; round < 10; ++round) {
        std::atomic<int> won{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                if (run_async(store.advance(move(round, round + 1))).has_value()) ++won;
            });
        }
        for (std::thread& thread : threads) thread.join();
        CHECK(won == 1);
    }
}
