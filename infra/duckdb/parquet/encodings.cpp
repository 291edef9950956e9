#include "infra/duckdb/parquet/encodings.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace infra::duckdb::parquet {
namespace {

void append_varint(std::string& out, std::uint64_t value) {
    while (value >= 0x80) {
        out.push_back(static_cast<char>(value | 0x80));
        value >>= 7;
    }
    out.push_back(static_cast<char>(value));
}

void append_zigzag(std::string& out, std::int64_t value) {
    append_varint(out, (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

/// Packs `count` values (a multiple of 8) of `width` bits each, least significant bit first.
template <class Get>
void append_packed(std::string& out, unsigned width, std::size_t count, Get value_at) {
    if (width == 0) return;
    const std::size_t start = out.size();
    out.resize(start + count * width / 8);
    char* target = out.data() + start;
    std::uint64_t pending = 0;
    unsigned bits = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t value = value_at(i);
        pending |= value << bits;
        bits += width;
        if (bits < 64) continue;
        std::memcpy(target, &pending, 8);
        target += 8;
        bits -= 64;
        // What of the value did not fit; a shift by 64 would be undefined.
        pending = bits == 0 ? 0 : value >> (width - bits);
    }
    std::memcpy(target, &pending, bits / 8);
}

void append_run(std::string& out, std::size_t count, std::uint32_t value, unsigned width) {
    append_varint(out, count << 1);
    for (unsigned shift = 0; shift < width; shift += 8) out.push_back(static_cast<char>(value >> shift));
}

std::size_t run_length(std::span<const std::uint32_t> values, std::size_t at) {
    std::size_t end = at + 1;
    while (end < values.size() && values[end] == values[at]) ++end;
    return end - at;
}

}  // namespace

void Validity::set_run(std::size_t row, std::size_t count) {
    if (count == 0) return;
    grow((row + count - 1) / 64);
    while (count > 0) {
        const std::size_t bit = row % 64;
        const std::size_t taken = std::min(count, 64 - bit);
        const std::uint64_t mask = taken == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << taken) - 1;
        words_[row / 64] |= mask << bit;
        row += taken;
        count -= taken;
    }
}

std::size_t count_values(std::span<const std::uint64_t> words, std::size_t first, std::size_t end) {
    std::size_t count = 0;
    for (std::size_t word = first / 64; word * 64 < end; ++word) count += static_cast<std::size_t>(std::popcount(words[word]));
    return count;
}

void append_levels(std::string& out, std::span<const std::uint64_t> words, std::size_t first, std::size_t end) {
    const std::size_t rows = end - first;
    const std::size_t values = count_values(words, first, end);
    const std::size_t start = out.size();
    out.append(4, '\0');
    if (values == rows || values == 0) {
        append_run(out, rows, values == 0 ? 0 : 1, 1);
    } else {
        const std::size_t groups = (rows + 7) / 8;
        append_varint(out, (groups << 1) | 1);
        out.append(reinterpret_cast<const char*>(words.data() + first / 64), groups);
    }
    const auto length = static_cast<std::uint32_t>(out.size() - start - 4);
    std::memcpy(out.data() + start, &length, 4);
}

void append_indices(std::string& out, std::span<const std::uint32_t> indices, std::uint32_t dictionary_size) {
    constexpr std::size_t kRunMin = 16;  // shorter runs cost less inside a packed group
    const auto width = static_cast<unsigned>(std::bit_width(dictionary_size > 0 ? dictionary_size - 1 : 0U));
    out.push_back(static_cast<char>(width));
    std::size_t at = 0;
    while (at < indices.size()) {
        const std::size_t run = run_length(indices, at);
        if (run >= kRunMin || at + run == indices.size()) {
            append_run(out, run, indices[at], width);
            at += run;
            continue;
        }
        // Groups of eight until a long run begins at a group's border.
        std::size_t end = at;
        while (end < indices.size()) {
            if (end > at && run_length(indices.subspan(end, std::min(kRunMin, indices.size() - end)), 0) >= kRunMin) break;
            end += 8;
        }
        const std::size_t count = end - at;
        append_varint(out, ((count / 8) << 1) | 1);
        append_packed(out, width, count, [&](std::size_t i) -> std::uint64_t {
            return at + i < indices.size() ? indices[at + i] : 0;
        });
        at = end;
    }
}

template <class Integer>
void append_deltas(std::string& out, std::span<const Integer> values) {
    constexpr std::size_t kBlock = 128;
    constexpr std::size_t kMiniblock = 32;
    append_varint(out, kBlock);
    append_varint(out, kBlock / kMiniblock);
    append_varint(out, values.size());
    append_zigzag(out, values.empty() ? 0 : static_cast<std::int64_t>(values[0]));
    std::array<std::uint64_t, kBlock> deltas;
    for (std::size_t at = 1; at < values.size(); at += kBlock) {
        const std::size_t count = std::min(kBlock, values.size() - at);
        // Differences wrap around, as the format says.
        std::int64_t smallest = INT64_MAX;
        for (std::size_t i = 0; i < count; ++i) {
            deltas[i] = static_cast<std::uint64_t>(values[at + i]) - static_cast<std::uint64_t>(values[at + i - 1]);
            smallest = std::min(smallest, static_cast<std::int64_t>(deltas[i]));
        }
        append_zigzag(out, smallest);
        std::array<unsigned, kBlock / kMiniblock> widths{};
        for (std::size_t i = 0; i < kBlock; ++i) {
            deltas[i] = i < count ? deltas[i] - static_cast<std::uint64_t>(smallest) : 0;
            unsigned& width = widths[i / kMiniblock];
            width = std::max(width, static_cast<unsigned>(std::bit_width(deltas[i])));
        }
        for (const unsigned width : widths) out.push_back(static_cast<char>(width));
        for (std::size_t block = 0; block * kMiniblock < count; ++block) {
            append_packed(out, widths[block], kMiniblock, [&](std::size_t i) { return deltas[block * kMiniblock + i]; });
        }
    }
}

template void append_deltas(std::string&, std::span<const std::int64_t>);
template void append_deltas(std::string&, std::span<const std::uint32_t>);

}  // namespace infra::duckdb::parquet
