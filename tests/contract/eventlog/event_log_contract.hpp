#pragma once

// What every adapter of domain::eventlog::EventLog promises. Compiled once (event_log_contract.cpp); each adapter's file
// defines make_log_under_test().

#include <algorithm>
#include <atomic>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "domain/base/limits.hpp"
#include "domain/eventlog/record_size.hpp"
#include "infra/runtime/task_group.hpp"
#include "tests/contract/eventlog/consumer.hpp"
#include "tests/contract/eventlog/log_under_test.hpp"
#include "tests/contract/eventlog/writer_process.hpp"

namespace tests::contract {

const eventlog::GroupId kGroup("contract");

TEST_CASE("positions ascend and records of one key keep their order") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 3);
    std::map<std::string, std::vector<eventlog::Position>> positions;
    for (int i = 0; i < 200; ++i) {
        const std::string key = "key-" + std::to_string(i % 7);
        std::vector<eventlog::Record> records;
        for (int j = 0; j <= i % 3; ++j) records.push_back(record(key + ":" + std::to_string(i) + "." + std::to_string(j)));
        const auto got = append(test->log(), topic, key, std::move(records));
        REQUIRE(got.size() == static_cast<std::size_t>(i % 3 + 1));
        for (const auto& position : got) {
            CHECK(position.partition == got.front().partition);
            auto& before = positions[key];
            if (!before.empty()) {
                CHECK(before.back().partition == position.partition);
                CHECK(before.back().offset < position.offset);
            }
            before.push_back(position);
        }
    }
    std::map<std::string, std::vector<eventlog::Position>> found;
    std::map<std::string, std::pair<int, int>> last;
    for (const auto& stored : read_all(test->log(), topic)) {
        const std::string text(stored.value.view());
        std::pair<int, int> number{-1, -1};
        REQUIRE(std::sscanf(text.c_str() + text.find(':'), ":%d.%d", &number.first, &number.second) == 2);
        CHECK(text.substr(0, text.find(':')) == stored.key);
        const auto before = last.find(stored.key);
        if (before != last.end()) CHECK(before->second < number);
        last[stored.key] = number;
        found[stored.key].push_back(stored.position);
    }
    CHECK(found == positions);
}

TEST_CASE("records without a key are spread over the partitions") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 4);
    std::set<eventlog::PartitionId> used;
    for (int i = 0; i < 100; ++i) used.insert(append(test->log(), topic, "", one("value")).front().partition);
    CHECK(used.size() == 4);
}

