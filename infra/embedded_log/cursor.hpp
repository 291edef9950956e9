#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "infra/embedded_log/journal.hpp"

namespace infra::embedded_log {

/// Reads one partition of a topic forward. One thread at a time; blocks.
class Cursor {
public:
    Cursor(std::shared_ptr<Journal> journal, eventlog::PartitionId partition, std::int64_t offset)
        : journal_(std::move(journal)), partition_(partition), next_(offset) {}

    /// The offset of the next record, unless retention has removed it.
    std::int64_t next_offset() const { return next_; }
    /// True when read() would find something.
    bool has_more() const { return journal_->locate(partition_, next_).has_value(); }

    /// Consecutive records: whole blocks up to about `bytes_max` bytes, but at least one; empty at the end. Fails with
    /// kInternal when a confirmed block is damaged, and with kUnavailable when the disk cannot be read.
    base::Result<std::vector<eventlog::StoredRecord>> read(std::size_t bytes_max);

private:
    base::Result<void> open_segment(std::uint64_t sequence);
    base::Result<BlockHeader> read_header();
    base::Result<base::SharedBytes> read_body(const BlockHeader& header);
    base::Result<const char*> peek(std::uint64_t position, std::size_t bytes);
    base::Error damaged() const;

    std::shared_ptr<Journal> journal_;
    eventlog::PartitionId partition_;
    std::int64_t next_;
    File file_;
    std::uint64_t sequence_ = 0;
    bool newest_ = false;  // the open segment is still written to
    std::uint64_t position_ = 0;  // of the next block in the open segment
    std::string window_;          // bytes read ahead, so that small blocks need no system call each
    std::uint64_t window_at_ = 0;
};

}  // namespace infra::embedded_log
