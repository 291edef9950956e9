#include <algorithm>
#include <string>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "infra/duckdb/parquet/column.hpp"

namespace infra::duckdb::parquet {
namespace {

/// A dictionary is first judged after this many values, then each time they have doubled twice.
constexpr std::size_t kFirstCheck = 1024;
/// Above this share of distinct values a dictionary costs more than it saves.
constexpr std::size_t kDistinctPercentMax = 60;
constexpr std::size_t kDictionaryBytesMax = std::size_t{8} << 20;
/// Longer texts hardly repeat, and bounds of them do not prune.
constexpr std::size_t kBoundBytesMax = 64;
constexpr std::size_t kOffsetStep = 64;
/// Longer texts on the average are prose, and no identifiers that are looked for whole.
constexpr std::size_t kIdentifierBytesMax = 96;
/// Above this share of distinct values nearly each is in one place only: a filter, a byte a value, is more than the search costs.
constexpr std::size_t kRecurringPercentMax = 80;
constexpr std::size_t kCapacityKeptMax = std::size_t{16} << 20;

std::uint32_t hash_of(std::string_view value) { return static_cast<std::uint32_t>(XXH3_64bits(value.data(), value.size())); }

template <class T>
void forget(std::vector<T>& buffer) {
    if (buffer.capacity() * sizeof(T) > kCapacityKeptMax) std::vector<T>().swap(buffer);
    buffer.clear();
}

}  // namespace

std::uint32_t StringColumn::index_of(std::string_view value) {
    if (entries_.size() * 2 >= table_.size()) grow_table();
    const std::uint32_t hash = hash_of(value);
    const std::size_t mask = table_.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
        if (table_[slot] == 0) {
            entries_.push_back({static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(value.size())});
            hashes_.push_back(hash);
            texts_.insert(texts_.end(), value.begin(), value.end());
            table_[slot] = static_cast<std::uint32_t>(entries_.size());
            return static_cast<std::uint32_t>(entries_.size() - 1);
        }
        const std::uint32_t index = table_[slot] - 1;
        if (hashes_[index] == hash && text(entries_[index]) == value) return index;
    }
}

void StringColumn::grow_table() {
    table_.assign(std::max<std::size_t>(64, table_.size() * 4), 0);
    const std::size_t mask = table_.size() - 1;
    for (std::uint32_t index = 0; index < entries_.size(); ++index) {
        std::size_t slot = hashes_[index] & mask;
        while (table_[slot] != 0) slot = (slot + 1) & mask;
        table_[slot] = index + 1;
    }
}

void StringColumn::append(std::size_t row, std::string_view value) {
    validity_.set(row);
    if (plain_) {
        if (lengths_.size() % kOffsetStep == 0) offsets_.push_back(texts_.size());
        lengths_.push_back(static_cast<std::uint32_t>(value.size()));
        texts_.insert(texts_.end(), value.begin(), value.end());
        return;
    }
    // Rows that stand in order have runs.
    const bool is_repeat = !indices_.empty() && text(entries_[indices_.back()]) == value;
    indices_.push_back(is_repeat ? indices_.back() : index_of(value));
    if (indices_.size() >= next_check_) consider_plain();
}

void StringColumn::append_run(std::size_t row, std::size_t count, std::string_view value) {
    if (count == 0) return;
    if (plain_) {
        for (std::size_t i = 0; i < count; ++i) append(row + i, value);
        return;
    }
    validity_.set_run(row, count);
    indices_.insert(indices_.end(), count, index_of(value));
    if (indices_.size() >= next_check_) consider_plain();
}

void StringColumn::repeat(std::size_t row, std::size_t count) {
    if (count == 0) return;
    if (!plain_) {
        validity_.set_run(row, count);
        indices_.insert(indices_.end(), count, std::uint32_t{indices_.back()});
        return;
    }
    const std::string last(texts_.end() - static_cast<std::ptrdiff_t>(lengths_.back()), texts_.end());
    for (std::size_t i = 0; i < count; ++i) append(row + i, last);
}

