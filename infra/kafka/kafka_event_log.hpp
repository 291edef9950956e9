#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "domain/base/limits.hpp"
#include "domain/eventlog/event_log.hpp"
#include "infra/kafka/follower.hpp"
#include "infra/kafka/producer.hpp"
#include "infra/kafka/reader.hpp"
#include "infra/runtime/blocking_pool.hpp"
#include "infra/telemetry/metrics.hpp"

namespace infra::kafka {

struct KafkaLogConfig {
    /// `host:port,host:port`.
    std::string brokers;
    /// Records waiting for confirmation.
    std::size_t append_queue_bytes_max = base::limits::append_queue_bytes_max;
    /// Records read ahead, per subscription: half of it here, half in librdkafka.
    std::size_t follow_queue_bytes_max = base::limits::follow_queue_bytes_max;
    /// How long records wait for company before they are sent.
    std::chrono::milliseconds linger{2};
    /// An append that is not confirmed by then fails with kUnavailable.
    std::chrono::milliseconds append_timeout{10'000};
    /// How long other requests, an unreachable checkpoint reader, and the flush at the end may take.
    std::chrono::milliseconds request_timeout{10'000};
    /// A member of a group that was not heard of for so long loses its partitions.
    std::chrono::milliseconds session_timeout{10'000};
    /// More properties of librdkafka (security.protocol, sasl.…); they win over ours.
    Properties properties;
};

/// The log on Apache Kafka, through librdkafka. Appends are confirmed by all in-sync replicas and written once even when
/// they are sent again (idempotent producer); offsets are never committed to Kafka.
///
/// Beyond the port: append(), read() and ranges() fail with kNotFound for a topic that does not exist. Must outlive its
/// subscriptions and the coroutines that use it, and end before the io_context that they run on.
class KafkaEventLog final : public eventlog::EventLog {
public:
    /// Does not wait for a broker. Fails with kInvalidArgument on a bad property. `metrics` must outlive the log.
    static base::Result<std::unique_ptr<KafkaEventLog>> open(KafkaLogConfig config, telemetry::Metrics& metrics);
    /// Flushes, and leaves all groups.
    ~KafkaEventLog() override;

    base::Task<base::Result<std::vector<eventlog::Position>>> append(const eventlog::Topic& topic,
                                                                     eventlog::PartitionKey key,
                                                                     std::vector<eventlog::Record> records) override;
    base::Task<base::Result<void>> ensure_topic(const eventlog::Topic& topic) override;
    base::Result<std::unique_ptr<eventlog::Subscription>> follow(const eventlog::GroupId& group,
                                                                 const eventlog::Topic& topic,
                                                                 eventlog::CheckpointReader& checkpoints) override;
    base::Task<base::Result<std::vector<eventlog::StoredRecord>>> read(const eventlog::Topic& topic,
                                                                       eventlog::PartitionId partition,
                                                                       eventlog::Offset from,
                                                                       std::size_t bytes_max) override;
    base::Task<base::Result<std::vector<eventlog::PartitionRange>>> ranges(const eventlog::Topic& topic) override;
    base::Task<base::Result<void>> ping() override;

private:
    KafkaEventLog(KafkaLogConfig config, telemetry::Metrics& metrics);

    Properties common_properties() const;
    Properties producer_properties() const;
    Properties consumer_properties() const;
    base::Result<std::shared_ptr<Producer>> producer();
    eventlog::PartitionId choose(const eventlog::Topic& topic, const std::string& key, std::size_t bytes);

    const KafkaLogConfig config_;
    ProducerMetrics metrics_;
    std::mutex mutex_;
    std::shared_ptr<Producer> producer_;
    std::list<std::shared_ptr<Follower>> followers_;  // until their threads have ended
    std::mutex spread_mutex_;
    std::uint64_t spread_ = 0;
    std::size_t spread_bytes_ = 0;
    std::chrono::steady_clock::time_point spread_until_;
    Reader reader_;
    runtime::BlockingPool pool_;  // last, so its work ends first
};

}  // namespace infra::kafka