TEST_CASE("headers, keys and values come back byte for byte") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 1);
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    eventlog::Record full{{{"ce_id", "1"}, {"empty", ""}, {"binary", bytes}, {"ce_id", "again"}, {"utf8", "naïve ✓"}},
                          base::SharedBytes::of(bytes)};
    std::vector<eventlog::Record> records{full, eventlog::Record{}, eventlog::Record{{{"only", "header"}}, {}}};
    records.push_back(eventlog::Record{{}, base::SharedBytes::of(std::string(300'000, '\0'))});
    const auto before = std::chrono::system_clock::now() - std::chrono::hours(1);
    append(test->log(), topic, std::string("k\0ey", 4), records);
    const auto stored = read_all(test->log(), topic);
    REQUIRE(stored.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        CHECK(stored[i].headers == records[i].headers);
        CHECK(stored[i].value.view() == records[i].value.view());
        CHECK(stored[i].key == std::string("k\0ey", 4));
        CHECK(stored[i].appended_at > before);
    }
}

TEST_CASE("an append without records appends nothing, and a missing topic is not found") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 2);
    CHECK(append(test->log(), topic, "key", {}).empty());
    CHECK(read_all(test->log(), topic).empty());
    CHECK(run(test->log().ensure_topic(topic)).has_value());
    CHECK(run(test->log().ping()).has_value());
    const eventlog::Topic missing{"contract.missing", 2, std::nullopt};
    CHECK(run(test->log().ranges(missing)).error().code() == base::ErrorCode::kNotFound);
    const auto nothing = run(test->log().read(missing, eventlog::PartitionId(0), eventlog::Offset(0), 1));
    CHECK(nothing.error().code() == base::ErrorCode::kNotFound);
}

TEST_CASE("a topic can get more partitions") {
    const auto test = make_log_under_test();
    auto topic = new_topic(*test, 1);
    append(test->log(), topic, "key", one("before"));
    topic.partitions = 3;
    REQUIRE(run(test->log().ensure_topic(topic)).has_value());
    eventually("three partitions", [&] { return ranges(test->log(), topic).size() == 3; });
    for (int i = 0; i < 50; ++i) append(test->log(), topic, "key-" + std::to_string(i), one("after"));
    CHECK(read_all(test->log(), topic).size() == 51);
    for (const auto& range : ranges(test->log(), topic)) CHECK(range.first < range.end);
}

TEST_CASE("ranges and reads go to the end and not further") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 2);
    for (const auto& range : ranges(test->log(), topic)) CHECK(range.end == range.first);
    std::vector<eventlog::Record> records;
    for (int i = 0; i < 20; ++i) records.push_back(record(std::to_string(i) + std::string(1000, ' ')));
    const auto positions = append(test->log(), topic, "key", std::move(records));
    const std::int32_t partition = positions.front().partition.value();
    const std::int64_t first = positions.front().offset.value();
    const auto range = ranges(test->log(), topic)[static_cast<std::size_t>(partition)];
    CHECK(range.first.value() == first);
    CHECK(range.end.value() == first + 20);
    CHECK(read(test->log(), topic, partition, first + 20, 1 << 20).empty());
    CHECK(read(test->log(), topic, partition, first + 1000, 1 << 20).empty());
    const auto tail = read(test->log(), topic, partition, first + 15, 1 << 20);
    REQUIRE(tail.size() == 5);
    CHECK(tail.front().position == positions[15]);
    CHECK(std::stoi(std::string(tail.front().value.view())) == 15);
    CHECK_FALSE(read(test->log(), topic, partition, first, 1).empty());
}

TEST_CASE("a record of eight mebibytes is taken and one byte more is too large") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 1);
    eventlog::Record largest{{{"ce_id", "largest"}}, {}};
    const std::size_t room = base::limits::record_bytes_max - eventlog::record_bytes(largest);
    std::string value(room, 'v');
    for (std::size_t i = 0; i < value.size(); i += 997) value[i] = static_cast<char>(i);
    largest.value = base::SharedBytes::of(value);
    append(test->log(), topic, "key", {largest});
    eventlog::Record larger{largest.headers, base::SharedBytes::of(value + "v")};
    CHECK(append_error(test->log(), topic, {record("small"), larger}) == base::ErrorCode::kTooLarge);
    const auto stored = read_all(test->log(), topic);
    REQUIRE(stored.size() == 1);
    CHECK(stored.front().value.view() == value);
}

