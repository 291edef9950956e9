#include "infra/duckdb/merge/text_ranks.hpp"

#include <algorithm>
#include <numeric>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace infra::duckdb::merge {

std::uint32_t TextRanks::add(std::string_view added) {
    if (entries_.size() * 2 >= table_.size()) grow();
    const std::uint64_t hash = XXH3_64bits(added.data(), added.size());
    const std::size_t mask = table_.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
        if (table_[slot] == 0) {
            entries_.push_back({hash, texts_.size(), added.size()});
            texts_.insert(texts_.end(), added.begin(), added.end());
            table_[slot] = static_cast<std::uint32_t>(entries_.size());
            return static_cast<std::uint32_t>(entries_.size() - 1);
        }
        const std::uint32_t number = table_[slot] - 1;
        if (entries_[number].hash == hash && text(entries_[number]) == added) return number;
    }
}

void TextRanks::grow() {
    table_.assign(std::max<std::size_t>(64, table_.size() * 4), 0);
    const std::size_t mask = table_.size() - 1;
    for (std::uint32_t number = 0; number < entries_.size(); ++number) {
        std::size_t slot = entries_[number].hash & mask;
        while (table_[slot] != 0) slot = (slot + 1) & mask;
        table_[slot] = number + 1;
    }
}

std::vector<std::uint32_t> TextRanks::ranks() const {
    std::vector<std::uint32_t> ordered(entries_.size());
    std::iota(ordered.begin(), ordered.end(), 0U);
    std::sort(ordered.begin(), ordered.end(), [this](std::uint32_t a, std::uint32_t b) { return text(entries_[a]) < text(entries_[b]); });
    std::vector<std::uint32_t> ranks(entries_.size());
    for (std::uint32_t rank = 0; rank < ordered.size(); ++rank) ranks[ordered[rank]] = rank;
    return ranks;
}

}  // namespace infra::duckdb::merge
