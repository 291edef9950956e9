#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domain/eventlog/event_log.hpp"

namespace infra::embedded_log {

namespace base = domain::base;
namespace eventlog = domain::eventlog;

/// The format of a segment behind its header (segment.hpp): blocks, one directly behind the other. A block holds
/// consecutive records of one partition; one group commit writes one or more blocks. Integers are little-endian.
///
///     block  = header body
///     header = magic:u32 partition:i32 records:u32 flags:u32 body_bytes:u64 first_offset:i64 group:u64
///              appended_at:i64 (ns since 1970) body_checksum:u64 header_checksum:u64
///     body   = record*
///     record = value_bytes:u32 key_bytes:u32 headers:u32 (name_bytes:u32 value_bytes:u32)* key (name value)* value
///
/// The checksums are XXH3-64; the header's is seeded with the block's place, so bytes that once stood elsewhere never pass
/// for a block. Groups of a topic are numbered one by one; the last block of a group has kEndsGroup set. So, behind a
/// block that does not verify, a block of a later group proves damage to confirmed data and not a write cut short.
struct BlockHeader {
    static constexpr std::size_t kBytes = 64;
    static constexpr std::uint32_t kEndsGroup = 1;

    std::int32_t partition = 0;
    std::uint32_t records = 0;
    std::uint32_t flags = 0;
    std::uint64_t body_bytes = 0;
    std::int64_t first_offset = 0;
    std::uint64_t group = 0;
    std::int64_t appended_at = 0;
    std::uint64_t body_checksum = 0;

    std::int64_t end_offset() const { return first_offset + records; }
    std::uint64_t bytes() const { return kBytes + body_bytes; }
    bool ends_group() const { return (flags & kEndsGroup) != 0; }
};

/// Where a block stands: the seed of its header's checksum.
struct BlockPlace {
    std::uint64_t segment = 0;
    std::uint64_t position = 0;
};

/// The first byte of every block, for scans.
extern const char kBlockFirstByte;

/// Writes BlockHeader::kBytes bytes.
void encode(const BlockHeader& header, BlockPlace place, char* out);

/// Nothing when the bytes are not a block's header at this place.
std::optional<BlockHeader> decode(const char* bytes, BlockPlace place);

/// Appends a record without its value, which must follow at once.
void encode_record(const std::string& key, const eventlog::Record& record, std::string& out);

/// Appends the records of a block from offset `from` on to `out`; their values share `body`. False when the body is
/// malformed (its checksum was right, so the writer was wrong).
bool decode_records(const BlockHeader& header, const base::SharedBytes& body, std::int64_t from,
                    std::vector<eventlog::StoredRecord>& out);

/// XXH3-64 of the body.
std::uint64_t checksum(std::string_view bytes);

}  // namespace infra::embedded_log
