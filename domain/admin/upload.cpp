#include "domain/admin/upload.hpp"

#include <algorithm>
#include <utility>

#include "domain/eventlog/cloud_event.hpp"
#include "domain/eventlog/topics.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace domain::admin {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Task;
using eventlog::Offset;
using eventlog::StoredRecord;

constexpr std::string_view kChunkType = "admin.upload.chunk.v1";
/// Read at once.
constexpr std::size_t kReadBytes = 4 * 1024 * 1024;

std::string chunk_id(const std::string& upload, std::size_t index) { return upload + "-" + std::to_string(index); }

std::string_view header(const std::vector<eventlog::Header>& headers, std::string_view name) {
    const auto found = std::find_if(headers.begin(), headers.end(), [&](const auto& each) { return each.name == name; });
    return found == headers.end() ? std::string_view() : std::string_view(found->value);
}

eventlog::Record chunk(const base::TenantId& tenant, const std::string& upload, std::size_t index, base::Timestamp time,
                       base::SharedBytes bytes) {
    eventlog::CloudEvent event;
    event.id = chunk_id(upload, index);
    event.type = kChunkType;
    event.source = "/opalite/gateway";
    event.time = time;
    event.content_type = "application/octet-stream";
    event.extensions = {{"tenant", tenant.value()}};
    eventlog::Record record;
    record.headers = eventlog::to_headers(event);
    record.value = std::move(bytes);
    return record;
}

Error missing(const std::string& upload) {
    return Error(ErrorCode::kInvalidArgument, "the log does not have the whole upload: " + upload);
}

}  // namespace

bool is_chunk(const std::vector<eventlog::Header>& headers) { return header(headers, "ce_type") == kChunkType; }

Task<Result<std::vector<std::int64_t>>> append_upload(eventlog::EventWriter& log, base::TenantId tenant, std::string upload,
                                                      base::Timestamp time, base::SharedBytes file) {
    std::vector<eventlog::Record> records;
    for (std::size_t at = 0; at < file.size(); at += chunk_bytes_max) {
        const std::size_t length = std::min(chunk_bytes_max, file.size() - at);
        records.push_back(chunk(tenant, upload, records.size(), time, file.slice(at, length)));
    }
    std::vector<std::int64_t> offsets;
    if (records.empty()) co_return offsets;
    const eventlog::Topic topic = eventlog::admin_topic();
    eventlog::PartitionKey key(tenant.value());
    const auto positions = co_await log.append(topic, std::move(key), std::move(records));
    if (!positions) co_return positions.error();
    for (const eventlog::Position& position : *positions) offsets.push_back(position.offset.value());
    co_return offsets;
}

Task<Result<std::string>> read_upload(eventlog::EventLog& log, base::TenantId tenant, eventlog::PartitionId partition,
                                      std::string upload, std::vector<std::int64_t> offsets, std::int64_t bytes) {
    constexpr std::size_t kChunksMax = (upload_bytes_max + chunk_bytes_max - 1) / chunk_bytes_max;
    if (bytes < 0 || static_cast<std::size_t>(bytes) > upload_bytes_max || offsets.size() > kChunksMax) {
        co_return missing(upload);
    }
    const eventlog::Topic topic = eventlog::admin_topic();
    std::string file;
    file.reserve(static_cast<std::size_t>(bytes));
    std::size_t next = 0;
    while (next < offsets.size()) {
        const Offset from(offsets[next]);
        const auto records = co_await log.read(topic, partition, from, kReadBytes);
        if (!records) co_return records.error();
        const std::size_t before = next;
        for (const StoredRecord& record : *records) {
            if (next == offsets.size() || record.position.offset.value() != offsets[next]) continue;
            const bool is_it = is_chunk(record.headers) && header(record.headers, "ce_tenant") == tenant.value() &&
                               header(record.headers, "ce_id") == chunk_id(upload, next);
            if (!is_it || file.size() + record.value.size() > static_cast<std::size_t>(bytes)) co_return missing(upload);
            file += record.value.view();
            ++next;
        }
        if (next == before) co_return missing(upload);
    }
    if (file.size() != static_cast<std::size_t>(bytes)) co_return missing(upload);
    co_return file;
}

}  // namespace domain::admin
