#include "infra/kafka/admin.hpp"

#include <algorithm>
#include <thread>

#include "domain/base/limits.hpp"

namespace infra::kafka {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kMetadataPause{50};
/// So long a topic may seem absent while it is not: one of its partitions has no leader for a moment.
constexpr std::chrono::seconds kTopicAppears{2};

/// How many partitions the brokers know, all with a leader; 0 when the topic does not exist, or not yet everywhere.
base::Result<int> known_partitions(rd_kafka_t* client, const std::string& topic, std::chrono::milliseconds limit) {
    const TopicPtr handle(rd_kafka_topic_new(client, topic.c_str(), nullptr));
    if (!handle) return to_error(rd_kafka_last_error(), "cannot name the topic " + topic);
    const rd_kafka_metadata_t* raw = nullptr;
    const auto failure = rd_kafka_metadata(client, 0, handle.get(), &raw, static_cast<int>(limit.count()));
    if (failure != RD_KAFKA_RESP_ERR_NO_ERROR) return to_error(failure, "cannot ask for the topic " + topic);
    const MetadataPtr metadata(raw);
    if (metadata->topic_cnt != 1 || metadata->topics[0].err != RD_KAFKA_RESP_ERR_NO_ERROR) return 0;
    const rd_kafka_metadata_topic_t& found = metadata->topics[0];
    for (int i = 0; i < found.partition_cnt; ++i) {
        if (found.partitions[i].leader < 0) return 0;
    }
    return found.partition_cnt;
}

/// A leader that was just chosen may not know it yet.
bool passes_soon(rd_kafka_resp_err_t failure) {
    return failure == RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION ||
           failure == RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE || failure == RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE;
}

base::Result<void> wait_until_known(rd_kafka_t* client, const eventlog::Topic& topic, std::chrono::milliseconds limit) {
    for (const auto until = Clock::now() + limit;;) {
        const auto known = known_partitions(client, topic.name, limit);
        if (known && *known >= topic.partitions) break;
        if (Clock::now() >= until) {
            if (!known) return known.error();
            return base::Error(base::ErrorCode::kUnavailable, "the brokers do not know the topic yet: " + topic.name);
        }
        std::this_thread::sleep_for(kMetadataPause);
    }
    for (std::int32_t i = 0; i < topic.partitions; ++i) {
        const auto leader = range(client, topic.name, eventlog::PartitionId(i), limit);
        if (!leader) return base::Error(base::ErrorCode::kUnavailable, leader.error().message());
    }
    return {};
}

/// Waits for the one result of an admin request.
EventPtr wait_for(rd_kafka_queue_t* queue, std::chrono::milliseconds limit) {
    // The request ends by its own timeout; the margin is for its answer.
    return EventPtr(rd_kafka_queue_poll(queue, static_cast<int>(limit.count()) + 2000));
}

base::Result<void> result_of(const rd_kafka_topic_result_t** results, std::size_t count, const EventPtr& event,
                             const std::string& what) {
    if (rd_kafka_event_error(event.get()) != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return base::Error(base::ErrorCode::kUnavailable, what + ": " + rd_kafka_event_error_string(event.get()));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto error = rd_kafka_topic_result_error(results[i]);
        if (error == RD_KAFKA_RESP_ERR_NO_ERROR || error == RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS) continue;
        const char* reason = rd_kafka_topic_result_error_string(results[i]);
        return base::Error(base::ErrorCode::kUnavailable, what + ": " + (reason != nullptr ? reason : ""));
    }
    return {};
}

AdminOptionsPtr options(rd_kafka_t* client, rd_kafka_admin_op_t operation, std::chrono::milliseconds limit) {
    AdminOptionsPtr made(rd_kafka_AdminOptions_new(client, operation));
    char reason[256];
    const int milliseconds = static_cast<int>(limit.count());
    rd_kafka_AdminOptions_set_request_timeout(made.get(), milliseconds, reason, sizeof reason);
    rd_kafka_AdminOptions_set_operation_timeout(made.get(), milliseconds, reason, sizeof reason);
    return made;
}

base::Result<void> create(rd_kafka_t* client, const eventlog::Topic& topic, std::chrono::milliseconds limit) {
    char reason[256];
    // -1 replicas: as many as the brokers' default.replication.factor says.
    const NewTopicPtr wanted(rd_kafka_NewTopic_new(topic.name.c_str(), topic.partitions, -1, reason, sizeof reason));
    if (!wanted) return base::Error(base::ErrorCode::kInvalidArgument, "not a topic: " + std::string(reason));
    const auto retention = topic.retention ? std::chrono::milliseconds(*topic.retention).count() : -1;
    const auto size = base::limits::record_bytes_max + message_overhead_bytes_max;
    rd_kafka_NewTopic_set_config(wanted.get(), "cleanup.policy", "delete");
    rd_kafka_NewTopic_set_config(wanted.get(), "retention.ms", std::to_string(retention).c_str());
    rd_kafka_NewTopic_set_config(wanted.get(), "retention.bytes", "-1");
    rd_kafka_NewTopic_set_config(wanted.get(), "max.message.bytes", std::to_string(size).c_str());
    rd_kafka_NewTopic_set_config(wanted.get(), "message.timestamp.type", "LogAppendTime");
    const QueuePtr queue(rd_kafka_queue_new(client));
    const AdminOptionsPtr how = options(client, RD_KAFKA_ADMIN_OP_CREATETOPICS, limit);
    rd_kafka_NewTopic_t* raw = wanted.get();
    rd_kafka_CreateTopics(client, &raw, 1, how.get(), queue.get());
    const EventPtr event = wait_for(queue.get(), limit);
    if (!event) return base::Error(base::ErrorCode::kUnavailable, "no answer to creating the topic: " + topic.name);
    std::size_t count = 0;
    const auto* result = rd_kafka_event_CreateTopics_result(event.get());
    const auto** topics = rd_kafka_CreateTopics_result_topics(result, &count);
    return result_of(topics, count, event, "cannot create the topic " + topic.name);
}

base::Result<void> add_partitions(rd_kafka_t* client, const eventlog::Topic& topic, std::chrono::milliseconds limit) {
    char reason[256];
    const NewPartitionsPtr wanted(rd_kafka_NewPartitions_new(
        topic.name.c_str(), static_cast<std::size_t>(topic.partitions), reason, sizeof reason));
    if (!wanted) return base::Error(base::ErrorCode::kInvalidArgument, "not a topic: " + std::string(reason));
    const QueuePtr queue(rd_kafka_queue_new(client));
    const AdminOptionsPtr how = options(client, RD_KAFKA_ADMIN_OP_CREATEPARTITIONS, limit);
    rd_kafka_NewPartitions_t* raw = wanted.get();
    rd_kafka_CreatePartitions(client, &raw, 1, how.get(), queue.get());
    const EventPtr event = wait_for(queue.get(), limit);
    if (!event) return base::Error(base::ErrorCode::kUnavailable, "no answer to adding partitions: " + topic.name);
    std::size_t count = 0;
    const auto* result = rd_kafka_event_CreatePartitions_result(event.get());
    const auto** topics = rd_kafka_CreatePartitions_result_topics(result, &count);
    return result_of(topics, count, event, "cannot add partitions to " + topic.name);
}

}  // namespace

