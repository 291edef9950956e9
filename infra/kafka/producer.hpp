#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "domain/base/task.hpp"
#include "domain/eventlog/event_log.hpp"
#include "infra/kafka/handles.hpp"
#include "infra/telemetry/metrics.hpp"

namespace infra::kafka {

namespace eventlog = domain::eventlog;

struct ProducerMetrics {
    explicit ProducerMetrics(telemetry::Metrics& metrics);
    telemetry::Counter& records_total;
    telemetry::Counter& bytes_total;
    telemetry::Counter& failed_total;
    telemetry::Counter& refused_total;
    telemetry::Histogram& commit_seconds;
};

/// An idempotent producer with its poll thread. Values are not copied: they stay where they are until the broker has
/// confirmed them. Thread-safe. The destructor flushes for a while, then fails what is left.
class Producer {
public:
    /// `properties` configure librdkafka; `queue_bytes_max` bounds what waits for confirmation.
    static base::Result<std::shared_ptr<Producer>> start(const Properties& properties, std::size_t queue_bytes_max,
                                                         std::chrono::milliseconds flush_wait_max,
                                                         ProducerMetrics& metrics);
    ~Producer();
    Producer(const Producer&) = delete;
    Producer& operator=(const Producer&) = delete;

    /// All records go to `partition`; `bytes` is what they count for. Resumes on the caller's executor.
    base::Task<base::Result<std::vector<eventlog::Position>>> append(const eventlog::Topic& topic,
                                                                     eventlog::PartitionId partition,
                                                                     eventlog::PartitionKey key,
                                                                     std::vector<eventlog::Record> records,
                                                                     std::size_t bytes);

    /// librdkafka has given up on this instance (its sequence numbers no longer fit the broker's); start another one.
    bool broken() const;
    rd_kafka_t* client() const { return client_.get(); }

private:
    struct Waiting;
    struct Slot;

    Producer(std::size_t queue_bytes_max, std::chrono::milliseconds flush_wait_max, ProducerMetrics& metrics);
    static void delivered(rd_kafka_t* client, const rd_kafka_message_t* message, void* producer);

    bool admit(std::size_t bytes);
    void produce(const std::shared_ptr<Waiting>& waiting, const char* topic, eventlog::PartitionId partition);
    ErrorPtr produce_one(const eventlog::Record& record, const Waiting& waiting, const char* topic,
                         eventlog::PartitionId partition, Slot& slot);
    void settle(const std::shared_ptr<Waiting>& waiting, std::size_t records);

    const std::size_t queue_bytes_max_;
    const std::chrono::milliseconds flush_wait_max_;
    ProducerMetrics& metrics_;
    std::atomic<std::size_t> bytes_{0};
    std::atomic<bool> stopping_{false};
    ClientPtr client_;
    std::thread poller_;
};

}  // namespace infra::kafka
