#pragma once

#include "domain/eventlog/event_log.hpp"
#include "infra/kafka/handles.hpp"

namespace infra::kafka {

namespace eventlog = domain::eventlog;

/// Copies the headers of a record.
HeadersPtr to_kafka_headers(const std::vector<eventlog::Header>& headers);

/// Copies a message without an error. Copies, because a message keeps the whole response that it came in, and its client,
/// from being freed: consumers may hold a record for as long as they like.
eventlog::StoredRecord to_record(const rd_kafka_message_t& message);

/// What the record counts for against limits::follow_queue_bytes_max.
std::size_t stored_bytes(const eventlog::StoredRecord& record);

}  // namespace infra::kafka
