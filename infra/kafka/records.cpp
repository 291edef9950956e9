#include "infra/kafka/records.hpp"

#include <cstring>

namespace infra::kafka {

HeadersPtr to_kafka_headers(const std::vector<eventlog::Header>& headers) {
    HeadersPtr result(rd_kafka_headers_new(headers.size()));
    for (const eventlog::Header& header : headers) {
        rd_kafka_header_add(result.get(), header.name.data(), static_cast<ssize_t>(header.name.size()),
                            header.value.data(), static_cast<ssize_t>(header.value.size()));
    }
    return result;
}

eventlog::StoredRecord to_record(const rd_kafka_message_t& message) {
    eventlog::StoredRecord record;
    record.position = {eventlog::PartitionId(message.partition), eventlog::Offset(message.offset)};
    if (message.key_len > 0) record.key.assign(static_cast<const char*>(message.key), message.key_len);
    rd_kafka_timestamp_type_t type{};
    const std::int64_t milliseconds = rd_kafka_message_timestamp(&message, &type);
    if (type != RD_KAFKA_TIMESTAMP_NOT_AVAILABLE) {
        record.appended_at = base::Timestamp(std::chrono::milliseconds(milliseconds));
    }
    rd_kafka_headers_t* headers = nullptr;  // the message keeps them
    if (rd_kafka_message_headers(&message, &headers) == RD_KAFKA_RESP_ERR_NO_ERROR) {
        record.headers.reserve(rd_kafka_header_cnt(headers));
        const char* name = nullptr;
        const void* value = nullptr;
        std::size_t size = 0;
        for (std::size_t i = 0; rd_kafka_header_get_all(headers, i, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR;
             ++i) {
            eventlog::Header header;
            header.name = name;
            if (value != nullptr) header.value.assign(static_cast<const char*>(value), size);
            record.headers.push_back(std::move(header));
        }
    }
    if (message.len > 0) {
        auto buffer = std::make_shared_for_overwrite<char[]>(message.len);
        std::memcpy(buffer.get(), message.payload, message.len);
        const std::string_view bytes(buffer.get(), message.len);
        record.value = base::SharedBytes(std::move(buffer), bytes);
    }
    return record;
}

std::size_t stored_bytes(const eventlog::StoredRecord& record) {
    std::size_t bytes = record.value.size() + record.key.size();
    for (const eventlog::Header& header : record.headers) bytes += header.name.size() + header.value.size();
    return bytes;
}

}  // namespace infra::kafka