TEST_CASE("a full queue refuses whole appends and nothing of them arrives") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 2);
    const auto log = test->open_with_queue(1 << 20);
    std::vector<eventlog::Record> much;
    for (int i = 0; i < 5; ++i) much.push_back(record(std::string(300'000, 'x')));
    CHECK(append_error(*log, topic, std::move(much)) == base::ErrorCode::kResourceExhausted);
    std::atomic<int> confirmed{0};
    std::atomic<int> refused{0};
    std::atomic<int> failed{0};
    {
        infra::runtime::TaskGroup tasks(io_threads().context(), [&](const std::string&, const std::string&) { ++failed; });
        for (int i = 0; i < 200; ++i) {
            tasks.spawn("append", [&]() -> base::Task<void> {
                std::vector<eventlog::Record> records;
                for (int part = 0; part < 2; ++part) records.push_back(record(std::string(100'000, 'y')));
                auto done = co_await log->append(topic, eventlog::PartitionKey(), std::move(records));
                if (done) ++confirmed;
                else if (done.error().code() == base::ErrorCode::kResourceExhausted) ++refused;
                else ++failed;
            });
        }
        tasks.wait();
    }
    CHECK(failed == 0);
    CHECK(confirmed + refused == 200);
    CHECK(confirmed > 0);
    CHECK(read_all(test->log(), topic).size() == static_cast<std::size_t>(confirmed) * 2);
    append(*log, topic, "key", one("the queue is empty again"));
}

TEST_CASE("thousands of concurrent appends are all there, once, in the order of their keys") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 4);
    std::mutex mutex;
    std::set<eventlog::Position> positions;
    std::atomic<int> failed{0};
    {
        infra::runtime::TaskGroup tasks(io_threads().context(), [&](const std::string&, const std::string&) { ++failed; });
        for (int task = 0; task < 500; ++task) {
            tasks.spawn("append", [&, task]() -> base::Task<void> {
                const std::string key = "key-" + std::to_string(task);
                for (int i = 0; i < 10; ++i) {
                    std::vector<eventlog::Record> records = one(key + ":" + std::to_string(i));
                    auto done = co_await test->log().append(topic, eventlog::PartitionKey(key), std::move(records));
                    if (!done) ++failed;
                    const std::scoped_lock lock(mutex);
                    if (done) positions.insert(done->front());
                }
            });
        }
        tasks.wait();
    }
    CHECK(failed == 0);
    CHECK(positions.size() == 5000);
    std::map<std::string, int> next_number;
    std::set<eventlog::Position> found;
    for (const auto& stored : read_all(test->log(), topic)) {
        found.insert(stored.position);
        const std::string text(stored.value.view());
        CHECK(text == stored.key + ":" + std::to_string(next_number[stored.key]++));
    }
    CHECK(found == positions);
}

TEST_CASE("every confirmed record survives SIGKILL of the writing process") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 3);
    std::mt19937 random(std::random_device{}());
    std::set<std::string> confirmed;
    for (int round = 0; round < 5; ++round) {
        auto arguments = test->writer_arguments();
        arguments.push_back(topic.name);
        arguments.push_back(std::to_string(round));
        const auto ids = run_and_kill_writer(arguments, std::uniform_int_distribution<std::size_t>(1, 400)(random));
        confirmed.insert(ids.begin(), ids.end());
        std::map<std::string, int> last;
        std::multiset<std::string> found;
        for (const auto& stored : read_all(test->log(), topic)) {
            const std::string text(stored.value.view());
            const std::string id = text.substr(0, text.find(' '));
            REQUIRE(stored.headers == std::vector<eventlog::Header>{{"ce_id", id}});
            const int number = std::stoi(id.substr(id.rfind('.') + 1));
            if (last.contains(stored.key)) REQUIRE(last[stored.key] < number);
            last[stored.key] = number;
            found.insert(id);
        }
        for (const std::string& id : confirmed) REQUIRE(found.count(id) == 1);
        // Appending goes on behind whatever the killed process left.
        const std::string id = std::to_string(round) + ".after." + std::to_string(round);
        append(test->log(), topic, "after", one(id));
        confirmed.insert(id);
    }
}

TEST_CASE("what was not checkpointed before a crash is delivered again, and nothing else") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 2);
    MemoryCheckpoints checkpoints;
    for (int i = 0; i < 40; ++i) append(test->log(), topic, std::to_string(i), one("value " + std::to_string(i)));
    {
        Consumer crashing(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kNothing);
        crashing.wait_until("all records", [](const auto& seen) { return seen.records.size() == 40; });
        CHECK(crashing.seen().broken.empty());
    }
    {
        Consumer second(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
        second.wait_until("all records again", [](const auto& seen) { return seen.records.size() == 40; });
        CHECK(second.seen().broken.empty());
    }
    const auto fresh = append(test->log(), topic, "key", one("fresh"));
    Consumer third(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
    third.wait_until("the fresh record", [](const auto& seen) { return !seen.records.empty(); });
    const auto seen = third.seen();
    REQUIRE(seen.records.size() == 1);
    CHECK(seen.records.front().position == fresh.front());
    CHECK(seen.records.front().value.view() == "fresh");
}

TEST_CASE("a second consumer takes over partitions, and the rest when the first one leaves") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 4);
    MemoryCheckpoints checkpoints;
    std::set<eventlog::Position> appended;
    const auto append_some = [&](int count) {
        for (int i = 0; i < count; ++i) {
            appended.insert(append(test->log(), topic, "key-" + std::to_string(i), one("value")).front());
        }
    };
    auto first = std::make_unique<Consumer>(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
    append_some(30);
    first->wait_until("all partitions", [](const auto& seen) { return seen.owned.size() == 4; });
    Consumer second(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
    append_some(30);
    second.wait_until("half of the partitions", [](const auto& seen) { return seen.owned.size() == 2; });
    first->wait_until("the other half", [](const auto& seen) { return seen.owned.size() == 2; });
    append_some(30);
    first->close();
    append_some(30);
    second.wait_until("all partitions", [](const auto& seen) { return seen.owned.size() == 4; });
    append_some(30);
    const auto all_delivered = [&](const Consumer::Seen& seen) {
        std::set<eventlog::Position> delivered;
        for (const auto& stored : first->seen().records) delivered.insert(stored.position);
        for (const auto& stored : seen.records) delivered.insert(stored.position);
        return delivered == appended;
    };
    second.wait_until("every record", all_delivered);
    CHECK(first->seen().broken.empty());
    CHECK(second.seen().broken.empty());
    CHECK(second.seen().revoked == 0);
    REQUIRE(first->seen().end.has_value());
    CHECK(first->seen().end->code() == base::ErrorCode::kDeadlineExceeded);
}

TEST_CASE("groups do not know each other") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 2);
    MemoryCheckpoints checkpoints;
    Consumer left(test->log(), eventlog::GroupId("left"), topic, checkpoints, Consumer::Commit::kEveryBatch);
    Consumer right(test->log(), eventlog::GroupId("right"), topic, checkpoints, Consumer::Commit::kEveryBatch);
    for (int i = 0; i < 20; ++i) append(test->log(), topic, std::to_string(i), one("value"));
    left.wait_until("all", [](const auto& seen) { return seen.records.size() == 20; });
    right.wait_until("all", [](const auto& seen) { return seen.records.size() == 20; });
}

