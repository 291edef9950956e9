#include "infra/kafka/kafka_event_log.hpp"

#include <algorithm>

#include "domain/eventlog/record_size.hpp"
#include "infra/kafka/admin.hpp"
#include "infra/kafka/log.hpp"
#include "infra/kafka/subscription.hpp"

namespace infra::kafka {
namespace {

/// Threads for admin requests, ranges and read().
constexpr std::size_t kBlockingThreads = 3;

/// A health check that takes longer says as much as one that fails.
constexpr std::chrono::milliseconds kPingWaitMax{3000};

constexpr std::size_t kBatchBytesMax = 4 * base::limits::kMiB;

/// Appends without a key stay with one partition until it has got so much or so long: batches get larger that way.
constexpr std::size_t kSpreadBytes = 256 * base::limits::kKiB;
constexpr std::chrono::milliseconds kSpreadTime{5};

std::string text(std::chrono::milliseconds time) { return std::to_string(time.count()); }

}  // namespace

KafkaEventLog::KafkaEventLog(KafkaLogConfig config, telemetry::Metrics& metrics)
    : config_(std::move(config)),
      metrics_(metrics),
      reader_(consumer_properties(), config_.request_timeout),
      pool_(kBlockingThreads) {}

KafkaEventLog::~KafkaEventLog() {
    for (const auto& follower : followers_) follower->close();
}

base::Result<std::unique_ptr<KafkaEventLog>> KafkaEventLog::open(KafkaLogConfig config, telemetry::Metrics& metrics) {
    std::unique_ptr<KafkaEventLog> log(new KafkaEventLog(std::move(config), metrics));
    if (auto started = log->producer(); !started) return started.error();
    if (auto good = make_conf(log->consumer_properties()); !good) return good.error();
    return log;
}

Properties KafkaEventLog::common_properties() const {
    return {{"bootstrap.servers", config_.brokers},
            {"client.id", "opalite"},
            // A broker that comes back is found again quickly.
            {"reconnect.backoff.ms", "100"},
            {"reconnect.backoff.max.ms", "1000"},
            {"socket.nagle.disable", "true"},
            {"socket.timeout.ms", text(std::max(config_.request_timeout, std::chrono::milliseconds(1000)))},
            {"topic.metadata.refresh.interval.ms", "60000"}};
}

Properties KafkaEventLog::producer_properties() const {
    Properties properties = common_properties();
    properties.insert(
        properties.end(),
        {{"enable.idempotence", "true"},
         {"acks", "all"},
         {"linger.ms", text(config_.linger)},
         {"message.timeout.ms", text(config_.append_timeout)},
         {"message.max.bytes", std::to_string(base::limits::record_bytes_max + message_overhead_bytes_max / 2)},
         // The bound is Producer's own, in bytes; librdkafka's must never be the one that is hit.
         {"queue.buffering.max.messages", "0"},
         {"queue.buffering.max.kbytes", std::to_string(config_.append_queue_bytes_max / 1024 * 2 + 65536)},
         {"batch.size", std::to_string(base::limits::kMiB)},
         {"compression.type", "none"}});
    properties.insert(properties.end(), config_.properties.begin(), config_.properties.end());
    return properties;
}

Properties KafkaEventLog::consumer_properties() const {
    Properties properties = common_properties();
    const std::size_t read_ahead = std::max<std::size_t>(config_.follow_queue_bytes_max / 2, base::limits::kMiB);
    properties.insert(properties.end(), {{"enable.auto.commit", "false"},
                                         {"enable.auto.offset.store", "false"},
                                         {"auto.offset.reset", "error"},
                                         {"partition.assignment.strategy", "cooperative-sticky"},
                                         {"session.timeout.ms", text(config_.session_timeout)},
                                         {"heartbeat.interval.ms", text(config_.session_timeout / 10)},
                                         {"fetch.wait.max.ms", "100"},
                                         {"fetch.error.backoff.ms", "100"},
                                         {"fetch.message.max.bytes", std::to_string(2 * base::limits::kMiB)},
                                         {"fetch.max.bytes", std::to_string(16 * base::limits::kMiB)},
                                         {"check.crcs", "true"}});
    properties.insert(properties.end(), config_.properties.begin(), config_.properties.end());
    // Each partition has a queue of its own, and the bound is per queue; a topic has a handful of partitions.
    properties.emplace_back("queued.max.messages.kbytes", std::to_string(std::max<std::size_t>(read_ahead / 4 / 1024, 1024)));
    return properties;
}

base::Result<std::shared_ptr<Producer>> KafkaEventLog::producer() {
    const std::scoped_lock lock(mutex_);
    if (producer_ && !producer_->broken()) return producer_;
    if (producer_) kLog.warn("the producer gave up and is started anew");
    auto started = Producer::start(producer_properties(), config_.append_queue_bytes_max, config_.request_timeout, metrics_);
    if (!started) return started.error();
    // Appends under way keep the old one; it ends with the last of them, or here.
    producer_ = std::move(*started);
    return producer_;
}

eventlog::PartitionId KafkaEventLog::choose(const eventlog::Topic& topic, const std::string& key, std::size_t bytes) {
    if (!key.empty()) {
        // The hash that Java's producers use, so other tools find the same partition.
        return eventlog::PartitionId(
            rd_kafka_msg_partitioner_murmur2(nullptr, key.data(), key.size(), topic.partitions, nullptr, nullptr));
    }
    const auto now = std::chrono::steady_clock::now();
    const std::scoped_lock lock(spread_mutex_);
    if (spread_bytes_ >= kSpreadBytes || now >= spread_until_) {
        ++spread_;
        spread_bytes_ = 0;
        spread_until_ = now + kSpreadTime;
    }
    spread_bytes_ += bytes;
    return eventlog::PartitionId(static_cast<std::int32_t>(spread_ % static_cast<std::uint64_t>(topic.partitions)));
}

base::Task<base::Result<std::vector<eventlog::Position>>> KafkaEventLog::append(const eventlog::Topic& topic,
                                                                                eventlog::PartitionKey key,
                                                                                std::vector<eventlog::Record> records) {
    std::size_t bytes = key.value().size();
    for (const eventlog::Record& record : records) {
        const std::size_t size = eventlog::record_bytes(record);
        if (size > base::limits::record_bytes_max) {
            co_return base::Error(base::ErrorCode::kTooLarge, "record over the limit of the log: " + std::to_string(size));
        }
        bytes += size;
    }
    if (records.empty()) co_return std::vector<eventlog::Position>();
    const auto used = producer();
    if (!used) co_return used.error();
    const eventlog::PartitionId partition = choose(topic, key.value(), bytes);
    co_return co_await (*used)->append(topic, partition, std::move(key), std::move(records), bytes);
}

base::Task<base::Result<void>> KafkaEventLog::ensure_topic(const eventlog::Topic& topic) {
    const auto used = producer();
    if (!used) co_return used.error();
    auto work = [client = *used, topic, limit = config_.request_timeout] {
        return kafka::ensure_topic(client->client(), topic, limit);
    };
    co_return co_await pool_.run(std::move(work));
}

base::Result<std::unique_ptr<eventlog::Subscription>> KafkaEventLog::follow(const eventlog::GroupId& group,
                                                                            const eventlog::Topic& topic,
                                                                            eventlog::CheckpointReader& checkpoints) {
    Properties properties = consumer_properties();
    properties.emplace_back("group.id", group.value());
    const FollowerLimits limits{config_.follow_queue_bytes_max / 2, kBatchBytesMax, config_.request_timeout};
    auto follower = Follower::start(properties, group, topic, checkpoints, limits);
    if (!follower) return follower.error();
    const std::scoped_lock lock(mutex_);
    std::erase_if(followers_, [](const auto& kept) { return kept->ended(); });
    followers_.push_back(*follower);
    return std::make_unique<KafkaSubscription>(std::move(*follower));
}

base::Task<base::Result<std::vector<eventlog::StoredRecord>>> KafkaEventLog::read(const eventlog::Topic& topic,
                                                                                  eventlog::PartitionId partition,
                                                                                  eventlog::Offset from,
                                                                                  std::size_t bytes_max) {
    auto work = [this, name = topic.name, partition, from, bytes_max] {
        return reader_.read(name, partition, from, bytes_max);
    };
    co_return co_await pool_.run(std::move(work));
}

base::Task<base::Result<std::vector<eventlog::PartitionRange>>> KafkaEventLog::ranges(const eventlog::Topic& topic) {
    const auto used = producer();
    if (!used) co_return used.error();
    auto work = [client = *used, name = topic.name, limit = config_.request_timeout] {
        return kafka::ranges(client->client(), name, limit);
    };
    co_return co_await pool_.run(std::move(work));
}

base::Task<base::Result<void>> KafkaEventLog::ping() {
    const auto used = producer();
    if (!used) co_return used.error();
    auto work = [client = *used, limit = std::min(config_.request_timeout, kPingWaitMax)] {
        return kafka::ping(client->client(), limit);
    };
    co_return co_await pool_.run(std::move(work));
}

}  // namespace infra::kafka
