// Needs a broker: OPALITE_TEST_KAFKA=host:port (infra/setup/kafka/broker); exits with 77 without one.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "infra/kafka/kafka_event_log.hpp"
#include "tests/contract/eventlog/consumer.hpp"
#include "tests/contract/eventlog/kafka_broker.hpp"

namespace tests::contract {

namespace {

const eventlog::GroupId kGroup("kafka");

}  // namespace

class KafkaLogUnderTest final : public LogUnderTest {
public:
    /// A broker on a busy machine may take long; only a case that wants a timeout asks for a short one.
    explicit KafkaLogUnderTest(Restartable restartable, std::chrono::milliseconds append_timeout = patience)
        : append_timeout_(append_timeout) {
        if (restartable == Restartable::kYes) broker_.emplace();
        brokers_ = broker_ ? broker_->bootstrap() : std::getenv("OPALITE_TEST_KAFKA");
        log_ = open({});
    }

    std::unique_ptr<infra::kafka::KafkaEventLog> open(infra::kafka::KafkaLogConfig config) {
        config.brokers = brokers_;
        config.append_timeout = append_timeout_;
        config.request_timeout = std::chrono::milliseconds(8000);
        config.session_timeout = std::chrono::milliseconds(6000);
        auto log = infra::kafka::KafkaEventLog::open(config, metrics_);
        if (!log) FAIL("open: " << log.error().message());
        return std::move(*log);
    }

    eventlog::EventLog& log() override { return *log_; }
    std::unique_ptr<eventlog::EventLog> open_with_queue(std::size_t bytes_max) override {
        infra::kafka::KafkaLogConfig config;
        config.append_queue_bytes_max = bytes_max;
        return open(config);
    }
    void restart() override {
        log_.reset();
        broker_->stop();
        broker_->start();
        log_ = open({});
    }
    void expire(const eventlog::Topic& topic) override;
    std::vector<std::string> writer_arguments() const override { return {"kafka", brokers_}; }

    KafkaBroker& broker() { return *broker_; }

private:
    const std::chrono::milliseconds append_timeout_;
    std::optional<KafkaBroker> broker_;
    std::string brokers_;
    infra::telemetry::Metrics metrics_;
    std::unique_ptr<infra::kafka::KafkaEventLog> log_;
};

/// What retention does, at once: the broker deletes all records below the end.
void KafkaLogUnderTest::expire(const eventlog::Topic& topic) {
    auto conf = infra::kafka::make_conf({{"bootstrap.servers", brokers_}});
    const auto client = infra::kafka::make_client(RD_KAFKA_PRODUCER, std::move(*conf));
    const infra::kafka::PartitionListPtr ends(rd_kafka_topic_partition_list_new(topic.partitions));
    for (const auto& range : ranges(*log_, topic)) {
        rd_kafka_topic_partition_list_add(ends.get(), topic.name.c_str(), range.partition.value())->offset =
            range.end.value();
    }
    rd_kafka_DeleteRecords_t* request = rd_kafka_DeleteRecords_new(ends.get());
    const infra::kafka::QueuePtr queue(rd_kafka_queue_new(client->get()));
    rd_kafka_DeleteRecords(client->get(), &request, 1, nullptr, queue.get());
    const infra::kafka::EventPtr event(rd_kafka_queue_poll(queue.get(), 30'000));
    rd_kafka_DeleteRecords_destroy(request);
    REQUIRE(event != nullptr);
    REQUIRE(rd_kafka_event_error(event.get()) == RD_KAFKA_RESP_ERR_NO_ERROR);
}

std::unique_ptr<LogUnderTest> make_log_under_test(Restartable restartable) {
    return std::make_unique<KafkaLogUnderTest>(restartable);
}

TEST_CASE("while the broker is away appends fail and subscriptions wait; both go on when it is back") {
    KafkaLogUnderTest test(Restartable::kYes, std::chrono::milliseconds(3000));
    const auto topic = new_topic(test, 2);
    MemoryCheckpoints checkpoints;
    Consumer consumer(test.log(), kGroup, topic, checkpoints, Consumer::Commit::kEveryBatch);
    for (int i = 0; i < 10; ++i) {
        eventually("an append", [&] {
            return run(test.log().append(topic, eventlog::PartitionKey(std::to_string(i)), one("before"))).has_value();
        });
    }
    consumer.wait_until("the records before", [](const auto& seen) { return seen.records.size() >= 10; });
    test.broker().stop();
    CHECK(append_error(test.log(), topic, one("lost")) == base::ErrorCode::kUnavailable);
    CHECK(run(test.log().ping()).error().code() == base::ErrorCode::kUnavailable);
    CHECK(run(test.log().ranges(topic)).error().code() == base::ErrorCode::kUnavailable);
    test.broker().start();
    eventually("an append succeeds", [&] {
        auto done = run(test.log().append(topic, eventlog::PartitionKey("key"), one("after")));
        return done.has_value();
    });
    consumer.wait_until("a record after", [](const auto& seen) {
        return !seen.records.empty() && seen.records.back().value.view() == "after";
    });
    CHECK(consumer.seen().broken.empty());
    CHECK_FALSE(consumer.seen().end.has_value());
}

TEST_CASE("a log without a broker starts, fails in time, and ends without hanging") {
    infra::telemetry::Metrics metrics;
    infra::kafka::KafkaLogConfig config;
    config.brokers = "127.0.0.1:1";
    config.append_timeout = std::chrono::milliseconds(1000);
    config.request_timeout = std::chrono::milliseconds(1000);
    auto log = infra::kafka::KafkaEventLog::open(config, metrics);
    REQUIRE(log.has_value());
    const eventlog::Topic topic{"contract.nobody", 1, std::nullopt};
    CHECK(append_error(**log, topic, one("value")) == base::ErrorCode::kUnavailable);
    CHECK(run((*log)->ensure_topic(topic)).error().code() == base::ErrorCode::kUnavailable);
    CHECK(run((*log)->ping()).error().code() == base::ErrorCode::kUnavailable);
    MemoryCheckpoints checkpoints;
    const auto subscription = (*log)->follow(kGroup, topic, checkpoints);
    REQUIRE(subscription.has_value());
    (*subscription)->close();
    CHECK(next(**subscription).error().code() == base::ErrorCode::kDeadlineExceeded);
}

TEST_CASE("a property that librdkafka does not know is refused") {
    infra::telemetry::Metrics metrics;
    infra::kafka::KafkaLogConfig config;
    config.brokers = "127.0.0.1:1";
    config.properties = {{"no.such.property", "1"}};
    CHECK(infra::kafka::KafkaEventLog::open(config, metrics).error().code() == base::ErrorCode::kInvalidArgument);
}

}  // namespace tests::contract

int main(int argc, char** argv) {
    if (std::getenv("OPALITE_TEST_KAFKA") == nullptr) {
        std::puts("skipped: OPALITE_TEST_KAFKA does not name a broker");
        return 77;
    }
    return Catch::Session().run(argc, argv);
}