TEST_CASE("a checkpoint store that is out of reach for a moment delays the start, and for long ends it") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 1);
    append(test->log(), topic, "key", one("value"));
    MemoryCheckpoints checkpoints;
    checkpoints.fail(3);
    {
        Consumer consumer(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
        consumer.wait_until("the record", [](const auto& seen) { return seen.records.size() == 1; });
    }
    checkpoints.fail(1'000'000);
    Consumer consumer(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
    consumer.wait_until("the end", [](const auto& seen) { return seen.end.has_value(); });
    CHECK(consumer.seen().end->code() == base::ErrorCode::kUnavailable);
    CHECK(consumer.seen().records.empty());
}

TEST_CASE("a checkpoint behind the end of the log is an error and no silence") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 1);
    append(test->log(), topic, "key", one("value"));
    MemoryCheckpoints checkpoints;
    checkpoints.set(kGroup, topic, eventlog::PartitionId(0), 17);
    Consumer consumer(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
    consumer.wait_until("the end", [](const auto& seen) { return seen.end.has_value(); });
    CHECK(consumer.seen().end->code() == base::ErrorCode::kInternal);
}

TEST_CASE("close ends next, may be repeated, and gives the partitions back") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 1);
    MemoryCheckpoints checkpoints;
    {
        auto subscription = test->log().follow(kGroup, topic, checkpoints);
        REQUIRE(subscription.has_value());
        const auto assigned = next(**subscription);
        REQUIRE(assigned.has_value());
        CHECK(std::holds_alternative<eventlog::PartitionAssigned>(*assigned));
        (*subscription)->close();
        (*subscription)->close();
        CHECK(next(**subscription).error().code() == base::ErrorCode::kDeadlineExceeded);
        CHECK(next(**subscription).error().code() == base::ErrorCode::kDeadlineExceeded);
    }
    Consumer waiting(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
    waiting.wait_until("the partition", [](const auto& seen) { return seen.owned.size() == 1; });
    waiting.close();
    waiting.wait_until("the end", [](const auto& seen) { return seen.end.has_value(); });
}

