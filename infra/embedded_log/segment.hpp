#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "infra/embedded_log/block.hpp"
#include "infra/embedded_log/file.hpp"

namespace infra::embedded_log {

/// One file of a topic: a header, then blocks (block.hpp). Named by its sequence number, `00000000000000000007.log`.
/// It comes into being under a temporary name and is renamed when its header is on the disk, so a segment that has its
/// name has its header. Only the newest segment is written to.
///
///     header = magic:u64 sequence:u64 created_at:i64 first_group:u64 partitions:u32 zero:u32
///              first_offset:i64 for each partition, header_checksum:u64
struct Segment {
    std::uint64_t sequence = 0;
    std::int64_t created_at = 0;
    std::uint64_t first_group = 0;
    std::vector<std::int64_t> starts;  ///< by partition, the offset that its first record here has or would have

    std::uint64_t header_bytes() const { return 48 + 8 * starts.size(); }
    std::int64_t start(std::size_t partition) const { return partition < starts.size() ? starts[partition] : 0; }
};

inline constexpr std::int32_t partitions_max = 1024;

std::filesystem::path segment_path(const std::filesystem::path& directory, std::uint64_t sequence);

/// True when the directory is a topic's. Needs no lock.
bool has_segments(const std::filesystem::path& directory);

/// The sequence numbers of the segments in the directory, ascending. Removes what a crash left half made, so it needs the
/// lock.
base::Result<std::vector<std::uint64_t>> list_segments(const std::filesystem::path& directory);

/// Makes the segment durable and opens it for appending. After a failure it may be there all the same: nothing may be
/// written to its predecessor any more, until this call was repeated with success.
base::Result<File> create_segment(const std::filesystem::path& directory, const Segment& segment);

/// Fails with kInternal when the header is damaged.
base::Result<Segment> read_segment(const File& file, std::uint64_t sequence);

/// How far a segment holds whole blocks.
struct Extent {
    std::uint64_t position = 0;  ///< the end of the last whole block
    std::uint64_t next_group = 0;
    std::vector<std::int64_t> ends;  ///< by partition
    bool group_open = false;         ///< the last whole block did not end its group
};

/// Follows the blocks from `extent` to the last whole one and verifies each. Fails with kInternal when a later block shows
/// that what did not verify had been confirmed.
base::Result<void> scan(const File& file, std::uint64_t sequence, Extent& extent);

}  // namespace infra::embedded_log
