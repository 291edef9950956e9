#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <librdkafka/rdkafka.h>

#include "domain/base/result.hpp"

namespace infra::kafka {

namespace base = domain::base;

/// librdkafka's objects with their owners; raw pointers appear in this module's calls only.
template <auto destroy>
struct Destroy {
    void operator()(auto* object) const { destroy(object); }
};
using ClientPtr = std::unique_ptr<rd_kafka_t, Destroy<&rd_kafka_destroy>>;
using ConfPtr = std::unique_ptr<rd_kafka_conf_t, Destroy<&rd_kafka_conf_destroy>>;
using QueuePtr = std::unique_ptr<rd_kafka_queue_t, Destroy<&rd_kafka_queue_destroy>>;
using MessagePtr = std::unique_ptr<rd_kafka_message_t, Destroy<&rd_kafka_message_destroy>>;
using HeadersPtr = std::unique_ptr<rd_kafka_headers_t, Destroy<&rd_kafka_headers_destroy>>;
using PartitionListPtr =
    std::unique_ptr<rd_kafka_topic_partition_list_t, Destroy<&rd_kafka_topic_partition_list_destroy>>;
using EventPtr = std::unique_ptr<rd_kafka_event_t, Destroy<&rd_kafka_event_destroy>>;
using ErrorPtr = std::unique_ptr<rd_kafka_error_t, Destroy<&rd_kafka_error_destroy>>;
using TopicPtr = std::unique_ptr<rd_kafka_topic_t, Destroy<&rd_kafka_topic_destroy>>;
using NewTopicPtr = std::unique_ptr<rd_kafka_NewTopic_t, Destroy<&rd_kafka_NewTopic_destroy>>;
using NewPartitionsPtr = std::unique_ptr<rd_kafka_NewPartitions_t, Destroy<&rd_kafka_NewPartitions_destroy>>;
using AdminOptionsPtr = std::unique_ptr<rd_kafka_AdminOptions_t, Destroy<&rd_kafka_AdminOptions_destroy>>;

struct DestroyMetadata {
    void operator()(const rd_kafka_metadata_t* metadata) const { rd_kafka_metadata_destroy(metadata); }
};
using MetadataPtr = std::unique_ptr<const rd_kafka_metadata_t, DestroyMetadata>;

/// A property of librdkafka (CONFIGURATION.md) and its value.
using Properties = std::vector<std::pair<std::string, std::string>>;

/// A configuration with this module's logging. Fails with kInvalidArgument on an unknown property or a bad value.
base::Result<ConfPtr> make_conf(const Properties& properties);

/// Starts a client with its threads. Fails with kUnavailable.
base::Result<ClientPtr> make_client(rd_kafka_type_t type, ConfPtr conf);

/// What an error of librdkafka means to the port's callers.
base::Error to_error(rd_kafka_resp_err_t error, const std::string& what);
base::Error to_error(const rd_kafka_error_t* error, const std::string& what);

}  // namespace infra::kafka