TEST_CASE("a slow consumer gets everything, in order") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 2);
    constexpr int kRecords = 160;
    for (int i = 0; i < kRecords; ++i) {
        append(test->log(), topic, std::to_string(i % 5), one(std::to_string(i) + std::string(700'000, ' ')));
    }
    MemoryCheckpoints checkpoints;
    auto subscription = test->log().follow(kGroup, topic, checkpoints);
    REQUIRE(subscription.has_value());
    std::map<std::string, int> last;
    int count = 0;
    while (count < kRecords) {
        auto delivery = next(**subscription);
        REQUIRE(delivery.has_value());
        const auto* batch = std::get_if<eventlog::RecordBatch>(&*delivery);
        if (batch == nullptr) continue;
        for (const auto& stored : batch->records) {
            const int number = std::stoi(std::string(stored.value.view().substr(0, 8)));
            if (last.contains(stored.key)) REQUIRE(last[stored.key] < number);
            last[stored.key] = number;
            ++count;
        }
    }
    CHECK(count == kRecords);
}

TEST_CASE("retention removes the oldest records, and readers go on with what is left") {
    const auto test = make_log_under_test();
    const auto topic = new_topic(*test, 2, std::chrono::hours(1));
    for (int i = 0; i < 20; ++i) append(test->log(), topic, std::to_string(i), one("old"));
    const auto before = ranges(test->log(), topic);
    test->expire(topic);
    std::set<eventlog::Position> appended;
    for (int i = 0; i < 20; ++i) appended.insert(append(test->log(), topic, std::to_string(i), one("new")).front());
    const auto after = ranges(test->log(), topic);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(after[i].first == before[i].end);
        CHECK(after[i].end > after[i].first);
        const auto records = read(test->log(), topic, static_cast<std::int32_t>(i), 0, 1 << 20);
        REQUIRE_FALSE(records.empty());
        CHECK(records.front().position.offset == after[i].first);
    }
    MemoryCheckpoints checkpoints;
    Consumer consumer(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
    consumer.wait_until("the new records", [](const auto& seen) { return seen.records.size() >= 20; });
    std::set<eventlog::Position> delivered;
    for (const auto& stored : consumer.seen().records) delivered.insert(stored.position);
    CHECK(delivered == appended);
}

TEST_CASE("a log that was stopped and started goes on where it was") {
    const auto test = make_log_under_test(Restartable::kYes);
    const auto topic = new_topic(*test, 2);
    MemoryCheckpoints checkpoints;
    std::set<eventlog::Position> appended;
    std::set<eventlog::Position> delivered;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 20; ++i) {
            const auto positions = append(test->log(), topic, std::to_string(i), one("value"));
            CHECK(appended.insert(positions.front()).second);
        }
        {
            Consumer consumer(test->log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
            consumer.wait_until("the records of the round", [](const auto& seen) { return seen.records.size() >= 20; });
            for (const auto& stored : consumer.seen().records) CHECK(delivered.insert(stored.position).second);
            CHECK(consumer.seen().broken.empty());
        }
        test->restart();
    }
    CHECK(delivered == appended);
    CHECK(read_all(test->log(), topic).size() == appended.size());
}

}  // namespace tests::contract
