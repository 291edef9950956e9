#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/uio.h>

#include "domain/eventlog/event_log.hpp"
#include "infra/embedded_log/block.hpp"

struct XXH3_state_s;

namespace infra::embedded_log {

/// Lays out the blocks of one group commit. Small values are copied behind one another, large ones stay where they are,
/// so a record of a megabyte is copied by the kernel alone. Borrows keys, headers and values until the write is done.
class BlockBuilder {
public:
    /// A block is closed when it has reached this size; one record may make it larger.
    static constexpr std::size_t block_bytes_target = 1024 * 1024;
    /// Values below this are copied: a piece of its own costs the kernel about as much.
    static constexpr std::size_t copied_value_bytes_max = 4096;

    /// Blocks start at `place` and carry `group` and `appended_at`.
    BlockBuilder(BlockPlace place, std::uint64_t group, std::int64_t appended_at);
    ~BlockBuilder();
    BlockBuilder(const BlockBuilder&) = delete;
    BlockBuilder& operator=(const BlockBuilder&) = delete;

    /// Adds the next record. The records of one partition must come together, offsets ascending one by one.
    void add(std::int32_t partition, std::int64_t offset, const std::string& key, const eventlog::Record& record);

    /// Closes the last block, which ends the group. The pieces live as long as the builder.
    std::vector<iovec> finish();

    std::uint64_t bytes() const { return written_ + (block_open_ ? open_.bytes() : 0); }

private:
    /// Bytes of the scratch text, or of a value.
    struct Piece {
        const char* outside = nullptr;
        std::size_t begin = 0;
        std::size_t bytes = 0;
    };

    void close_block(bool ends_group);
    void add_scratch(std::size_t begin);

    BlockPlace place_;
    std::uint64_t group_;
    std::int64_t appended_at_;
    std::string scratch_;
    std::vector<Piece> pieces_;
    bool block_open_ = false;
    BlockHeader open_;
    std::size_t open_header_at_ = 0;    // in scratch_
    std::size_t open_first_piece_ = 0;  // the piece that begins with the block's header
    std::uint64_t written_ = 0;         // bytes of the closed blocks
    XXH3_state_s* hash_;
};

}  // namespace infra::embedded_log
