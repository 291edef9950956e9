#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "domain/eventlog/event_log.hpp"
#include "infra/kafka/handles.hpp"
#include "infra/runtime/signal.hpp"

namespace infra::kafka {

namespace eventlog = domain::eventlog;

struct FollowerLimits {
    /// Deliveries that wait for next(); librdkafka reads ahead as much again.
    std::size_t queue_bytes_max = 0;
    std::size_t batch_bytes_max = 0;
    /// How long an unreachable checkpoint reader or broker is asked again for the start of a partition.
    std::chrono::milliseconds unavailable_after{0};
};

/// A consumer of a group with its poll thread. The thread serves rebalances always, and takes records only while there is
/// room in the queue: every partition has a queue of its own in librdkafka, so a slow consumer stops the flow of records
/// without holding up the group.
class Follower {
public:
    /// Joins the group. Fails with kUnavailable.
    static base::Result<std::shared_ptr<Follower>> start(const Properties& properties, const eventlog::GroupId& group,
                                                         const eventlog::Topic& topic,
                                                         eventlog::CheckpointReader& checkpoints, FollowerLimits limits);
    /// Waits until the group was left.
    ~Follower();

    /// Ends the deliveries and lets the thread leave the group. Does not block.
    void close();
    /// From now on the checkpoint reader is not called; waits for a call under way.
    void forget_checkpoints();
    /// True when the thread has ended.
    bool ended() const { return ended_; }

    /// What comes next, if there is something: a delivery, or the error that ended it all.
    std::optional<base::Result<eventlog::Delivery>> take();
    runtime::ChangeSignal& changed() { return changed_; }

private:
    /// A partition that is ours.
    struct Assigned {
        QueuePtr queue;
        std::int64_t next = 0;  // the offset below which everything was delivered
    };
    struct Entry {
        eventlog::Delivery delivery;
        std::size_t bytes = 0;
    };

    Follower(eventlog::GroupId group, eventlog::Topic topic, eventlog::CheckpointReader& checkpoints,
             FollowerLimits limits);
    static void rebalance(rd_kafka_t* client, rd_kafka_resp_err_t event, rd_kafka_topic_partition_list_t* partitions,
                          void* follower);

    void run();
    void serve_group();
    bool take_records();
    bool take_from(std::int32_t partition, Assigned& assigned);
    void wait_for_events();
    void assign(rd_kafka_topic_partition_list_t& partitions);
    void revoke(const rd_kafka_topic_partition_list_t& partitions);
    base::Result<std::int64_t> start_offset(std::int32_t partition);
    base::Result<eventlog::Offset> checkpoint(std::int32_t partition);
    void push(eventlog::Delivery delivery, std::size_t bytes);
    void fail(base::Error error);
    void wake();
    bool has_room();

    const eventlog::GroupId group_;
    const eventlog::Topic topic_;
    const FollowerLimits limits_;
    int wake_descriptor_ = -1;

    std::mutex checkpoints_mutex_;  // held during a call, so forget_checkpoints() can wait for it
    eventlog::CheckpointReader* checkpoints_;

    std::mutex mutex_;
    std::condition_variable ending_changed_;
    std::deque<Entry> entries_;
    std::size_t bytes_ = 0;
    std::optional<base::Error> failure_;
    bool closed_ = false;   // close() was called
    bool ending_ = false;   // closed or failed: the thread leaves the group
    runtime::ChangeSignal changed_;

    std::map<std::int32_t, Assigned> assigned_;  // the thread's own
    std::atomic<bool> ended_{false};
    ClientPtr client_;
    std::thread thread_;
};

}  // namespace infra::kafka
