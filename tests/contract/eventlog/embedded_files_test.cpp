// What the embedded log does with its files: damage, full disks, and other processes.
#include <fstream>

#include <catch2/catch.hpp>
#include <signal.h>
#include <sys/resource.h>

#include "tests/contract/eventlog/consumer.hpp"
#include "tests/contract/eventlog/embedded_log_under_test.hpp"

namespace tests::contract {
namespace {

namespace fs = std::filesystem;
using infra::embedded_log::EmbeddedEventLog;
using infra::embedded_log::EmbeddedLogConfig;
const eventlog::GroupId kGroup("files");

/// A directory with one topic of one segment, and logs opened on it.
struct Files {
    base::Result<std::unique_ptr<EmbeddedEventLog>> open() {
        EmbeddedLogConfig config;
        config.directory = directory.path();
        config.unavailable_after = std::chrono::milliseconds(2000);
        return EmbeddedEventLog::open(config, clock, metrics);
    }
    std::unique_ptr<EmbeddedEventLog> must_open() {
        auto log = open();
        if (!log) FAIL("open: " << log.error().message());
        return std::move(*log);
    }
    fs::path segment(int sequence = 1) const {
        std::string name = std::to_string(sequence);
        return directory.path() / topic.name / (std::string(20 - name.size(), '0') + name + ".log");
    }
    std::string bytes() const {
        std::ifstream file(segment(), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void replace(const std::string& content) const {
        std::ofstream(segment(), std::ios::binary | std::ios::trunc) << content;
    }

    TemporaryDirectory directory;
    base::SystemClock clock;
    infra::telemetry::Metrics metrics;
    eventlog::Topic topic{"files", 2, std::nullopt};
};

}  // namespace

TEST_CASE("a log cut off at any byte opens with every record before the cut") {
    Files files;
    std::vector<std::size_t> ends;  // of the file, after each append
    {
        const auto log = files.must_open();
        REQUIRE(run(log->ensure_topic(files.topic)).has_value());
        ends.push_back(fs::file_size(files.segment()));
        for (int i = 0; i < 4; ++i) {
            append(*log, files.topic, std::to_string(i), one(std::to_string(i) + std::string(20, 'x')));
            ends.push_back(fs::file_size(files.segment()));
        }
    }
    const std::string whole = files.bytes();
    for (std::size_t cut = ends.front(); cut <= whole.size(); ++cut) {
        // What the file system may leave of a write cut short: nothing, zeros, or something else.
        const std::size_t kept = static_cast<std::size_t>(
            std::upper_bound(ends.begin(), ends.end(), cut) - ends.begin() - 1);
        for (const std::string& tail : {std::string(), std::string(100, '\0'), std::string(70, 'O')}) {
            files.replace(whole.substr(0, cut) + (cut == whole.size() ? "" : tail));
            const auto log = files.must_open();
            REQUIRE(read_all(*log, files.topic).size() == kept);
            append(*log, files.topic, "key", one("goes on"));
            REQUIRE(read_all(*log, files.topic).size() == kept + 1);
        }
    }
}

TEST_CASE("damage to confirmed records is an error and no silent loss") {
    Files files;
    std::size_t start = 0;
    {
        const auto log = files.must_open();
        REQUIRE(run(log->ensure_topic(files.topic)).has_value());
        start = fs::file_size(files.segment());
        for (int i = 0; i < 3; ++i) append(*log, files.topic, "key", one("value " + std::to_string(i)));
    }
    const std::string whole = files.bytes();
    const std::size_t second = start + (whole.size() - start) / 3;
    for (std::size_t at = start; at < second; ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
        files.replace(damaged);
        const auto log = files.open();
        REQUIRE_FALSE(log.has_value());
        REQUIRE(log.error().code() == base::ErrorCode::kInternal);
    }
    std::string damaged = whole;
    damaged[start / 2] = static_cast<char>(damaged[start / 2] ^ 1);
    files.replace(damaged);
    CHECK(files.open().error().code() == base::ErrorCode::kInternal);
}

TEST_CASE("a full disk refuses appends and the log goes on when there is room again") {
    Files files;
    const auto log = files.must_open();
    REQUIRE(run(log->ensure_topic(files.topic)).has_value());
    append(*log, files.topic, "key", one("before"));
    // A limit on the size of files stands for the full disk: writes end in the middle of a record.
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const rlimit small{fs::file_size(files.segment()) + 5000, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    const auto refused = append_error(*log, files.topic, one(std::string(20'000, 'x')));
    const auto again = append_error(*log, files.topic, one(std::string(20'000, 'x')));
    const auto small_one = run(log->append(files.topic, eventlog::PartitionKey("key"), one("fits")));
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(refused == base::ErrorCode::kResourceExhausted);
    CHECK(again == base::ErrorCode::kResourceExhausted);
    CHECK(small_one.has_value());
    append(*log, files.topic, "key", one(std::string(20'000, 'y')));
    CHECK(read_all(*log, files.topic).size() == 3);
}

TEST_CASE("a follower notices what another process appends") {
    Files files;
    const auto serving = files.must_open();
    REQUIRE(run(serving->ensure_topic(files.topic)).has_value());
    const auto other = files.must_open();
    MemoryCheckpoints checkpoints;
    Consumer consumer(*serving, kGroup, files.topic, checkpoints, Consumer::Commit::kEveryBatch);
    consumer.wait_until("the partitions", [](const auto& seen) { return seen.owned.size() == 2; });
    std::vector<eventlog::Position> appended;
    for (int i = 0; i < 50; ++i) {
        EmbeddedEventLog& log = i % 3 == 0 ? *serving : *other;
        appended.push_back(append(log, files.topic, std::to_string(i), one(std::to_string(i))).front());
        const std::size_t count = appended.size();
        consumer.wait_until("the record", [count](const auto& seen) { return seen.records.size() == count; });
        CHECK(consumer.seen().records.back().position == appended.back());
    }
    CHECK(consumer.seen().broken.empty());
    CHECK(read_all(*other, files.topic).size() == 50);
}

TEST_CASE("one process follows, the next one is told so until the first has left") {
    Files files;
    const auto first = files.must_open();
    REQUIRE(run(first->ensure_topic(files.topic)).has_value());
    const auto second = files.must_open();
    MemoryCheckpoints checkpoints;
    {
        Consumer consumer(*first, kGroup, files.topic, checkpoints, Consumer::Commit::kEveryBatch);
        Consumer another(*first, kGroup, files.topic, checkpoints, Consumer::Commit::kEveryBatch);
        const auto refused = second->follow(kGroup, files.topic, checkpoints);
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().code() == base::ErrorCode::kUnavailable);
        CHECK(refused.error().message().find("another process follows") != std::string::npos);
    }
    Consumer consumer(*second, kGroup, files.topic, checkpoints, Consumer::Commit::kEveryBatch);
    consumer.wait_until("the partitions", [](const auto& seen) { return seen.owned.size() == 2; });
}

TEST_CASE("topics that are no directory names are refused") {
    Files files;
    const auto log = files.must_open();
    for (const char* name : {"", "..", "a/b", "a b"}) {
        const eventlog::Topic topic{name, 1, std::nullopt};
        CHECK(run(log->ensure_topic(topic)).error().code() == base::ErrorCode::kInvalidArgument);
    }
    CHECK(run(log->append(files.topic, eventlog::PartitionKey("key"), one("value"))).error().code() ==
          base::ErrorCode::kNotFound);
}

}  // namespace tests::contract
