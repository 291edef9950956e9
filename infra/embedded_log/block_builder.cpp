#include "infra/embedded_log/block_builder.hpp"

#include <xxhash.h>

namespace infra::embedded_log {

BlockBuilder::BlockBuilder(BlockPlace place, std::uint64_t group, std::int64_t appended_at)
    : place_(place), group_(group), appended_at_(appended_at), hash_(XXH3_createState()) {}

BlockBuilder::~BlockBuilder() { XXH3_freeState(hash_); }

void BlockBuilder::add_scratch(std::size_t begin) {
    const std::size_t bytes = scratch_.size() - begin;
    // Scratch bytes that follow scratch bytes are one piece, also across a block's border.
    if (!pieces_.empty() && pieces_.back().outside == nullptr) pieces_.back().bytes += bytes;
    else pieces_.push_back(Piece{nullptr, begin, bytes});
}

void BlockBuilder::add(std::int32_t partition, std::int64_t offset, const std::string& key,
                       const eventlog::Record& record) {
    if (block_open_ && (open_.partition != partition || open_.body_bytes >= block_bytes_target)) close_block(false);
    std::size_t begin = scratch_.size();
    if (!block_open_) {
        block_open_ = true;
        open_ = BlockHeader{};
        open_.partition = partition;
        open_.first_offset = offset;
        open_.group = group_;
        open_.appended_at = appended_at_;
        open_header_at_ = begin;
        scratch_.append(BlockHeader::kBytes, '\0');
        add_scratch(begin);
        open_first_piece_ = pieces_.size() - 1;
        begin = scratch_.size();
    }
    encode_record(key, record, scratch_);
    const std::string_view value = record.value.view();
    const bool copied = value.size() < copied_value_bytes_max;
    if (copied) scratch_ += value;
    open_.body_bytes += scratch_.size() - begin;
    add_scratch(begin);
    if (!copied) {
        pieces_.push_back(Piece{value.data(), 0, value.size()});
        open_.body_bytes += value.size();
    }
    ++open_.records;
}

void BlockBuilder::close_block(bool ends_group) {
    XXH3_64bits_reset(hash_);
    for (std::size_t i = open_first_piece_; i < pieces_.size(); ++i) {
        const Piece& piece = pieces_[i];
        if (piece.outside != nullptr) {
            XXH3_64bits_update(hash_, piece.outside, piece.bytes);
        } else {
            // The first piece may begin with earlier blocks, and holds this block's header.
            const std::size_t end = piece.begin + piece.bytes;
            const std::size_t begin = i == open_first_piece_ ? open_header_at_ + BlockHeader::kBytes : piece.begin;
            XXH3_64bits_update(hash_, scratch_.data() + begin, end - begin);
        }
    }
    open_.body_checksum = XXH3_64bits_digest(hash_);
    if (ends_group) open_.flags |= BlockHeader::kEndsGroup;
    const BlockPlace place{place_.segment, place_.position + written_};
    encode(open_, place, scratch_.data() + open_header_at_);
    written_ += open_.bytes();
    block_open_ = false;
}

std::vector<iovec> BlockBuilder::finish() {
    if (block_open_) close_block(true);
    std::vector<iovec> result;
    result.reserve(pieces_.size());
    for (const Piece& piece : pieces_) {
        const char* data = piece.outside != nullptr ? piece.outside : scratch_.data() + piece.begin;
        // iovec has no const form; pwritev(2) only reads.
        result.push_back(iovec{const_cast<char*>(data), piece.bytes});
    }
    return result;
}

}  // namespace infra::embedded_log
