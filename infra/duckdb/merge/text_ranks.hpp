#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace infra::duckdb::merge {

/// Texts become numbers of the same order. Not thread-safe.
class TextRanks {
public:
    /// A number that stands for this text until rank() says its place.
    std::uint32_t add(std::string_view text);

    /// Different texts so far.
    std::size_t size() const { return entries_.size(); }

    /// For each number its text's place among all, from 0 on.
    std::vector<std::uint32_t> ranks() const;

private:
    struct Entry {
        std::uint64_t hash = 0;
        std::size_t offset = 0;
        std::size_t length = 0;
    };
    std::string_view text(const Entry& entry) const { return {texts_.data() + entry.offset, entry.length}; }
    void grow();

    std::vector<char> texts_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> table_;  ///< open addressing: index of the entry + 1
};

}  // namespace infra::duckdb::merge
