#pragma once

#include <chrono>

#include "domain/eventlog/event_log.hpp"
#include "infra/kafka/handles.hpp"

namespace infra::kafka {

namespace eventlog = domain::eventlog;

/// What a topic admits: the port's limit for a record and room for the format around it.
inline constexpr std::size_t message_overhead_bytes_max = 128 * 1024;

/// Creates the topic, or adds partitions to it, and waits until the brokers know it. Blocks up to about twice `limit`.
base::Result<void> ensure_topic(rd_kafka_t* client, const eventlog::Topic& topic, std::chrono::milliseconds limit);

/// Asks the leaders of all partitions. Blocks up to about `limit` for each. Fails with kNotFound and kUnavailable.
base::Result<std::vector<eventlog::PartitionRange>> ranges(rd_kafka_t* client, const std::string& topic,
                                                           std::chrono::milliseconds limit);

base::Result<eventlog::PartitionRange> range(rd_kafka_t* client, const std::string& topic,
                                             eventlog::PartitionId partition, std::chrono::milliseconds limit);

/// Success when a broker answers within `limit`.
base::Result<void> ping(rd_kafka_t* client, std::chrono::milliseconds limit);

}  // namespace infra::kafka