base::Result<void> ensure_topic(rd_kafka_t* client, const eventlog::Topic& topic, std::chrono::milliseconds limit) {
    const auto known = known_partitions(client, topic.name, limit);
    if (!known) return known.error();
    if (*known >= topic.partitions) return {};
    auto made = *known == 0 ? create(client, topic, limit) : add_partitions(client, topic, limit);
    if (!made) return made;
    return wait_until_known(client, topic, limit);
}

base::Result<eventlog::PartitionRange> range(rd_kafka_t* client, const std::string& topic,
                                             eventlog::PartitionId partition, std::chrono::milliseconds limit) {
    std::int64_t first = 0;
    std::int64_t end = 0;
    rd_kafka_resp_err_t failure = RD_KAFKA_RESP_ERR_NO_ERROR;
    for (const auto until = Clock::now() + limit;;) {
        failure = rd_kafka_query_watermark_offsets(client, topic.c_str(), partition.value(), &first, &end,
                                                   static_cast<int>(limit.count()));
        if (!passes_soon(failure) || Clock::now() >= until) break;
        std::this_thread::sleep_for(kMetadataPause);
    }
    if (failure != RD_KAFKA_RESP_ERR_NO_ERROR) return to_error(failure, "cannot ask for the range of " + topic);
    return eventlog::PartitionRange{partition, eventlog::Offset(first), eventlog::Offset(end)};
}

base::Result<std::vector<eventlog::PartitionRange>> ranges(rd_kafka_t* client, const std::string& topic,
                                                           std::chrono::milliseconds limit) {
    // A broker under load may not know yet what another client has just been told is there.
    auto known = known_partitions(client, topic, limit);
    for (const auto until = Clock::now() + kTopicAppears; known && *known == 0 && Clock::now() < until;) {
        std::this_thread::sleep_for(kMetadataPause);
        known = known_partitions(client, topic, limit);
    }
    if (!known) return known.error();
    if (*known == 0) return base::Error(base::ErrorCode::kNotFound, "topic not found: " + topic);
    std::vector<eventlog::PartitionRange> result;
    for (std::int32_t i = 0; i < *known; ++i) {
        const auto found = range(client, topic, eventlog::PartitionId(i), limit);
        if (!found) return found.error();
        result.push_back(*found);
    }
    return result;
}

base::Result<void> ping(rd_kafka_t* client, std::chrono::milliseconds limit) {
    const rd_kafka_metadata_t* raw = nullptr;
    const auto failure = rd_kafka_metadata(client, 0, nullptr, &raw, static_cast<int>(limit.count()));
    if (failure != RD_KAFKA_RESP_ERR_NO_ERROR) return to_error(failure, "no kafka broker answers");
    const MetadataPtr metadata(raw);
    if (metadata->broker_cnt == 0) return base::Error(base::ErrorCode::kUnavailable, "no kafka broker answers");
    return {};
}

}  // namespace infra::kafka
