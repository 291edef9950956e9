#include <catch2/catch.hpp>

#include "consumers/landing/gathering.hpp"

namespace {

using consumers::landing::Gathering;
using consumers::landing::GatheringLimits;
using domain::eventlog::Offset;
using domain::eventlog::PartitionId;
using domain::eventlog::RecordBatch;
using namespace std::chrono_literals;

const PartitionId kOne(1);
const PartitionId kTwo(2);
const Gathering::TimePoint kStart{};

RecordBatch batch(PartitionId partition, std::int64_t first, int count, std::size_t bytes = 10) {
    RecordBatch made;
    made.partition = partition;
    for (int i = 0; i < count; ++i) {
        auto& record = made.records.emplace_back();
        record.position = {partition, Offset(first + i)};
        record.value = domain::base::SharedBytes::of(std::string(bytes, 'x'));
    }
    return made;
}

TEST_CASE("the first record of an idle period is due after the linger", "[landing]") {
    Gathering gathering({});
    gathering.assign(kOne, Offset(0));
    CHECK_FALSE(gathering.due().has_value());
    gathering.add(batch(kOne, 0, 1), kStart);
    CHECK(gathering.due() == kStart + 5ms);
}

TEST_CASE("after a flush a pause in proportion to it gathers the next", "[landing]") {
    Gathering gathering({});
    gathering.assign(kOne, Offset(0));
    const auto [took, pause] = GENERATE(table<std::chrono::milliseconds, std::chrono::milliseconds>(
        {{5ms, 75ms}, {60ms, 120ms}, {1000ms, 200ms}}));
    gathering.flushed(kStart, kStart + took);
    gathering.add(batch(kOne, 0, 1), kStart + took);
    CHECK(gathering.due() == kStart + took + pause);
}

TEST_CASE("what gathered while a long flush ran does not wait for a whole pause again", "[landing]") {
    Gathering gathering({});
    gathering.assign(kOne, Offset(0));
    gathering.add(batch(kOne, 0, 1), kStart);
    gathering.flushed(kStart, kStart + 1000ms);
    CHECK(gathering.due() == kStart + 200ms);
}

TEST_CASE("enough bytes are due at once, too many stop the reading", "[landing]") {
    GatheringLimits limits;
    limits.flush_bytes = 10'000;
    limits.waiting_bytes_max = 30'000;
    Gathering gathering(limits);
    gathering.assign(kOne, Offset(0));
    gathering.flushed(kStart, kStart);
    gathering.add(batch(kOne, 0, 2, 10'000), kStart);
    CHECK(gathering.due() == kStart);
    CHECK_FALSE(gathering.is_full());
    gathering.add(batch(kOne, 2, 1, 10'000), kStart);
    CHECK(gathering.is_full());
    gathering.take();
    CHECK(gathering.is_empty());
    CHECK(gathering.bytes() == 0);
}

TEST_CASE("checkpoints move from what the last flush leaves to one past the last record", "[landing]") {
    Gathering gathering({});
    gathering.assign(kOne, Offset(5));
    gathering.assign(kTwo, Offset(0));
    // The log may skip offsets, and may begin before the checkpoint when that moved in between.
    gathering.add(batch(kOne, 3, 4), kStart);
    gathering.add(batch(kOne, 9, 1), kStart);
    auto taken = gathering.take();
    REQUIRE(taken.partitions.size() == 1);
    CHECK(taken.partitions[kOne].expected == Offset(5));
    CHECK(taken.partitions[kOne].next == Offset(10));
    CHECK(taken.partitions[kOne].records.size() == 3);
    gathering.add(batch(kOne, 10, 1), kStart);
    gathering.add(batch(kTwo, 0, 1), kStart);
    taken = gathering.take();
    CHECK(taken.partitions[kOne].expected == Offset(10));
    CHECK(taken.partitions[kTwo].expected == Offset(0));
}

TEST_CASE("a revoked partition's records are forgotten, and later ones not taken", "[landing]") {
    Gathering gathering({});
    gathering.assign(kOne, Offset(0));
    gathering.assign(kTwo, Offset(0));
    gathering.add(batch(kOne, 0, 3), kStart);
    gathering.add(batch(kTwo, 0, 1), kStart);
    gathering.revoke(kOne);
    gathering.add(batch(kOne, 3, 1), kStart);
    const auto taken = gathering.take();
    REQUIRE(taken.partitions.size() == 1);
    CHECK(taken.partitions.begin()->first == kTwo);
    CHECK(gathering.bytes() == 0);
}

}  // namespace
