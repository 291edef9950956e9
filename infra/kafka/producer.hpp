#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
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
///
/// Every partition has a lane: one group of records is with librdkafka, the next one gathers until the first is confirmed.
/// So batches grow with the load as in the embedded log. And it keeps librdkafka 2.0 from spinning: its broker thread
/// polls without a pause while a partition has records that are due and five or more that are not confirmed.
class Producer : public std::enable_shared_from_this<Producer> {
public:
    struct Limits {
        std::size_t queue_bytes_max = 0;  ///< what waits for confirmation
        std::chrono::milliseconds flush_wait_max{0};
    };

    /// `properties` configure librdkafka. `metrics` must outlive the producer.
    static base::Result<std::shared_ptr<Producer>> start(const Properties& properties, Limits limits,
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
    struct Lane;
    struct Slot;
    struct Waiting;
    using Group = std::vector<Slot*>;

    Producer(Limits limits, ProducerMetrics& metrics);
    static void delivered(rd_kafka_t* client, const rd_kafka_message_t* message, void* producer);

    bool admit(std::size_t bytes);
    Group enqueue(const std::shared_ptr<Waiting>& waiting, const std::string& topic, eventlog::PartitionId partition);
    Group take_group(Lane& lane);
    Group finished(Lane& lane, std::size_t records, bool timed_out);
    void send(Group group);
    ErrorPtr produce(Slot& slot);
    void fail(Slot& slot, base::Error error);
    void settle(Waiting& waiting, std::size_t records);

    const Limits limits_;
    ProducerMetrics& metrics_;
    std::atomic<std::size_t> bytes_{0};
    std::atomic<bool> stopping_{false};
    std::mutex lanes_mutex_;
    std::map<std::pair<std::string, eventlog::PartitionId>, std::unique_ptr<Lane>> lanes_;
    ClientPtr client_;
    std::thread poller_;
};

}  // namespace infra::kafka