void StringColumn::consider_plain() {
    if (next_check_ == 0) {
        next_check_ = kFirstCheck;
        return;
    }
    next_check_ *= 4;
    if (entries_.size() * 100 > indices_.size() * kDistinctPercentMax || texts_.size() > kDictionaryBytesMax) make_plain();
}

void StringColumn::make_plain() {
    std::vector<char> texts;
    lengths_.reserve(indices_.capacity());
    for (const std::uint32_t index : indices_) {
        const std::string_view value = text(entries_[index]);
        if (lengths_.size() % kOffsetStep == 0) offsets_.push_back(texts.size());
        lengths_.push_back(static_cast<std::uint32_t>(value.size()));
        texts.insert(texts.end(), value.begin(), value.end());
    }
    texts_.swap(texts);
    indices_.clear();
    entries_.clear();
    hashes_.clear();
    plain_ = true;
}

std::size_t StringColumn::bytes() const {
    return texts_.size() + (plain_ ? lengths_.size() : indices_.size() * 2 + entries_.size() * 4);
}

void StringColumn::reset() {
    validity_.reset();
    std::fill(table_.begin(), table_.end(), 0);
    forget(texts_);
    forget(entries_);
    forget(hashes_);
    forget(indices_);
    forget(lengths_);
    forget(offsets_);
    next_check_ = 0;
    plain_ = false;
}

void StringColumn::pop(std::size_t row) {
    validity_.clear(row);
    if (!plain_) return indices_.pop_back();  // the entry stays, perhaps unused
    texts_.erase(texts_.end() - static_cast<std::ptrdiff_t>(lengths_.back()), texts_.end());
    lengths_.pop_back();
    if (lengths_.size() % kOffsetStep == 0) offsets_.pop_back();
}

std::size_t StringColumn::append_dictionary(std::string& out) const {
    if (plain_) return 0;
    for (const Entry& entry : entries_) {
        out.append(reinterpret_cast<const char*>(&entry.length), 4);
        out.append(text(entry));
    }
    return entries_.size();
}

void StringColumn::append_values(std::string& out, std::size_t first, std::size_t end) const {
    if (!plain_) {
        append_indices(out, std::span(indices_).subspan(first, end - first), static_cast<std::uint32_t>(entries_.size()));
        return;
    }
    const auto offset_of = [this](std::size_t value) {
        if (value == lengths_.size()) return texts_.size();
        std::size_t at = value / kOffsetStep * kOffsetStep;
        std::size_t offset = offsets_[value / kOffsetStep];
        for (; at < value; ++at) offset += lengths_[at];
        return offset;
    };
    append_deltas(out, std::span<const std::uint32_t>(lengths_).subspan(first, end - first));
    const std::size_t start = offset_of(first);
    out.append(texts_.data() + start, offset_of(end) - start);
}

std::optional<Bounds> StringColumn::bounds() const {
    if (plain_ || entries_.empty()) return std::nullopt;
    std::string_view least = text(entries_.front());
    std::string_view greatest = least;
    for (const Entry& entry : entries_) {
        const std::string_view value = text(entry);
        if (value.size() > kBoundBytesMax) return std::nullopt;
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }
    return Bounds{std::string(least), std::string(greatest)};
}

std::optional<std::size_t> StringColumn::distinct() const {
    return plain_ ? std::nullopt : std::optional<std::size_t>(entries_.size());
}

std::optional<BloomFilter> StringColumn::bloom_filter() const {
    if (plain_) return bloom_filter_of_plain();
    if (entries_.size() < 2) return std::nullopt;
    BloomFilter filter(entries_.size());
    for (const Entry& entry : entries_) filter.insert(text(entry));
    return filter;
}

std::optional<BloomFilter> StringColumn::bloom_filter_of_plain() const {
    if (texts_.size() > lengths_.size() * kIdentifierBytesMax) return std::nullopt;
    BloomFilter filter(lengths_.size());
    std::size_t offset = 0;
    for (const std::uint32_t length : lengths_) {
        filter.insert({texts_.data() + offset, length});
        offset += length;
    }
    if (filter.distinct() * 100 > lengths_.size() * kRecurringPercentMax) return std::nullopt;
    filter.shrink();
    return filter;
}

}  // namespace infra::duckdb::parquet
