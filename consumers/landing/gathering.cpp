#include "consumers/landing/gathering.hpp"

#include <algorithm>

namespace consumers::landing {

using domain::eventlog::Offset;
using domain::eventlog::PartitionId;
using domain::eventlog::StoredRecord;

std::size_t memory_of(const StoredRecord& record) {
    std::size_t bytes = sizeof(StoredRecord) + record.value.size();
    for (const auto& header : record.headers) bytes += sizeof header + header.value.size();
    return bytes;
}

void Gathering::clear() {
    partitions_.clear();
    bytes_ = 0;
    count_ = 0;
}

void Gathering::assign(PartitionId partition, Offset checkpoint) {
    revoke(partition);
    partitions_[partition] = Partition{checkpoint, checkpoint, {}};
}

void Gathering::revoke(PartitionId partition) {
    const auto found = partitions_.find(partition);
    if (found == partitions_.end()) return;
    for (const StoredRecord& record : found->second.records) bytes_ -= memory_of(record);
    count_ -= found->second.records.size();
    partitions_.erase(found);
}

void Gathering::add(domain::eventlog::RecordBatch batch, TimePoint now) {
    const auto found = partitions_.find(batch.partition);
    if (found == partitions_.end()) return;
    Partition& partition = found->second;
    for (StoredRecord& record : batch.records) {
        if (record.position.offset < partition.next) continue;
        partition.next = Offset(record.position.offset.value() + 1);
        if (count_++ == 0) oldest_ = now;
        bytes_ += memory_of(record);
        partition.records.push_back(std::move(record));
    }
}

std::optional<Gathering::TimePoint> Gathering::due() const {
    if (count_ == 0) return std::nullopt;
    if (bytes_ >= limits_.flush_bytes) return oldest_;
    return std::max(oldest_ + limits_.linger, std::min(pause_end_, oldest_ + limits_.pause_max));
}

GatheredBatch Gathering::take() {
    GatheredBatch batch;
    for (auto& [id, partition] : partitions_) {
        if (partition.records.empty()) continue;
        GatheredBatch::Partition& taken = batch.partitions[id];
        taken.expected = partition.expected;
        taken.next = partition.next;
        taken.records.swap(partition.records);
        partition.expected = partition.next;
    }
    batch.bytes = bytes_;
    bytes_ = 0;
    count_ = 0;
    return batch;
}

void Gathering::flushed(TimePoint start, TimePoint end) {
    const auto pause = std::chrono::duration_cast<std::chrono::milliseconds>((end - start) * limits_.pause_factor);
    pause_end_ = end + std::clamp(pause, limits_.pause_min, limits_.pause_max);
}

}  // namespace consumers::landing
