#include "infra/embedded_log/cursor.hpp"

#include <algorithm>
#include <cstring>

#include <fcntl.h>

namespace infra::embedded_log {

namespace {

constexpr std::size_t kWindowBytes = 32 * 1024;

/// How often a segment may vanish (retention) between looking it up and opening it.
constexpr int kOpenAttempts = 5;

}  // namespace

base::Error Cursor::damaged() const {
    return base::Error(base::ErrorCode::kInternal,
                       "the log is damaged: " + segment_path(journal_->directory(), sequence_).string() + " at " +
                           std::to_string(position_));
}

base::Result<void> Cursor::open_segment(std::uint64_t sequence) {
    auto file = open_file(segment_path(journal_->directory(), sequence), O_RDONLY);
    if (!file) return file.error();
    auto segment = read_segment(*file, sequence);
    if (!segment) return segment.error();
    file_ = std::move(*file);
    sequence_ = sequence;
    position_ = segment->header_bytes();
    window_.clear();
    return {};
}

base::Result<const char*> Cursor::peek(std::uint64_t position, std::size_t bytes) {
    if (position < window_at_ || position + bytes > window_at_ + window_.size()) {
        // A jump over a large block says that more of them are likely to follow.
        const bool jumped = position > window_at_ + window_.size();
        window_.resize(std::max(bytes, jumped ? BlockHeader::kBytes : kWindowBytes));
        window_at_ = position;
        const auto got = read_at(file_, window_, position);
        window_.resize(got ? *got : 0);
        if (!got) return got.error();
        if (*got < bytes) return damaged();
    }
    return window_.data() + (position - window_at_);
}

base::Result<BlockHeader> Cursor::read_header() {
    const auto bytes = peek(position_, BlockHeader::kBytes);
    if (!bytes) return bytes.error();
    const auto header = decode(*bytes, BlockPlace{sequence_, position_});
    if (!header) return damaged();
    return *header;
}

base::Result<base::SharedBytes> Cursor::read_body(const BlockHeader& header) {
    const std::uint64_t at = position_ + BlockHeader::kBytes;
    const auto size = static_cast<std::size_t>(header.body_bytes);
    auto buffer = std::make_shared_for_overwrite<char[]>(size);
    if (size < kWindowBytes) {
        const auto bytes = peek(at, size);
        if (!bytes) return bytes.error();
        std::memcpy(buffer.get(), *bytes, size);
    } else {
        const auto got = read_at(file_, {buffer.get(), size}, at);
        if (!got) return got.error();
        if (*got < size) return damaged();
        // Old segments are read from the disk, once: their pages would only displace others (Journal::trim_cache).
        if (!newest_) forget(file_, at, at + size);
    }
    const std::string_view body(buffer.get(), size);
    if (checksum(body) != header.body_checksum) return damaged();
    return base::SharedBytes(std::move(buffer), body);
}

base::Result<std::vector<eventlog::StoredRecord>> Cursor::read(std::size_t bytes_max) {
    std::vector<eventlog::StoredRecord> records;
    std::size_t bytes = 0;
    int attempts = 0;
    while (records.empty() || bytes < bytes_max) {
        const auto location = journal_->locate(partition_, next_);
        if (!location) break;
        // What retention has removed is skipped, but a batch holds consecutive records.
        if (location->offset != next_ && !records.empty()) break;
        next_ = location->offset;
        newest_ = location->newest;
        // Bytes read ahead earlier may have been those of a write under way.
        window_.clear();
        if (location->sequence != sequence_) {
            const auto opened = open_segment(location->sequence);
            if (!opened && opened.error().code() == base::ErrorCode::kNotFound && ++attempts < kOpenAttempts) continue;
            if (!opened) return opened.error();
        }
        while (next_ < location->end && (records.empty() || bytes < bytes_max)) {
            const auto header = read_header();
            if (!header) return header.error();
            if (header->partition == partition_.value() && header->end_offset() > next_) {
                if (!records.empty() && bytes + header->body_bytes > bytes_max) return records;
                auto body = read_body(*header);
                if (!body) return body.error();
                if (!decode_records(*header, *body, next_, records)) return damaged();
                next_ = header->end_offset();
                bytes += body->size();
            }
            position_ += header->bytes();
        }
    }
    return records;
}

}  // namespace infra::embedded_log
