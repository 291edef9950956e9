#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/limits.hpp"
#include "domain/base/task.hpp"
#include "domain/eventlog/event_log.hpp"

/// Files on `opalite.admin`: chunks, each a record of its own, and behind them the command that names their offsets. A chunk
/// alone has no effect, so an upload that was broken off leaves nothing but its bytes in the log.
namespace domain::admin {

/// What a file has at most: the contract of reference tables, to the byte (spec: api §8).
inline constexpr std::size_t upload_bytes_max = 10 * base::limits::kMiB;
/// A request with a file: beside it there are the heads of the parts, metadata and a schema.
inline constexpr std::size_t upload_body_bytes_max = upload_bytes_max + base::limits::kMiB;

/// What one chunk holds at most.
inline constexpr std::size_t chunk_bytes_max = 512 * 1024;

/// Appends a file of a tenant in chunks and gives their offsets. They share a partition with every command of the tenant.
/// Fails as EventWriter::append; what was appended has no effect.
base::Task<base::Result<std::vector<std::int64_t>>> append_upload(eventlog::EventWriter& log, base::TenantId tenant,
                                                                  std::string upload, base::Timestamp time,
                                                                  base::SharedBytes file);

/// True for a record that is a chunk.
bool is_chunk(const std::vector<eventlog::Header>& headers);

/// Reads a file back: the chunks of `upload` at `offsets`, which must be `bytes` bytes together. Fails with kInvalidArgument
/// when they are not there or are others, and as EventLog::read.
base::Task<base::Result<std::string>> read_upload(eventlog::EventLog& log, base::TenantId tenant,
                                                  eventlog::PartitionId partition, std::string upload,
                                                  std::vector<std::int64_t> offsets, std::int64_t bytes);

}  // namespace domain::admin
